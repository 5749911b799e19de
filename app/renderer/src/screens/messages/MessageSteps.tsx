import { AGH_STEPS } from '@openwop-inspector/acceptor-core';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import { Badge, type BadgeTone, classNames, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import type { MessageAnswer } from '../../worker/message-job.ts';
import styles from './Messages.module.css';

type Verdict = MessageAnswer['verdict'];
type Row = Verdict['trace'][number];

interface MessageStepsProps {
  readonly verdict: Verdict;
  /** The clock, above the steps. */
  readonly children: ReactNode;
}

/** View: each step of the acceptor with its input; those after the deciding one never ran (agh 2). */
export function MessageSteps({ verdict, children }: MessageStepsProps) {
  const { trace, warnings } = verdict;
  const ran = new Map(trace.map((row) => [row.step, row]));
  return (
    <section aria-label="Acceptor" className={layout('ruled', styles.section)}>
      <h2 className={layout.heading}>Acceptor</h2>
      {children}
      <ol className={styles.steps} aria-label="Steps of the acceptor">
        {AGH_STEPS.map(({ id, name }) => (
          <StepLine key={id} id={id} name={name} row={ran.get(id) ?? null} verdict={verdict} />
        ))}
      </ol>
      {warnings.length === 0 ? null : (
        <ul className={styles.states} aria-label="Warnings">
          {warnings.map(({ code, message, pointer }) => (
            <li key={`${code} ${pointer}`} className={styles.state}>
              <Badge tone="warning">{code}</Badge>
              <span className={layout.narrow}>
                <VisibleText text={message} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface StepLineProps {
  readonly id: string;
  readonly name: string;
  readonly row: Row | null;
  readonly verdict: Verdict;
}

function StepLine({ id, name, row, verdict }: StepLineProps) {
  const [tone, word] = formOf(row, verdict);
  return (
    <li className={classNames(styles.step, row === null && layout.third)}>
      <code>{id}</code>
      <span>{name}</span>
      <Badge tone={tone}>{word}</Badge>
      <span className={layout.narrow}>
        {row === null ? 'an earlier step decided' : <VisibleText text={row.note} />}{' '}
        {row === null ? null : (
          <span className={layout.third}>
            <Clause clause={row.clause} />
          </span>
        )}
        {row === null || row.details.length === 0 ? null : (
          <ul className={styles.details}>
            {row.details.map(({ pointer, message }) => (
              <li key={`${pointer} ${message}`}>
                <code>
                  <VisibleText text={pointer === '' ? 'the message' : pointer} />
                </code>{' '}
                <VisibleText text={message} />
              </li>
            ))}
          </ul>
        )}
      </span>
    </li>
  );
}

/** Tone and word of a step; those of the deciding one are the verdict's. */
function formOf(row: Row | null, { status }: Verdict): readonly [BadgeTone, string] {
  if (row === null) return ['plain', 'not run'];
  if (row.verdict !== 'decided') return [row.verdict === 'passed' ? 'ok' : 'plain', row.verdict];
  if (status === 'accepted') return ['ok', 'decides'];
  return [status === 'rejected' ? 'error' : 'warning', 'decides'];
}
