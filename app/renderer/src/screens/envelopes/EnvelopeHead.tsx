import { formatSequence } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { LogicalEnvelope, TrustAnswer } from '@openwop-inspector/run-log';
import { CopyButton, classNames, Icon, layout } from '@openwop-inspector/ui';
import { kindWords, storyWords } from '../../model/envelope-words.ts';
import { UntrustedBadge } from '../../ui/UntrustedBadge.tsx';
import styles from './EnvelopeTab.module.css';

export interface EnvelopeHeadProps {
  readonly envelope: LogicalEnvelope;
  /** Null until known. */
  readonly trust: TrustAnswer | null;
  readonly onJump: (ordinal: number) => void;
}

/** Kind, what became of it, trust with its source, and the id its events share. */
export function EnvelopeHead({ envelope, trust, onJump }: EnvelopeHeadProps) {
  const { correlationId, untrusted, attempts, attemptsLeftOut } = envelope;
  const only = attempts.length + attemptsLeftOut === 1 ? (attempts[0] ?? null) : null;
  const isUntrusted = untrusted || trust?.level === 'untrusted';
  return (
    <header className={classNames(layout.row, layout.wrap, layout.fixed, styles.head)}>
      <h2 className={classNames(layout.row, layout.narrow, layout.gap8, styles.kind)}>
        <Icon name="envelope" size={16} />
        <code>
          <VisibleText text={kindWords(envelope)} />
        </code>
      </h2>
      <p className={layout.remark}>
        {storyWords(envelope)}
        {only === null ? null : (
          <>
            {', '}
            {only.ordinal < 0 ? 'outside of any event' : formatSequence(only.sequence)}{' '}
            <code>
              <VisibleText text={only.type} />
            </code>
          </>
        )}
      </p>
      <span className={classNames(layout.row, layout.wrap, layout.narrow, layout.toEnd, styles.facts)}>
        {isUntrusted ? (
          <UntrustedBadge source={trust?.source ?? null} onJump={onJump} />
        ) : (
          <span className={layout.caption}>{trust?.level === 'trusted' ? 'Trusted' : ''}</span>
        )}
        {correlationId === null ? null : (
          <span
            className={classNames(
              layout.inlineRow,
              layout.caption,
              layout.narrow,
              layout.nowrap,
              layout.gap4,
              styles.correlation,
            )}
          >
            correlationId{' '}
            <code title={correlationId}>
              <VisibleText text={correlationId} />
            </code>
            <CopyButton label="Copy correlationId" text={correlationId} iconOnly small />
          </span>
        )}
      </span>
    </header>
  );
}
