import { compareWithHost, hostAnswer } from '@openwop-inspector/acceptor-core';
import { countOf, formatRunTook, formatSequence } from '@openwop-inspector/base';
import { Button, EmptyState, Kbd, layout, Panes, Pending, pickText, Tabs } from '@openwop-inspector/ui';
import { useEffect, useMemo, useState } from 'react';
import { hasChord, keysOf } from '../../commands/commands.ts';
import { chordOf, isApple } from '../../commands/key-map.ts';
import { openOverlay } from '../../shared/overlay-store.ts';
import styles from './Acceptor.module.css';
import { BenchHeader } from './BenchHeader.tsx';
import { type BenchPartProps, BenchSection, NoAnswer } from './BenchPaneFrame.tsx';
import { changedLines } from './bench-copies.ts';
import { resumeBench } from './bench-open.ts';
import { type BenchPart, setBenchPart, useBenchPart } from './bench-part.ts';
import {
  type Bench,
  type BenchPane,
  type BenchRun,
  changeAndRun,
  loadHosts,
  returnTo,
  runBenchCommand,
  setContext,
  showPane,
  useBench,
} from './bench-store.ts';
import { ComparePane, readHostFile, Verdict } from './ComparePane.tsx';
import { ContextPane } from './ContextPane.tsx';
import { EnvelopePane } from './EnvelopePane.tsx';
import { OutcomePane } from './OutcomePane.tsx';
import { SimulatorBench } from './SimulatorBench.tsx';
import { StepsPane } from './StepsPane.tsx';
import { SIMULATORS } from './simulator-store.ts';

export interface AcceptorBenchProps {
  /** The session, '' without one. */
  readonly benchId: string;
  /** False stacks the three parts vertically. */
  readonly isWide: boolean;
}

/** The acceptor: an envelope, a model turn, its gate, the declaration of a host; each in a tab. */
export function AcceptorBench({ benchId, isWide }: AcceptorBenchProps) {
  const part = useBenchPart(benchId);
  return (
    <section
      className={layout('column fill noOutline')}
      aria-label="Acceptor"
      onKeyDownCapture={(press) => {
        // Enter with a modifier runs the bench even where a focused button or the editor would handle it.
        const chord = chordOf(press, isApple(navigator.platform));
        const isRun = hasChord('bench-run', chord);
        if (!isRun && !(hasChord('bench-apply', chord) && part === 'envelope')) return;
        press.preventDefault();
        press.stopPropagation();
        runBenchCommand(benchId, isRun ? 'run' : 'apply');
      }}
    >
      <Tabs<BenchPart>
        label="What is tried"
        value={part}
        onChange={(next) => setBenchPart(benchId, next)}
        tabs={[
          {
            value: 'envelope',
            label: 'Envelope',
            panel: <EnvelopeBench benchId={benchId} isWide={isWide} />,
          },
          ...(['turn', 'gate', 'discovery'] as const).map((name) => ({
            value: name,
            label: SIMULATORS[name].title,
            panel: <SimulatorBench key={name} benchId={benchId} name={name} isWide={isWide} />,
          })),
        ]}
      />
    </section>
  );
}

/** One envelope: input, deciding step, result. */
function EnvelopeBench({ benchId, isWide }: AcceptorBenchProps) {
  const bench = useBench(benchId);
  useEffect(() => {
    if (bench === null) void resumeBench(benchId);
  }, [bench, benchId]);
  useEffect(loadHosts, []);
  if (bench === null) return <Pending>The envelope is being taken from the log.</Pending>;
  return (
    <div className={layout('column pane')}>
      <BenchHeader benchId={benchId} bench={bench} />
      <Panes
        id="bench"
        isWide={isWide}
        panes={[
          {
            id: 'bench-editor',
            content: <EnvelopePane benchId={benchId} bench={bench} />,
            percent: 33,
            minPixels: 260,
            edge: 'Width of the envelope',
            isScroller: true,
          },
          {
            id: 'bench-steps',
            content: <StepsPane benchId={benchId} result={bench.run?.answer.result ?? null} {...bench} />,
            percent: 30,
            minPixels: 260,
            edge: 'Width of the outcome',
          },
          {
            id: 'bench-results',
            content: <BenchResults benchId={benchId} bench={bench} />,
            percent: 37,
            minPixels: 280,
          },
        ]}
      />
      <BenchStatus bench={bench} />
    </div>
  );
}

/** View: the footer of the bench. */
function BenchStatus({ bench: { run, isRunning, text } }: { readonly bench: Bench }) {
  const ran = run === null ? '' : `run ${run.number} in ${formatRunTook(run.answer.micros)}`;
  return (
    <section
      className={layout('row aside wrap fixed topRuled chrome pad0x12', styles.status)}
      data-region="status"
      aria-label="Status"
    >
      <span>pure and local: nothing is sent</span>
      {run !== null && run.text !== text ? <span>the text has changed since the last run</span> : null}
      <span className={layout('flex toEnd gap6')}>
        <span>{isRunning ? 'running' : ran}</span>
        <Button look="link" onPress={() => openOverlay('keys')}>
          <Kbd keys={keysOf('keys')} isHint /> keys
        </Button>
      </span>
    </section>
  );
}

/** Container of the right side: outcome, context, comparisons, history. */
function BenchResults({ benchId, bench }: BenchPartProps) {
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
  if (trouble?.kind === 'not-reconstructable') {
    const verdict = recorded?.code ?? recorded?.meaning ?? recorded?.status ?? null;
    return (
      <EmptyState title="Not reconstructable">
        {trouble.note}. The host recorded {verdict === null ? 'no verdict' : <code>{verdict}</code>}. Put what
        is missing into the envelope and run it, to see what the acceptor says.
      </EmptyState>
    );
  }
  if (trouble !== null) return <NoAnswer trouble={trouble} />;
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
      onSecrets={(secrets) => changeAndRun(benchId, { secrets })}
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
  // Each run has a clock of its own.
  const contextText = ({ context: { now: _now, ...context } }: BenchRun) => JSON.stringify(context);
  const changed = [
    ...(lines === 0 ? [] : [countOf(lines, 'line')]),
    ...(contextText(run) === contextText(before) ? [] : ['the context']),
  ];
  return changed.length === 0 ? 'nothing changed' : `${changed.join(' and ')} changed`;
}
