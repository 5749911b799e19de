import { announce, classNames, copyText, layout, PaneEdge } from '@openwop-inspector/ui';
import { useEffect, useRef } from 'react';
import { Group, Panel } from 'react-resizable-panels';
import type { Editor } from '../../editor/create-editor.ts';
import type { SimulatorName } from '../../model/simulator.ts';
import { sharedAnswer, sharedDocument, simulatorCommand } from '../../model/simulator-words.ts';
import { registerEditor } from '../../state/bench-editor.ts';
import { leaveBench } from '../../state/bench-open.ts';
import { liveOf } from '../../state/live-store.ts';
import { saveText } from '../../state/save-actions.ts';
import { openDocument, runSimulator, showBenchPart } from '../../state/simulator-actions.ts';
import { takeLiveDiscovery } from '../../state/simulator-live.ts';
import { useSimulator } from '../../state/simulator-store.ts';
import styles from './Bench.module.css';
import { DocumentPane } from './DocumentPane.tsx';
import { type SimulatorCopy, SimulatorHeader } from './SimulatorHeader.tsx';
import { SimulatorResult } from './SimulatorResult.tsx';

export interface SimulatorBenchProps {
  readonly benchId: string;
  readonly name: SimulatorName;
  readonly isWide: boolean;
}

/** Container of a model turn, the gate or a discovery document: the text beside what came of it. */
export function SimulatorBench({ benchId, name, isWide }: SimulatorBenchProps) {
  const simulator = useSimulator(benchId, name);
  const editorRef = useRef<Editor | null>(null);
  useEffect(() => showBenchPart(benchId, name), [benchId, name]);
  useEffect(() => registerEditor(() => editorRef.current), []);
  if (simulator == null) return null;
  const editor = <DocumentPane benchId={benchId} simulator={simulator} editorRef={editorRef} />;
  const result = (
    <SimulatorResult simulator={simulator} onReveal={(from, to) => editorRef.current?.reveal(from, to)} />
  );
  return (
    <div className={classNames(layout.column, layout.pane)}>
      <SimulatorHeader
        name={name}
        from={simulator.from}
        isEdited={simulator.text !== simulator.original}
        hasChanged={simulator.ran !== null && simulator.ran !== simulator.text}
        isLive={name === 'discovery' && liveOf(benchId) !== null}
        onLive={() => void takeLiveDiscovery(benchId)}
        onOpen={() => void openDocument(benchId, name)}
        onRun={() => void runSimulator(benchId, name)}
        onLeave={() => leaveBench(benchId)}
        leaveWords={benchId === '' ? 'Close' : 'Back to the run'}
        onCopy={(form) => void take(form, simulator)}
      />
      {isWide ? (
        <Group id={`bench-${name}`} className={classNames(styles.panes)} orientation="horizontal">
          <Panel id={`${name}-text`} defaultSize="45" minSize="280px">
            {editor}
          </Panel>
          <PaneEdge id={`${name}-edge`} label="Width of the text" />
          <Panel id={`${name}-result`} defaultSize="55" minSize="320px">
            {result}
          </Panel>
        </Group>
      ) : (
        <div className={classNames(layout.fill, layout.scrolls, styles.stack)}>
          {editor}
          {result}
        </div>
      )}
    </div>
  );
}

async function take(
  form: SimulatorCopy,
  { name, text, answer }: NonNullable<ReturnType<typeof useSimulator>>,
): Promise<void> {
  if (form === 'save')
    return saveText({ suggestedName: `${name}.json`, text: sharedDocument(text), kind: 'json' });
  const copied =
    form === 'command'
      ? simulatorCommand(name, text)
      : form === 'json'
        ? sharedDocument(text)
        : sharedAnswer(text, answer);
  const { kind } = await copyText(copied);
  announce(kind === 'copied' ? 'Copied' : 'Copying was refused');
}
