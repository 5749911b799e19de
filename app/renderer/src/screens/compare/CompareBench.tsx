import { progressWords } from '@openwop-inspector/compare';
import { Button, classNames, EmptyState, layout } from '@openwop-inspector/ui';
import { keysOf } from '../../commands/commands.ts';
import { differenceName } from '../../model/compare-rows.ts';
import { compareAgain, leaveCompare, stopComparing } from '../../state/compare-actions.ts';
import { type Compare, useCompare } from '../../state/compare-store.ts';
import { pickFiles } from '../../state/open-actions.ts';
import type { ComparedDifference, ComparedSide, ComparedView } from '../../worker/compare-contract.ts';
import styles from './Compare.module.css';
import { CompareSides } from './CompareSides.tsx';
import { CompareSummary } from './CompareSummary.tsx';
import { CompareVerdictBar } from './CompareVerdictBar.tsx';
import { DifferenceDetail } from './DifferenceDetail.tsx';
import { DifferenceList } from './DifferenceList.tsx';

export interface CompareBenchProps {
  readonly sessionId: string;
  /** False puts the detail under the list. */
  readonly isWide: boolean;
}

/** Two runs side by side: where they part, what followed, what else differs. */
export function CompareBench({ sessionId, isWide }: CompareBenchProps) {
  const compare = useCompare(sessionId);
  return (
    <section className={classNames(layout.column, layout.fill, layout.noOutline)} aria-label="Comparison">
      <header
        className={classNames(
          layout.row,
          layout.wrap,
          layout.fixed,
          layout.ruled,
          layout.chrome,
          styles.head,
        )}
      >
        <h1 className={layout.title}>Compare</h1>
        <CompareSides sessionId={sessionId} compare={compare} />
        <span className={layout.toEnd}>
          <Button onPress={leaveCompare} keys={keysOf('leave-compare')}>
            Back to the run
          </Button>
        </span>
      </header>
      <Answer {...{ sessionId, compare, isWide }} />
    </section>
  );
}

function Answer({ sessionId, compare, isWide }: CompareBenchProps & { readonly compare: Compare }) {
  const { answer, b } = compare;
  const again = <Button onPress={() => void compareAgain(sessionId)}>Compare again</Button>;
  if (b === null || answer === null)
    return (
      <EmptyState
        title="Nothing to compare with yet"
        actions={<Button onPress={() => void pickFiles()}>Open another file</Button>}
      >
        Choose the other run above. Runs of every log that is open beside this one are offered, and the other
        runs of this one.
      </EmptyState>
    );
  switch (answer.kind) {
    case 'running':
      return (
        <div className={classNames(layout.stack, layout.gap8, layout.pad12)} role="status">
          <p>{progressWords(answer)}</p>
          <div>
            <Button onPress={() => stopComparing(sessionId)}>Stop comparing</Button>
          </div>
        </div>
      );
    case 'stopped':
      return (
        <EmptyState title="The comparison was stopped" actions={again}>
          Nothing is known of the two before all of both is read.
        </EmptyState>
      );
    case 'bad-rules':
      return (
        <EmptyState title="The rules cannot be read">
          <ul className={layout.words}>
            {answer.problems.map(({ pointer, message }) => (
              <li key={`${pointer} ${message}`}>
                {pointer === '' ? null : <code>{pointer} </code>}
                {message}
              </li>
            ))}
          </ul>
        </EmptyState>
      );
    case 'no-run':
      return (
        <EmptyState title={`${answer.side.toUpperCase()} does not hold this run any more`}>
          Choose another above.
        </EmptyState>
      );
    case 'failed':
      return (
        <EmptyState title="The two could not be compared" actions={again}>
          {answer.reason}
        </EmptyState>
      );
    default:
      return <Compared {...{ sessionId, b, isWide }} view={answer.view} selected={compare.selected} />;
  }
}

interface ComparedProps extends CompareBenchProps {
  readonly b: ComparedSide;
  readonly view: ComparedView;
  readonly selected: number;
}

function Compared({ sessionId, b, view, selected, isWide }: ComparedProps) {
  const chosen: ComparedDifference | null = view.differences[selected] ?? view.first;
  const isSame = view.first === null;
  return (
    <>
      <CompareVerdictBar view={view} />
      <div className={classNames(styles.panes, !isWide && styles.stacked, isSame && styles.alone)}>
        {isSame ? null : <DifferenceList sessionId={sessionId} view={view} selected={selected} />}
        <section
          className={classNames(styles.detail, layout.scrolls)}
          aria-label={isSame ? 'Summary' : 'Difference'}
          data-region="detail"
          // A region that scrolls takes the focus.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
          tabIndex={0}
        >
          {chosen === null ? null : (
            <DifferenceDetail
              key={differenceName(chosen)}
              {...{ sessionId, b }}
              difference={chosen}
              isFirst={selected < 0}
            />
          )}
          <CompareSummary sessionId={sessionId} b={b} view={view} />
        </section>
      </div>
    </>
  );
}
