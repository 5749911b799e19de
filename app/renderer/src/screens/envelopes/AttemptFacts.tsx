import { masker } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { EnvelopeAttempt } from '@openwop-inspector/run-log';
import { CopyButton, Fact, Facts, layout } from '@openwop-inspector/ui';
import { attemptForm } from '../../model/envelope-text.ts';
import styles from './EnvelopeTab.module.css';

const FAILED: ReadonlySet<EnvelopeAttempt['state']> = new Set<EnvelopeAttempt['state']>([
  'gated',
  'invalid',
  'breached',
  'refused',
  'truncated',
]);

/** Whether there is a reason to display. */
export function isFailed({ state }: EnvelopeAttempt): boolean {
  return FAILED.has(state);
}

/** The attempt, and all recorded reasons if it was not accepted. */
export function AttemptFacts({ attempt }: { readonly attempt: EnvelopeAttempt }) {
  const { number, note, code, pointer } = attempt;
  return (
    <>
      <p className={layout('flex strong gap8', styles.columnTitle)}>
        Attempt {number} <span className={layout.caption}>{attemptForm(attempt).word.toLowerCase()}</span>
      </p>
      {!isFailed(attempt) || (note === '' && code === null && pointer === null) ? null : (
        <Facts className={styles.attemptFacts}>
          {note === '' ? null : (
            <Fact name="why">
              <VisibleText text={note} />
            </Fact>
          )}
          {code === null ? null : (
            <Fact name="code">
              <code>{code}</code>
            </Fact>
          )}
          {pointer === null ? null : (
            <Fact name="where">
              <VisibleText as="code" text={pointer === '' ? 'the payload as a whole' : pointer} />
              <CopyButton label="Copy pointer" text={masker.text(pointer)} iconOnly small />
            </Fact>
          )}
        </Facts>
      )}
    </>
  );
}
