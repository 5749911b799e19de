import type { TextMark } from '@openwop-inspector/acceptor-core';
import { formatCount } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Badge, Button, layout, Panes } from '@openwop-inspector/ui';
import { useEffect, useMemo } from 'react';
import { showHint } from '../../shared/hint-store.ts';
import { shell } from '../../shell/bridge.ts';
import { liveOf } from '../live/live-store.ts';
import { BenchHead, type Copy } from './BenchHeader.tsx';
import { EditorPane } from './BenchPaneFrame.tsx';
import { fillSimulator } from './bench-open.ts';
import type { SimulatorName } from './bench-part.ts';
import { SimulatorResult } from './SimulatorResult.tsx';
import {
  isExample,
  openDocument,
  SIMULATORS,
  type Simulator,
  secretsIn,
  sharedAnswer,
  sharedDocument,
  simulatorCommand,
  startSimulator,
  useSimulator,
} from './simulator-store.ts';

export interface SimulatorBenchProps {
  readonly benchId: string;
  readonly name: SimulatorName;
  readonly isWide: boolean;
}

/** Container of a model turn, the gate or a discovery document: the text next to its result. */
export function SimulatorBench({ benchId, name, isWide }: SimulatorBenchProps) {
  const simulator = useSimulator(benchId, name);
  useEffect(() => void fillSimulator(benchId, name), [benchId, name]);
  if (simulator === null) return null;
  const editor = <DocumentPane benchId={benchId} simulator={simulator} />;
  const result = <SimulatorResult simulator={simulator} />;
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

interface SimulatorPartProps {
  readonly benchId: string;
  readonly simulator: Simulator;
}

/** The document, its origin, and its actions. */
function SimulatorHeader({ benchId, simulator }: SimulatorPartProps) {
  const { name, from, text, original, ran } = simulator;
  const { title, icon, what } = SIMULATORS[name];
  return (
    <BenchHead
      benchId={benchId}
      part={name}
      icon={icon}
      title={
        <>
          {title}
          {isExample(simulator) ? <Badge tone="note">Example</Badge> : null}
        </>
      }
      about={
        <>
          {what}, <VisibleText text={from} />
          {text === original ? '' : ', edited'}.
          {ran !== null && ran !== text ? ' The text has changed since the last run.' : ''}
        </>
      }
      onOpen={() => openDocument(benchId, name)}
      copies={copiesOf(simulator)}
    >
      {name === 'discovery' && liveOf(benchId) !== null ? (
        <Button icon="live" onPress={() => void takeLiveDiscovery(benchId)}>
          From the live host
        </Button>
      ) : null}
    </BenchHead>
  );
}

const copiesOf = ({ name, text, answer }: Simulator): readonly Copy[] => [
  { title: 'Copy as command line', text: () => simulatorCommand(name, text) },
  { title: 'Copy the document as JSON', text: () => sharedDocument(text) },
  { title: 'Copy the answer as JSON', text: () => sharedAnswer(text, answer) },
  { title: 'Save the document', text: () => sharedDocument(text), savedAs: `${name}.json` },
];

function DocumentPane({ benchId, simulator }: SimulatorPartProps) {
  const { name, text, original, answer, ran, showsDifference } = simulator;
  const marks = useMemo(() => (ran === text ? marksOf(answer) : []), [answer, ran, text]);
  const secrets = useMemo(() => secretsIn(original).map(({ value }) => value), [original]);
  return (
    <EditorPane
      benchId={benchId}
      part={name}
      title="Document"
      said={marks.length === 0 ? null : <span>{formatCount(marks.length)} marked</span>}
      label={SIMULATORS[name].label}
      text={text}
      original={original}
      showsDifference={showsDifference}
      marks={marks}
      secrets={secrets}
    />
  );
}

function marksOf(answer: Simulator['answer']): readonly TextMark[] {
  if (answer?.kind !== 'refused') return answer?.marks ?? [];
  return answer.problems.map((problem) => ({ ...problem, tone: 'error', label: 'refused' }));
}
