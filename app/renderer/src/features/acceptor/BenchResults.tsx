/** Container of the right side: outcome, context, comparisons, history. */
import { compareWithHost, type HostRecorded, hostAnswer } from '@openwop-inspector/acceptor-core';
import { countOf, formatSequence } from '@openwop-inspector/base';
import { Button, EmptyState, layout, Pending, pickText, Tabs } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { type BenchPartProps, BenchSection, NoAnswer } from './BenchPaneFrame.tsx';
import { returnTo, setContext, setSecrets, showPane } from './bench-actions.ts';
import { changedLines } from './bench-copies.ts';
import type { Bench, BenchPane, BenchRun } from './bench-store.ts';
import { ComparePane, readHostFile, Verdict } from './ComparePane.tsx';
import { ContextPane } from './ContextPane.tsx';
import { OutcomePane } from './OutcomePane.tsx';
export function BenchResults({ benchId, bench }: BenchPartProps) {
  const { comparison, context } = bench;
  const compare = <ComparePane benchId={benchId} comparison={comparison} host={context.host ?? null} />;
  return (
    <section
      className={layout('column pane narrow ground')}
      aria-label="Outcome and context"
      data-region="outcome"
    >
      <Tabs<BenchPane>
        label="About this run"
        value={bench.pane}
        onChange={(pane) => showPane(benchId, pane)}
        tabs={[
          { value: 'outcome', label: 'Outcome', panel: <Outcome benchId={benchId} bench={bench} /> },
          { value: 'context', label: 'Context', panel: <Context benchId={benchId} bench={bench} /> },
          { value: 'compare', label: 'Compare', panel: compare },
          { value: 'history', label: 'History', panel: <HistoryPane benchId={benchId} bench={bench} /> },
        ]}
      />
    </section>
  );
}

function Outcome({ benchId, bench }: BenchPartProps) {
  const { run, trouble, origin, secrets } = bench;
  const recorded = origin.kind === 'event' ? origin.log.hostRecorded : null;
  const rows = useMemo(
    () =>
      recorded === null || run === null
        ? null
        : compareWithHost(run.answer.result, recorded, run.context.host?.limits ?? null),
    [recorded, run],
  );
  const answer = useMemo(() => {
    if (origin.kind !== 'event' || run === null || rows === null || run.text !== origin.text) return null;
    const masked = origin.log.envelope?.masked ?? 0;
    const { result } = run.answer;
    return hostAnswer({ result, missing: null, hostRecorded: recorded, compared: rows, masked });
  }, [origin, recorded, rows, run]);
  if (trouble !== null) return <Trouble trouble={trouble} recorded={recorded} />;
  if (run === null) return <Pending>The acceptor is running.</Pending>;
  return (
    <OutcomePane
      answer={run.answer}
      context={run.context}
      secrets={secrets}
      hostRows={rows}
      hostAnswer={answer}
      hostWords={origin.kind === 'event' ? `recorded at ${formatSequence(origin.sequence)}` : ''}
      benchId={benchId}
    />
  );
}

interface TroubleProps {
  readonly trouble: NonNullable<Bench['trouble']>;
  /** The verdict of the host, when the log contains one. */
  readonly recorded: HostRecorded | null;
}

function Trouble({ trouble, recorded }: TroubleProps) {
  if (trouble.kind === 'not-reconstructable') {
    const verdict = recorded?.code ?? recorded?.meaning ?? recorded?.status ?? null;
    return (
      <EmptyState title="Not reconstructable">
        {trouble.note}.{' '}
        {verdict === null ? (
          'The host recorded no verdict. '
        ) : (
          <>
            The host recorded <code>{verdict}</code>.{' '}
          </>
        )}
        Put what is missing into the envelope and run it, to see what the acceptor says.
      </EmptyState>
    );
  }
  return <NoAnswer trouble={trouble} />;
}

function Context({ benchId, bench }: BenchPartProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const load = async () => {
    const file = await pickText('Context or discovery document');
    if (file === null) return;
    const read = readHostFile(file.text);
    setProblem(read.ok ? null : `${file.name}: ${read.why}`);
    if (read.ok) setContext(benchId, { ...bench.context, ...read.context });
  };
  return (
    <ContextPane
      context={bench.context}
      secrets={bench.secrets}
      provenance={bench.origin.kind === 'event' ? bench.origin.log.provenance : []}
      problem={problem}
      onReplace={(context) => setContext(benchId, context)}
      onSecrets={(secrets) => setSecrets(benchId, secrets)}
      onLoad={() => void load()}
    />
  );
}

/** The runs of this bench, newest first. Going back restores their text and context. */
function HistoryPane({ benchId, bench: { history, run: current } }: BenchPartProps) {
  const rows = history.map((run, at) => ({ run, change: changeText(run, history[at - 1] ?? null) }));
  return (
    <div className={layout('full scrolls')}>
      <BenchSection title="Runs of this bench" note="stored while the window is open">
        <table className={layout.table}>
          <tbody>
            {rows.reverse().map(({ run: { number, answer }, change }) => (
              <tr key={number} aria-current={number === current?.number ? 'true' : undefined}>
                <th scope="row">{number}</th>
                <td>
                  <Verdict {...answer.result} />
                </td>
                <td className={layout.second}>{change}</td>
                <td>
                  {number === current?.number ? (
                    'current'
                  ) : (
                    <Button
                      small
                      onPress={() => returnTo(benchId, number)}
                      label={`Go back to run ${number}`}
                    >
                      Go back
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </BenchSection>
    </div>
  );
}

function changeText(run: BenchRun, before: BenchRun | null): string {
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
