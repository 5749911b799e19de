import { unreachable } from '@openwop-inspector/base';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { type ResumeCheck, useResumeCheck } from './resume-check.ts';
import styles from './surface.module.css';

export interface ResumeVerdictProps {
  /** `resumeSchema` of the interrupt; null when the log holds none. */
  readonly schema: unknown;
  /** The same object while it is the same value. */
  readonly value: unknown;
}

/** Whether a value would be taken by the interrupt it answers, as far as its schema says. */
export function ResumeVerdict({ schema, value }: ResumeVerdictProps) {
  const verdict = useResumeCheck(schema, value);
  return (
    <div className={styles.verdict} role="status">
      {verdict === null ? 'Checking against the resumeSchema…' : <Verdict verdict={verdict} />}
    </div>
  );
}

function Verdict({ verdict }: { readonly verdict: ResumeCheck }) {
  switch (verdict.kind) {
    case 'satisfied':
      return <p className={styles.good}>✓ Satisfies the resumeSchema of the interrupt.</p>;
    case 'not-checked':
      return <p>Not checked against a resumeSchema. {verdict.why}</p>;
    case 'violated':
      return (
        <>
          <p className={styles.bad}>✕ Does not satisfy the resumeSchema of the interrupt.</p>
          <ul>
            {verdict.details.slice(0, 10).map(({ pointer, message }) => (
              <li key={`${pointer} ${message}`}>
                <code>
                  <VisibleText text={pointer === '' ? 'the value' : pointer} />
                </code>{' '}
                <VisibleText text={message} />
              </li>
            ))}
          </ul>
        </>
      );
    default:
      return unreachable(verdict);
  }
}
