import { countOf, formatSequence } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { EnvelopeAttempt, EnvelopeRetry, LogicalEnvelope } from '@openwop-inspector/run-log';
import { Badge, Button, Icon, layout, scrollIntoPane } from '@openwop-inspector/ui';
import { Fragment, useEffect, useRef } from 'react';
import { attemptForm, retryReason } from '../../model/envelope-text.ts';
import styles from './EnvelopeTab.module.css';

export interface AttemptStripProps {
  readonly envelope: LogicalEnvelope;
  /** Number of the displayed attempt. */
  readonly chosen: number;
  readonly onSelect: (attempt: EnvelopeAttempt) => void;
  /** Selects the event of a retry. */
  readonly onRetry: (ordinal: number) => void;
}

/** The attempts in their order, each a button, with the reasons of the retries between them. */
export function AttemptStrip({ envelope, chosen, onSelect, onRetry }: AttemptStripProps) {
  const { attempts, attemptsLeftOut } = envelope;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const item = list.current?.querySelector(`[data-attempt="${chosen}"]`);
    if (item) scrollIntoPane(item);
  }, [chosen]);
  return (
    <div className={styles.strip}>
      {attemptsLeftOut === 0 ? null : (
        <p className={layout('caption', styles.leftOut)}>
          {countOf(attemptsLeftOut, 'more attempt')} before these.
        </p>
      )}
      <ol ref={list} className={styles.attempts} aria-label="Attempts">
        {attempts.map((attempt) => (
          <Fragment key={attempt.number}>
            <li className={styles.attemptItem} data-attempt={attempt.number}>
              <Attempt attempt={attempt} isChosen={attempt.number === chosen} onSelect={onSelect} />
            </li>
            {attempt.retry === null ? null : (
              <li className={layout('row aside gap3', styles.retryItem)}>
                <Retry retry={attempt.retry} onSelect={onRetry} />
              </li>
            )}
          </Fragment>
        ))}
      </ol>
    </div>
  );
}

interface AttemptProps {
  readonly attempt: EnvelopeAttempt;
  readonly isChosen: boolean;
  readonly onSelect: (attempt: EnvelopeAttempt) => void;
}

function Attempt({ attempt, isChosen, onSelect }: AttemptProps) {
  const { number, note, code, ordinal, sequence, type } = attempt;
  const { icon, tone, word } = attemptForm(attempt);
  return (
    <button
      type="button"
      className={layout(
        'grow boxed grid gap3',
        styles.attempt,
        styles[tone],
        icon === 'truncated' && styles.torn,
      )}
      aria-current={isChosen ? 'true' : undefined}
      onClick={() => onSelect(attempt)}
    >
      <span className={layout('row nowrap strong gap6', styles.attemptTitle)}>
        <Icon name={icon} className={styles.attemptGlyph} />
        Attempt {number}
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      </span>
      <span className={styles.note} title={note}>
        {note === '' ? (code ?? 'nothing more was recorded') : <VisibleText text={note} />}
      </span>
      <span className={layout('clip narrow second', styles.place)} title={type}>
        {ordinal < 0 ? 'beside the events' : formatSequence(sequence)} <VisibleText text={type} />
        {code === null || note === '' ? '' : `, ${code}`}
      </span>
    </button>
  );
}

interface RetryProps {
  readonly retry: EnvelopeRetry;
  readonly onSelect: (ordinal: number) => void;
}

function Retry({ retry, onSelect }: RetryProps) {
  const { note, ordinal, sequence } = retry;
  return (
    <>
      <span>
        retry for <b>{retryReason(retry)}</b>
      </span>
      <span className={styles.arrow} aria-hidden="true" />
      {note === '' ? null : (
        <span className={styles.retryNote} title={note}>
          <VisibleText text={note} />
        </span>
      )}
      {ordinal === null ? (
        <span className={layout.caption}>recorded by the next attempt</span>
      ) : (
        <Button
          look="link"
          onPress={() => onSelect(ordinal)}
          label={`recorded by ${formatSequence(sequence)}`}
        >
          recorded by {formatSequence(sequence)}
        </Button>
      )}
    </>
  );
}
