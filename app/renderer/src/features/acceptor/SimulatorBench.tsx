import type { TextMark } from '@openwop-inspector/acceptor-core';
import { formatCount } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Badge, Button, Icon, layout, MenuButton, Panes } from '@openwop-inspector/ui';
import { type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Editor } from '../../shared/editor/create-editor.ts';
import { showHint } from '../../shared/hint-store.ts';
import { saveText } from '../../shared/save-actions.ts';
import { shell } from '../../shell/bridge.ts';
import { liveOf } from '../live/live-store.ts';
import { copyAndSay, LeaveAndRun } from './BenchHeader.tsx';
import { EditorPane } from './BenchPaneFrame.tsx';
import { fillSimulator } from './bench-open.ts';
import type { SimulatorName } from './bench-part.ts';
import { SimulatorResult } from './SimulatorResult.tsx';
import {
  isExample,
  openDocument,
  type Simulator,
  secretsIn,
  sharedAnswer,
  sharedDocument,
  simulatorCommand,
  startSimulator,
  useSimulator,
} from './simulator-store.ts';

const LABELS = {
  turn: 'Model turn, JSON',
  gate: 'Question to the gate, JSON',
  discovery: 'Discovery document, JSON',
} as const;

const TITLES = {
  turn: {
    title: 'Model turn',
    icon: 'retry',
    what: 'Answers of a model, how a host dispatches, and the node',
  },
  gate: { title: 'Gate', icon: 'model', what: 'What a node requires, the models, and what a host declares' },
  discovery: { title: 'Discovery', icon: 'search', what: 'What a host declares of itself' },
} as const;

const COPIES: readonly { readonly id: SimulatorCopy; readonly title: string }[] = [
  { id: 'command', title: 'Copy as command line' },
  { id: 'json', title: 'Copy the document as JSON' },
  { id: 'answer', title: 'Copy the answer as JSON' },
  { id: 'save', title: 'Save the document' },
];

export interface SimulatorBenchProps {
  readonly benchId: string;
  readonly name: SimulatorName;
  readonly isWide: boolean;
}

/** Container of a model turn, the gate or a discovery document: the text next to its result. */
export function SimulatorBench({ benchId, name, isWide }: SimulatorBenchProps) {
  const simulator = useSimulator(benchId, name);
  const editorRef = useRef<Editor | null>(null);
  useEffect(() => void fillSimulator(benchId, name), [benchId, name]);
  if (simulator === null) return null;
  const editor = <DocumentPane benchId={benchId} simulator={simulator} editorRef={editorRef} />;
  const result = (
    <SimulatorResult simulator={simulator} onReveal={(from, to) => editorRef.current?.reveal(from, to)} />
  );
  return (
    <div className={layout('column pane')}>
      <SimulatorHeader benchId={benchId} simulator={simulator} />
      <Panes
        id={`bench-${name}`}
        isWide={isWide}
        panes={[
          {
            id: `${name}-text`,
            content: editor,
            percent: 45,
            minPixels: 280,
            edge: 'Width of the text',
            isScroller: true,
          },
          { id: `${name}-result`, content: result, percent: 55, minPixels: 320 },
        ]}
      />
    </div>
  );
}

async function take(form: SimulatorCopy, { name, text, answer }: Simulator<SimulatorName>): Promise<void> {
  if (form === 'save')
    return saveText({ suggestedName: `${name}.json`, text: sharedDocument(text), kind: 'json' });
  const copied =
    form === 'command'
      ? simulatorCommand(name, text)
      : form === 'json'
        ? sharedDocument(text)
        : sharedAnswer(text, answer);
  await copyAndSay(copied);
}

/** Requests the attached host's declaration, like the connection doctor. Only on a user gesture. */
async function takeLiveDiscovery(benchId: string): Promise<void> {
  const entry = liveOf(benchId);
  if (entry === null) return;
  const { hostId, hostName } = entry.live;
  try {
    const request = { examineId: crypto.randomUUID(), hostId, runId: null };
    const { discovery } = await shell().call('hosts/examine', request);
    if (discovery === null) return showHint(`${hostName} gives no discovery document. The doctor says why.`);
    startSimulator(benchId, 'discovery', {
      text: `${discovery.documentText}\n`,
      from: `of the live host ${hostName}`,
    });
  } catch (reason) {
    showHint(reason instanceof Error ? reason.message : 'Could not reach the host.');
  }
}

type SimulatorCopy = 'command' | 'json' | 'answer' | 'save';

interface SimulatorPartProps {
  readonly benchId: string;
  readonly simulator: Simulator<SimulatorName>;
}

/** The document, its origin, and its actions. */
function SimulatorHeader({ benchId, simulator }: SimulatorPartProps) {
  const { name, from, text, original, ran } = simulator;
  const { title, icon, what } = TITLES[name];
  return (
    <header className={layout('bar wrap ground gap6x12 pad8x16 min44')} data-region="bench">
      <h1 className={layout('row fixed title gap8')}>
        <Icon name={icon} size={18} /> {title}
        {isExample(simulator) ? <Badge tone="note">Example</Badge> : null}
      </h1>
      <p className={layout('words narrow breaks prose grow320')}>
        {what}, <VisibleText text={from} />
        {text === original ? '' : ', edited'}.
        {ran !== null && ran !== text ? ' The text has changed since the last run.' : ''}
      </p>
      <span className={layout('flex wrap fixed capped gap8')}>
        {name === 'discovery' && liveOf(benchId) !== null ? (
          <Button icon="live" onPress={() => void takeLiveDiscovery(benchId)}>
            From the live host
          </Button>
        ) : null}
        <Button icon="folder" onPress={() => void openDocument(benchId, name)}>
          Open
        </Button>
        <MenuButton
          icon="copy"
          label="Copy as, or save"
          entries={COPIES}
          onAction={(form) => void take(form, simulator)}
        >
          Copy as
        </MenuButton>
        <LeaveAndRun benchId={benchId} part={name} />
      </span>
    </header>
  );
}

interface DocumentPaneProps extends SimulatorPartProps {
  readonly editorRef: RefObject<Editor | null>;
}

function DocumentPane({ benchId, simulator, editorRef }: DocumentPaneProps) {
  const { name, text, original, answer, ran, showsDifference } = simulator;
  const marks = useMemo(() => (ran === text ? marksOf(answer) : []), [answer, ran, text]);
  const secrets = useMemo(() => secretsIn(original).map(({ value }) => value), [original]);
  return (
    <EditorPane
      benchId={benchId}
      part={name}
      title="Document"
      said={marks.length === 0 ? null : <span>{formatCount(marks.length)} marked</span>}
      label={LABELS[name]}
      text={text}
      original={original}
      showsDifference={showsDifference}
      marks={marks}
      secrets={secrets}
      editorRef={editorRef}
    />
  );
}

function marksOf(answer: Simulator<SimulatorName>['answer']): readonly TextMark[] {
  if (answer === null) return [];
  if (answer.kind === 'answered') return answer.marks;
  return answer.problems.map(({ message, pointer, from, to }) => ({
    message,
    pointer,
    from,
    to,
    tone: 'error',
    label: 'refused',
  }));
}
