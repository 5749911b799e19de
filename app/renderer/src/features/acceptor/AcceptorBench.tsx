import {
  compareWithHost,
  envelopeSchemaAt,
  hostAnswer,
  type TextMark,
} from '@openwop-inspector/acceptor-core';
import {
  countOf,
  formatBytes,
  formatCount,
  formatRunTook,
  formatSequence,
  jsonDepth,
  pointerOf,
} from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import {
  Button,
  EmptyState,
  Icon,
  Kbd,
  layout,
  Panes,
  Pending,
  pickText,
  Segmented,
  Tabs,
  tones,
} from '@openwop-inspector/ui';
import { getLocation, type JSONPath, parse } from 'jsonc-parser';
import { useEffect, useMemo, useState } from 'react';
import type { RunAnswer } from '../../acceptor-worker/run-jobs.ts';
import { hasChord, keysOf } from '../../commands/commands.ts';
import { chordOf, isApple } from '../../commands/key-map.ts';
import type { CursorPlace } from '../../shared/editor/create-editor.ts';
import type { SchemaFacts } from '../../shared/editor/schema-assist.ts';
import { openOverlay } from '../../shared/overlay-store.ts';
import styles from './Acceptor.module.css';
import { BenchHead, type BenchPartProps, BenchSection, EditorPane, NoAnswer } from './BenchPaneFrame.tsx';
import {
  asCommand,
  asMarkdown,
  asVectorFile,
  type BenchCopy,
  type BenchOrigin,
  changedLines,
  originText,
} from './bench-copies.ts';
import { openTextFile, resumeBench } from './bench-open.ts';
import { type BenchPart, setBenchPart, useBenchPart } from './bench-part.ts';
import {
  type Bench,
  type BenchPane,
  type BenchRun,
  changeAndRun,
  changeContext,
  loadHosts,
  returnTo,
  runBenchCommand,
  setContext,
  showPane,
  useBench,
} from './bench-store.ts';
import { ComparePane, readHostFile, Verdict } from './ComparePane.tsx';
import { ContextPane } from './ContextPane.tsx';
import { OutcomePane } from './OutcomePane.tsx';
import { lineInText } from './outcome-text.ts';
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
  const envelope = <EnvelopeBench benchId={benchId} isWide={isWide} />;
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
          { value: 'envelope', label: 'Envelope', panel: envelope },
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

function EnvelopeBench({ benchId, isWide }: AcceptorBenchProps) {
  const bench = useBench(benchId);
  useEffect(() => {
    if (bench === null) void resumeBench(benchId);
  }, [bench, benchId]);
  useEffect(loadHosts, []);
  if (bench === null) return <Pending>The envelope is being taken from the log.</Pending>;
  const steps = <StepsPane benchId={benchId} result={bench.run?.answer.result ?? null} {...bench} />;
  const results = <BenchResults benchId={benchId} bench={bench} />;
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
          { id: 'bench-steps', content: steps, percent: 30, minPixels: 260, edge: 'Width of the outcome' },
          { id: 'bench-results', content: results, percent: 37, minPixels: 280 },
        ]}
      />
      <BenchStatus bench={bench} />
    </div>
  );
}

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
  const { rows, answer } = useMemo(() => {
    if (origin.kind !== 'event' || recorded === null || run === null) return { rows: null, answer: null };
    const { result } = run.answer;
    const compared = compareWithHost(result, recorded, run.context.host?.limits ?? null);
    const masked = origin.log.envelope?.masked ?? 0;
    const isAsRecorded = run.text === origin.text;
    const parts = { result, missing: null, hostRecorded: recorded, compared, masked };
    return { rows: compared, answer: isAsRecorded ? hostAnswer(parts) : null };
  }, [origin, recorded, run]);
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
            {rows.reverse().map(({ run, run: { number, answer }, change }) => (
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
                    <Button small onPress={() => returnTo(benchId, run)} label={`Go back to run ${number}`}>
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
  const context = contextText(run) === contextText(before) ? '' : 'the context';
  const changed = [lines === 0 ? '' : countOf(lines, 'line'), context].filter((what) => what !== '');
  return `${changed.join(' and ') || 'nothing'} changed`;
}

const PROFILES = [
  { value: 'lenient', label: 'Lenient', title: 'Follows the prose, with its allowances for version 1' },
  { value: 'strict', label: 'Strict', title: 'Takes the published schema literally, fills nothing in' },
  { value: 'reference', label: 'Reference', title: 'Does what the reference host does, deviations included' },
] as const;

const copiesOf = (copy: BenchCopy) => [
  { title: 'Copy as Markdown with the trace', text: () => asMarkdown(copy) },
  { title: 'Copy as command line', text: () => asCommand(copy) },
  { title: 'Copy as vector', text: () => asVectorFile(copy) },
  { title: 'Save as vector file', text: () => asVectorFile(copy), savedAs: 'bench-vector.json' },
];

function BenchHeader({ benchId, bench }: BenchPartProps) {
  const { run, context, secrets } = bench;
  return (
    <BenchHead
      benchId={benchId}
      part="envelope"
      icon="repair"
      title="Acceptor"
      about={<From bench={bench} />}
      onOpen={() => openTextFile(benchId)}
      copies={run === null ? [] : copiesOf({ ...run, secrets })}
    >
      <Segmented
        label="Profile"
        choices={PROFILES}
        value={context.profile ?? 'lenient'}
        onChange={(profile) => changeContext(benchId, { profile })}
      />
    </BenchHead>
  );
}

const ORIGINAL_WORDS = { event: 'what the log holds', file: 'the file', example: 'the example' } as const;

function From({ bench: { origin, text, run } }: { readonly bench: Bench }) {
  const envelopeType = run?.answer.lines[run.answer.at]?.type ?? null;
  const lines = changedLines(origin.text, text);
  // An edited example is no longer the example.
  const isTyped = origin.kind === 'example' && lines > 0;
  const edited = `, edited: ${countOf(lines, 'line differs', 'lines differ')} from ${ORIGINAL_WORDS[origin.kind]}`;
  return (
    <>
      {envelopeType === null ? 'An envelope' : <VisibleText as="code" text={envelopeType} />}{' '}
      {isTyped ? 'as typed here' : <Place origin={origin} />}
      {lines === 0 || isTyped ? '.' : `${edited}.`}
    </>
  );
}

function Place({ origin }: { readonly origin: BenchOrigin }) {
  if (origin.kind === 'example') return 'as an example: type, paste, or open a file';
  if (origin.kind === 'file')
    return (
      <>
        from <b>{origin.name}</b>
      </>
    );
  const { sequence, type, nodeId } = origin;
  return (
    <>
      {originText(origin)}{' '}
      <b>
        {formatSequence(sequence)} {type}
      </b>
      {nodeId === null ? '' : ' of node '}
      {nodeId === null ? null : <VisibleText as="code" text={nodeId} />}
    </>
  );
}

/** Maximum length of a text in which the pointer at the cursor is computed on every move. */
const MAX_LOOKUP = 300_000;

/** Larger texts are not parsed while typing. */
const MAX_DEPTH = 200;

const NO_MARKS: readonly TextMark[] = [];

/** The envelope as text, with annotations of the acceptor at their positions. */
function EnvelopePane({ benchId, bench }: BenchPartProps) {
  const { text, origin, showsDifference, context, secrets } = bench;
  const answer = bench.run?.answer ?? null;
  const describe = useMemo(() => describeEnvelope(context.schemas ?? {}), [context.schemas]);
  const marks = answer?.marks ?? NO_MARKS;
  const values = useMemo(() => secrets.map(({ value }) => value), [secrets]);
  const [place, setPlace] = useState<CursorPlace>({ line: 1, column: 1, offset: 0 });
  const document = { text, original: origin.text, showsDifference, marks, secrets: values, describe };
  return (
    <EditorPane
      benchId={benchId}
      part="envelope"
      title="Envelope"
      said={<Counts marks={marks} />}
      label="Envelope, JSON"
      {...document}
      onCursor={setPlace}
      head={
        <>
          {answer === null || answer.lines.length < 2 ? null : (
            <EnvelopeChoice benchId={benchId} answer={answer} />
          )}
          {answer?.syntax == null ? null : (
            <p className={layout('bar errorText gap8 errorTint rowText pad6x12')} role="alert">
              <Icon name="failed" />
              Not JSON. Line {formatCount(answer.syntax.line)}, column {formatCount(answer.syntax.column)},
              byte {formatCount(answer.syntax.byteOffset)}: {answer.syntax.message}
            </p>
          )}
        </>
      }
      foot={
        <footer className={layout('row aside wrap fixed topRuled min30 ground gap2x12 pad4x12')}>
          <code className={layout.clip}>
            Ln {formatCount(place.line)}, Col {formatCount(place.column)}
          </code>
          <CursorPointer text={text} offset={place.offset} />
          {answer === null ? null : <span>{formatBytes(answer.bytes)}</span>}
          <span className={layout('inlineRow toEnd gap5')} aria-hidden="true">
            <Kbd keys={keysOf('bench-next-mark')} /> next mark
          </span>
        </footer>
      }
    />
  );
}

/** Selects one of several envelopes. */
function EnvelopeChoice({ benchId, answer }: { readonly benchId: string; readonly answer: RunAnswer }) {
  const { lines, at } = answer;
  return (
    <label className={layout('bar second gap8 pad5x12 smallSelect')}>
      <span>{countOf(lines.length, 'envelope')}, looking at</span>
      <select value={at} onChange={({ target }) => changeAndRun(benchId, { at: Number(target.value) })}>
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: envelopes of a text differ by their position only
          <option key={index} value={index}>
            {index + 1}: {line.type ?? 'no type'}, {lineInText(line)}
          </option>
        ))}
      </select>
    </label>
  );
}

const COUNTED = [
  ['error', 'failed'],
  ['warning', 'warning'],
] as const;

function Counts({ marks }: { readonly marks: readonly TextMark[] }) {
  return COUNTED.map(([tone, icon]) => {
    const count = marks.filter((mark) => mark.tone === tone).length;
    return count === 0 ? null : (
      <span key={tone} className={layout('inlineRow gap5', tones[tone])}>
        <Icon name={icon} /> {countOf(count, tone)}
      </span>
    );
  });
}

function CursorPointer({ text, offset }: { readonly text: string; readonly offset: number }) {
  const pointer = useMemo(
    () => (text.length > MAX_LOOKUP ? '' : pointerOf(getLocation(text, offset).path)),
    [text, offset],
  );
  return <code className={layout.clip}>{pointer}</code>;
}

/** Schema facts of a path in a text that may be incomplete. `schemas` are those of the context. */
function describeEnvelope(schemas: Readonly<Record<string, unknown>>) {
  return (path: JSONPath, text: string): SchemaFacts | null => {
    if (jsonDepth(text) > MAX_DEPTH) return null;
    const value: unknown = parse(text);
    const node = envelopeSchemaAt(value, pointerOf(path), schemas);
    if (node === null) return null;
    const own = String(path.at(-1));
    const parent = path.length === 0 ? null : envelopeSchemaAt(value, pointerOf(path.slice(0, -1)), schemas);
    const isRequired = parent?.properties.some((one) => one.name === own && one.isRequired) ?? false;
    return { ...node, isRequired };
  };
}
