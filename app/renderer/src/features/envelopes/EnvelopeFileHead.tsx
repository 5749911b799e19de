import { countOf, formatBytes } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { SessionSummary } from '@openwop-inspector/run-log';
import { Button, Icon, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { Fold } from '../../shared/Fold.tsx';

export interface EnvelopeFileHeadProps {
  readonly summary: SessionSummary;
  /** The problems of the file with their lines. */
  readonly problems: ReactNode;
  /** Null for a file that the acceptor does not accept. */
  readonly onAcceptor: (() => void) | null;
  readonly onPick: () => void;
  readonly onClose: () => void;
}

/** View: the name of a file of envelopes, its unread parts, and its actions. */
export function EnvelopeFileHead({ summary, problems, onAcceptor, onPick, onClose }: EnvelopeFileHeadProps) {
  const { name, error, sizeBytes, envelopes, unreadable, problemCounts } = summary;
  const count = problemCounts.error + problemCounts.warning;
  return (
    <section className={layout.fixed} aria-label="File of envelopes" data-region="load">
      <div className={layout('bar wrap gap12 ground pad5x12')}>
        <h1 className={layout('row narrow title gap8')}>
          <Icon name="envelope" size={16} />
          <VisibleText as="span" className={layout.ellipsis} text={name} />
        </h1>
        <p className={layout.remark}>
          {countOf(envelopes, 'envelope')} and no run, {formatBytes(sizeBytes)}
          {unreadable === 0 ? '' : `, ${countOf(unreadable, 'entry', 'entries')} not read`}
        </p>
        <span className={layout('flex wrap toEnd gap8')}>
          {onAcceptor === null ? null : (
            <Button
              look="primary"
              icon="repair"
              onPress={onAcceptor}
              {...(envelopes === 1 ? { keys: keysOf('acceptor') } : {})}
            >
              {envelopes === 1 ? 'Open in the acceptor' : 'Open all in the acceptor'}
            </Button>
          )}
          <Button onPress={onPick}>Choose another file</Button>
          <Button onPress={onClose}>Close this one</Button>
        </span>
      </div>
      {error === undefined ? null : (
        <p className={layout('errorText breaks pad6x12')} role="alert">
          {error}
        </p>
      )}
      {count === 0 ? null : (
        <Fold title={countOf(count, 'problem')}>
          <div className={layout('pad0x16 padBottom8')}>{problems}</div>
        </Fold>
      )}
    </section>
  );
}

/** Files of envelopes that the acceptor is for; by key it accepts any text, to report where it is not JSON. */
export function isForAcceptor({ format, sizeBytes }: SessionSummary): boolean {
  const formats = ['envelope', 'envelopes', 'text-envelopes', 'ndjson'];
  return formats.includes(format) && sizeBytes <= 16 * 1024 * 1024;
}
