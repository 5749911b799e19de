import { classNames, layout } from '@openwop-inspector/ui';
import type { PressAnswer } from '../contract/render-services.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { RequestText } from './RequestText.tsx';
import { ResumeVerdict } from './ResumeVerdict.tsx';
import styles from './surface.module.css';
import type { SurfaceRequest } from './surface-request.ts';

export interface PressedRequestsProps {
  /** Newest first. */
  readonly pressed: readonly PressedRequest[];
  readonly resumeSchema: unknown;
  /** A host is attached, and each press tells what became of it. */
  readonly isSent: boolean;
}

/** What was pressed on this surface, the newest unfolded, and read out as it comes. */
export function PressedRequests({ pressed, resumeSchema, isSent }: PressedRequestsProps) {
  const [newest] = pressed;
  return (
    <>
      <p className="visually-hidden" role="status">
        {newest === undefined ? '' : saidOf(newest)}
      </p>
      {newest === undefined ? null : <Presses {...{ pressed, newest, resumeSchema, isSent }} />}
    </>
  );
}

function saidOf({ number, request, answer }: PressedRequest): string {
  if (answer === 'asking') return '';
  if (answer !== null) return `Press ${number}: ${answer.words}`;
  return `Press ${number}: the request to ${request.target} is shown below the surface. Nothing was sent.`;
}

interface PressesProps extends PressedRequestsProps {
  readonly newest: PressedRequest;
}

function Presses({ pressed, newest, resumeSchema, isSent }: PressesProps) {
  return (
    <section className={classNames(layout.grid, layout.narrow, layout.gap6, layout.pad0x16)}>
      <h4 className={classNames(layout.heading, layout.primary)}>
        {isSent ? 'Pressed on this surface' : 'Pressed in this rehearsal'}{' '}
        <span className={styles.meta}>{isSent ? 'the last five' : 'the last five; nothing was sent'}</span>
      </h4>
      <ol className={styles.presses}>
        {pressed.map((press) => (
          <li key={press.number}>
            <details className={styles.fold} open={press.number === newest.number}>
              <summary>
                <span className={styles.number}>{press.number}</span> <VisibleText text={press.label} />{' '}
                <span className={styles.meta}>{press.request.target}</span>
              </summary>
              <PressOutcome answer={press.answer} />
              <RequestText request={press.request} canCopy />
              <ResumeVerdict schema={resumeSchema} value={press.request.resumeValue} />
            </details>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What became of a press; a rehearsal says so in its heading. */
function PressOutcome({ answer }: Pick<PressedRequest, 'answer'>) {
  if (answer === null) return null;
  if (answer === 'asking')
    return <p className={styles.outcome}>The exact request is shown for a last look.</p>;
  const { kind, words } = answer;
  return (
    <p className={`${styles.outcome} ${styles[LOOK[kind]] ?? ''}`}>
      <b>{WORD[kind]}</b> <VisibleText text={words} />
    </p>
  );
}

const WORD = { sent: '✓ Sent.', refused: '✕ Refused.', 'not-sent': 'Not sent.' } as const;
const LOOK = { sent: 'good', refused: 'bad', 'not-sent': 'outcome' } as const;

export interface PressedRequest {
  /** From 1, in the order of the presses. */
  readonly number: number;
  /** Label of the button, a stranger's text. */
  readonly label: string;
  /** Place of the button among the components. */
  readonly index: number;
  readonly request: SurfaceRequest;
  /** Null in a rehearsal, where nothing is sent; `asking` until the person and the host have answered. */
  readonly answer: PressAnswer | 'asking' | null;
}
