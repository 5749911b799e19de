import { countOf } from '@openwop-inspector/base';
import { Button, classNames, Icon, layout, tones } from '@openwop-inspector/ui';
import { changedLines } from '../../model/bench-origin.ts';
import { outcomeForm } from '../../model/outcome-words.ts';
import type { BenchRun } from '../../state/bench-store.ts';
import styles from './Outcome.module.css';

export interface HistoryPaneProps {
  readonly history: readonly BenchRun[];
  readonly current: number | null;
  readonly onReturn: (number: number) => void;
}

/** View: the runs of this bench, newest first. Going back brings text and context of then. */
export function HistoryPane({ history, current, onReturn }: HistoryPaneProps) {
  return (
    <div className={classNames(layout.full, layout.scrolls)}>
      <section className={styles.section} aria-label="Runs of this bench">
        <header className={classNames(layout.row, layout.wrap, styles.head)}>
          <h3>Runs of this bench</h3>
          <span className={classNames(layout.caption, layout.breaks)}>kept while the window is open</span>
        </header>
        <table className={layout.table}>
          <tbody>
            {[...history].reverse().map((run) => (
              <Run
                key={run.number}
                run={run}
                before={history[history.indexOf(run) - 1] ?? null}
                isCurrent={run.number === current}
                onReturn={onReturn}
              />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

interface RunProps {
  readonly run: BenchRun;
  readonly before: BenchRun | null;
  readonly isCurrent: boolean;
  readonly onReturn: (number: number) => void;
}

function Run({ run, before, isCurrent, onReturn }: RunProps) {
  const { result } = run.answer;
  const { icon, tone, title } = outcomeForm(result);
  return (
    <tr aria-current={isCurrent ? 'true' : undefined}>
      <th scope="row">{run.number}</th>
      <td>
        <span className={classNames(layout.inlineRow, layout.nowrap, layout.gap5, tones[tone])}>
          <Icon name={icon} size={12} /> {title}
        </span>{' '}
        {result.code === null ? null : <code>{result.code}</code>}
      </td>
      <td className={layout.second}>{changeWords(run, before)}</td>
      <td>
        {isCurrent ? (
          'in sight'
        ) : (
          <Button small onPress={() => onReturn(run.number)} label={`Go back to run ${run.number}`}>
            Go back
          </Button>
        )}
      </td>
    </tr>
  );
}

function changeWords(run: BenchRun, before: BenchRun | null): string {
  if (before === null) return 'as it was opened';
  const lines = changedLines(before.text, run.text);
  const text = lines === 0 ? null : countOf(lines, 'line');
  const context = sameContext(run, before) ? null : 'the context';
  const changed = [text, context].filter((part) => part !== null);
  return changed.length === 0 ? 'nothing changed' : `${changed.join(' and ')} changed`;
}

function sameContext(run: BenchRun, before: BenchRun): boolean {
  const { now: _now, ...mine } = run.context;
  const { now: _then, ...theirs } = before.context;
  return JSON.stringify(mine) === JSON.stringify(theirs);
}
