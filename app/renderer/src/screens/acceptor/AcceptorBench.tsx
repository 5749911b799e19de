import { classNames, layout, PaneEdge, Pending } from '@openwop-inspector/ui';
import { type KeyboardEvent, useEffect, useMemo } from 'react';
import { Group, Panel } from 'react-resizable-panels';
import { hasChord } from '../../commands/commands.ts';
import { isApple } from '../../commands/key-caps.ts';
import { chordOf } from '../../commands/key-map.ts';
import { type BenchCommand, runBenchCommand } from '../../state/bench-commands.ts';
import { loadHosts } from '../../state/bench-memory.ts';
import { resumeBench } from '../../state/bench-open.ts';
import type { Bench } from '../../state/bench-store.ts';
import { useBench } from '../../state/bench-store.ts';
import styles from './Bench.module.css';
import { BenchEditor } from './BenchEditor.tsx';
import { BenchHead } from './BenchHead.tsx';
import { BenchResults } from './BenchResults.tsx';
import { BenchStatus } from './BenchStatus.tsx';
import { BenchSteps } from './BenchSteps.tsx';

export interface AcceptorBenchProps {
  /** The session, '' without one. */
  readonly benchId: string;
  /** False puts the three parts under each other. */
  readonly isWide: boolean;
}

/** The acceptor: what goes in, which step decides, what follows. */
export function AcceptorBench({ benchId, isWide }: AcceptorBenchProps) {
  const bench = useBench(benchId);
  useEffect(() => {
    if (bench === null) void resumeBench(benchId);
  }, [bench, benchId]);
  useEffect(loadHosts, []);
  if (bench === null) return <Pending>The envelope is being taken from the log.</Pending>;
  return (
    <section
      className={classNames(layout.column, layout.fill, layout.noOutline)}
      aria-label="Acceptor"
      onKeyDownCapture={(press) => {
        const command = commandOf(press);
        if (command === null) return;
        press.preventDefault();
        press.stopPropagation();
        runBenchCommand(benchId, command);
      }}
    >
      <BenchHead benchId={benchId} bench={bench} />
      <Parts benchId={benchId} bench={bench} isWide={isWide} />
      <BenchStatus bench={bench} />
    </section>
  );
}

/** Enter with a modifier is meant for the bench even where a focused button or the editor would take it. */
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
      <div className={classNames(layout.fill, layout.scrolls, styles.stack)}>
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
