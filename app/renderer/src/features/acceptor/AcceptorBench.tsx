import { formatRunTook } from '@openwop-inspector/base';
import { Button, Kbd, layout, Panes, Pending, Tabs } from '@openwop-inspector/ui';
import { type KeyboardEvent, useEffect } from 'react';
import { hasChord, keysOf } from '../../commands/commands.ts';
import { chordOf, isApple } from '../../commands/key-map.ts';
import { openOverlay } from '../../shared/overlay-store.ts';
import styles from './Acceptor.module.css';
import { BenchHeader } from './BenchHeader.tsx';
import { BenchResults } from './BenchResults.tsx';
import { type BenchCommand, runBenchCommand } from './bench-actions.ts';
import { resumeBench } from './bench-open.ts';
import type { BenchPart } from './bench-part.ts';
import { setBenchPart, useBenchPart } from './bench-part.ts';
import { type Bench, loadHosts, useBench } from './bench-store.ts';
import { EnvelopePane } from './EnvelopePane.tsx';
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
        onChange={(next) => setBenchPart(benchId, next)}
        tabs={[
          {
            value: 'envelope',
            label: 'Envelope',
            panel: <EnvelopeBench benchId={benchId} isWide={isWide} />,
          },
          ...SIMULATOR_NAMES.map((name) => ({
            value: name,
            label: SIMULATORS[name].title,
            panel: <SimulatorBench key={name} benchId={benchId} name={name} isWide={isWide} />,
          })),
        ]}
      />
    </section>
  );
}

const SIMULATOR_NAMES = ['turn', 'gate', 'discovery'] as const;

/** One envelope: input, deciding step, result. */
function EnvelopeBench({ benchId, isWide }: AcceptorBenchProps) {
  const bench = useBench(benchId);
  useEffect(() => {
    if (bench === null) void resumeBench(benchId);
  }, [bench, benchId]);
  useEffect(loadHosts, []);
  if (bench === null) return <Pending>The envelope is being taken from the log.</Pending>;
  const editor = <EnvelopePane benchId={benchId} bench={bench} />;
  const steps = (
    <StepsPane
      benchId={benchId}
      result={bench.run?.answer.result ?? null}
      step={bench.step}
      reveals={bench.reveals}
      walked={bench.walked}
    />
  );
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
            content: editor,
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

/** Enter with a modifier runs the bench even where a focused button or the editor would handle it. */
function commandOf(press: KeyboardEvent): BenchCommand | null {
  const chord = chordOf(press, isApple(navigator.platform));
  return hasChord('bench-run', chord) ? 'run' : hasChord('bench-apply', chord) ? 'apply' : null;
}

/** View: the footer of the bench. */
function BenchStatus({ bench }: { readonly bench: Bench }) {
  const { run, isRunning, text } = bench;
  return (
    <section
      className={layout('row aside wrap fixed topRuled chrome pad0x12', styles.status)}
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
