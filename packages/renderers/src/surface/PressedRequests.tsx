import { VisibleText } from '../visible-text/VisibleText.tsx';
import type { PressedRequest } from './pressed-request.ts';
import { RequestText } from './RequestText.tsx';
import { ResumeVerdict } from './ResumeVerdict.tsx';
import styles from './surface.module.css';

export interface PressedRequestsProps {
  /** Newest first. */
  readonly pressed: readonly PressedRequest[];
  readonly resumeSchema: unknown;
}

/** What was pressed in this rehearsal, the newest unfolded, and read out as it comes. */
export function PressedRequests({ pressed, resumeSchema }: PressedRequestsProps) {
  const [newest] = pressed;
  return (
    <>
      <p className="visually-hidden" role="status">
        {newest === undefined
          ? ''
          : `Press ${newest.number}: the request to ${newest.request.target} is shown below the surface. Nothing was sent.`}
      </p>
      {newest === undefined ? null : <Presses {...{ pressed, newest, resumeSchema }} />}
    </>
  );
}

interface PressesProps extends PressedRequestsProps {
  readonly newest: PressedRequest;
}

function Presses({ pressed, newest, resumeSchema }: PressesProps) {
  return (
    <section className={styles.pressed}>
      <h4 className={styles.heading}>
        Pressed in this rehearsal <span className={styles.meta}>the last five; nothing was sent</span>
      </h4>
      <ol className={styles.presses}>
        {pressed.map((press) => (
          <li key={press.number}>
            <details className={styles.fold} open={press.number === newest.number}>
              <summary>
                <span className={styles.number}>{press.number}</span> <VisibleText text={press.label} />{' '}
                <span className={styles.meta}>{press.request.target}</span>
              </summary>
              <RequestText request={press.request} canCopy />
              <ResumeVerdict schema={resumeSchema} value={press.request.resumeValue} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}
