import { envelopeSchemaAt } from '@openwop-inspector/acceptor-core';
import { formatRunTook, jsonDepth, pointerOf } from '@openwop-inspector/base';
import {
  announce,
  Button,
  classNames,
  copyText,
  Kbd,
  layout,
  PaneEdge,
  Pending,
  Tabs,
} from '@openwop-inspector/ui';
import { type JSONPath, parse } from 'jsonc-parser';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { Group, Panel } from 'react-resizable-panels';
import { hasChord, keysOf } from '../../commands/commands.ts';
import { isApple } from '../../commands/key-caps.ts';
import { chordOf } from '../../commands/key-map.ts';
import type { Editor } from '../../editor/create-editor.ts';
import { asCommand, asMarkdown, asVectorFile, type BenchCopy } from '../../model/bench-copies.ts';
import type { SchemaFacts } from '../../model/schema-facts.ts';
import type { BenchPart } from '../../model/simulator.ts';
import {
  changeContext,
  editText,
  goToDeciding,
  moveStep,
  openStep,
  runBench,
  runToEnd,
  showEnvelope,
  toggleDifference,
  walk,
} from '../../state/bench-actions.ts';
import { type BenchCommand, format, revert, runBenchCommand } from '../../state/bench-commands.ts';
import { registerEditor } from '../../state/bench-editor.ts';
import { loadHosts } from '../../state/bench-memory.ts';
import { leaveBench, openTextFile, resumeBench } from '../../state/bench-open.ts';
import { type Bench, useBench } from '../../state/bench-store.ts';
import { openOverlay } from '../../state/overlay-store.ts';
import { saveText } from '../../state/save-actions.ts';
import { showBenchPart } from '../../state/simulator-actions.ts';
import { useBenchPart } from '../../state/simulator-store.ts';
import styles from './Acceptor.module.css';
import { BenchHeader, type CopyForm } from './BenchHeader.tsx';
import { BenchResults } from './BenchResults.tsx';
import { EnvelopePane } from './EnvelopePane.tsx';
import { SimulatorBench } from './SimulatorBench.tsx';
import { StepsPane } from './StepsPane.tsx';

/** Larger texts are not parsed while typing. */
const MAX_DEPTH = 200;

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
        const command = commandOf(press);
        if (command === null || (command === 'apply' && part !== 'envelope')) return;
        press.preventDefault();
        press.stopPropagation();
        runBenchCommand(benchId, command);
      }}
    >
      <Tabs<BenchPart>
        label="What is tried"
        value={part}
        onChange={(next) => showBenchPart(benchId, next)}
        tabs={[
          {
            value: 'envelope',
            label: 'Envelope',
            panel: <EnvelopeBench benchId={benchId} isWide={isWide} />,
          },
          ...SIMULATORS.map(({ name, label }) => ({
            value: name,
            label,
            panel: <SimulatorBench key={name} benchId={benchId} name={name} isWide={isWide} />,
          })),
        ]}
      />
    </section>
  );
}

const SIMULATORS = [
  { name: 'turn', label: 'Model turn' },
  { name: 'gate', label: 'Gate' },
  { name: 'discovery', label: 'Discovery' },
] as const;

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
      <BenchHead benchId={benchId} bench={bench} />
      <Parts benchId={benchId} bench={bench} isWide={isWide} />
      <BenchStatus bench={bench} />
    </div>
  );
}

/** Enter with a modifier runs the bench even where a focused button or the editor would handle it. */
function commandOf(press: KeyboardEvent): BenchCommand | null {
  const chord = chordOf(press, isApple(navigator.platform));
  return hasChord('bench-run', chord) ? 'run' : hasChord('bench-apply', chord) ? 'apply' : null;
}

function Parts({ benchId, bench, isWide }: AcceptorBenchProps & { readonly bench: Bench }) {
  const original = useMemo(() => bench.origin.text, [bench.origin]);
  const editor = <BenchEditor benchId={benchId} bench={bench} original={original} />;
  const steps = <BenchSteps benchId={benchId} bench={bench} />;
  const results = <BenchResults benchId={benchId} bench={bench} />;
  if (!isWide) {
    return (
      <div className={layout('fill scrolls', styles.stack)}>
        {editor}
        {steps}
        {results}
      </div>
    );
  }
  return (
    <Group id="bench" className={classNames(styles.panes)} orientation="horizontal">
      <Panel id="bench-editor" defaultSize="33" minSize="260px">
        {editor}
      </Panel>
      <PaneEdge id="bench-edge-1" label="Width of the envelope" />
      <Panel id="bench-steps" defaultSize="30" minSize="260px">
        {steps}
      </Panel>
      <PaneEdge id="bench-edge-2" label="Width of the outcome" />
      <Panel id="bench-results" defaultSize="37" minSize="280px">
        {results}
      </Panel>
    </Group>
  );
}

/** Container of the bench's header. */
function BenchHead({ benchId, bench }: { readonly benchId: string; readonly bench: Bench }) {
  const { run, context } = bench;
  const envelopeType = run?.answer.lines[run.answer.at]?.type ?? null;
  return (
    <BenchHeader
      origin={bench.origin}
      text={bench.text}
      envelopeType={envelopeType}
      profile={context.profile ?? 'lenient'}
      canCopy={run !== null}
      onProfile={(profile) => changeContext(benchId, { profile })}
      onRun={() => void runBench(benchId)}
      onCopy={(form) => {
        if (run !== null) void take(form, { ...run, secrets: bench.secrets });
      }}
      onOpenFile={() => void openTextFile(benchId)}
      onLeave={() => leaveBench(benchId)}
      leaveWords={benchId === '' ? 'Close' : 'Back to the run'}
    />
  );
}

async function take(form: CopyForm, copy: BenchCopy): Promise<void> {
  const vector = () => asVectorFile(copy);
  if (form === 'save-vector')
    return saveText({ suggestedName: 'bench-vector.json', text: vector(), kind: 'json' });
  const text = form === 'vector' ? vector() : form === 'command' ? asCommand(copy) : asMarkdown(copy);
  const { kind } = await copyText(text);
  announce(kind === 'copied' ? 'Copied' : 'Copying was refused');
}

/** View: the footer of the bench. */
function BenchStatus({ bench }: { readonly bench: Bench }) {
  const { run, isRunning, text } = bench;
  return (
    <section
      className={layout('row aside wrap fixed topRuled', styles.status)}
      data-region="status"
      aria-label="Status"
    >
      <span>pure and local: nothing is sent</span>
      {run !== null && run.text !== text ? <span>the text has changed since the last run</span> : null}
      <span className={layout('flex toEnd gap6')}>
        <span>
          {isRunning
            ? 'running'
            : run === null
              ? ''
              : `run ${run.number} in ${formatRunTook(run.answer.micros)}`}
        </span>
        <Button look="link" onPress={() => openOverlay('keys')}>
          <Kbd keys={keysOf('keys')} isHint /> keys
        </Button>
      </span>
    </section>
  );
}

/** Container of the stepper. */
function BenchSteps({ benchId, bench }: { readonly benchId: string; readonly bench: Bench }) {
  const actions = useMemo(
    () => ({
      onOpen: (step: Bench['step']) => openStep(benchId, step),
      onMove: (direction: 1 | -1) => moveStep(benchId, direction),
      onWalk: (direction: 1 | -1) => walk(benchId, direction),
      onEnd: () => runToEnd(benchId),
      onDeciding: () => goToDeciding(benchId),
    }),
    [benchId],
  );
  return (
    <StepsPane
      result={bench.run?.answer.result ?? null}
      step={bench.step}
      reveals={bench.reveals}
      walked={bench.walked}
      {...actions}
    />
  );
}

interface BenchEditorProps {
  readonly benchId: string;
  readonly bench: Bench;
  readonly original: string;
}

/** Container of the editor. */
function BenchEditor({ benchId, bench, original }: BenchEditorProps) {
  const editorRef = useRef<Editor | null>(null);
  const { context, secrets } = bench;
  const describe = useMemo(() => describeEnvelope(context.schemas ?? {}), [context.schemas]);
  const values = useMemo(() => secrets.map(({ value }) => value), [secrets]);
  useEffect(() => registerEditor(() => editorRef.current), []);
  return (
    <EnvelopePane
      text={bench.text}
      original={original}
      showsDifference={bench.showsDifference}
      answer={bench.run?.answer ?? null}
      secrets={values}
      describe={describe}
      editorRef={editorRef}
      onChange={(text) => editText(benchId, text)}
      onRun={() => void runBench(benchId)}
      onFormat={() => format(benchId)}
      onRevert={() => revert(benchId)}
      onDifference={() => toggleDifference(benchId)}
      onEnvelope={(at) => showEnvelope(benchId, at)}
    />
  );
}

/** Schema facts of a path in a text that may be incomplete. `schemas` are those of the context. */
function describeEnvelope(
  schemas: Readonly<Record<string, unknown>>,
): (path: JSONPath, text: string) => SchemaFacts | null {
  return (path, text) => {
    if (jsonDepth(text) > MAX_DEPTH) return null;
    const value: unknown = parse(text);
    const node = envelopeSchemaAt(value, pointerOf(path), schemas);
    if (node === null) return null;
    const own = String(path.at(-1));
    const parent = path.length === 0 ? null : envelopeSchemaAt(value, pointerOf(path.slice(0, -1)), schemas);
    return {
      description: node.description ?? node.title ?? '',
      types: node.type,
      required: parent?.properties.some(({ name, isRequired }) => name === own && isRequired) ?? false,
      values: node.enum.filter(isScalar),
      properties: node.properties.map(({ name, description, isRequired }) => ({
        name,
        description: description ?? '',
        required: isRequired,
      })),
    };
  };
}

function isScalar(value: unknown): value is string | number | boolean | null {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
