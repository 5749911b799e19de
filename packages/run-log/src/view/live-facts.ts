/** Where the runs of a log stand at its end: what is at work, what waits for whom, what was spent. */

import { type MaskedText, masker } from '@openwop-inspector/base';
import { ACT } from '@openwop-inspector/events';
import { isTerminalStatus } from '@openwop-inspector/protocol';
import { CarriedPasses } from './carried-pass.ts';
import { type FoldedRun, foldRuns, type NodeState } from './fold.ts';
import { type RequestedInterrupt, readInterrupt } from './live/requested-interrupt.ts';
import { type LimitSpent, SpentPass } from './live/spent-pass.ts';

import { type LoadedLog, standing } from './loaded-log.ts';
import { PayloadReader } from './read-payload.ts';

/** Interrupts and nodes that are listed, and events read for the limits. */
const MAX_INTERRUPTS = 50;
const MAX_NODES = 200;
const READ_FOR_LIMITS = 1_000;

/** A node that has begun and not ended. */
export interface NodeAtWork {
  readonly nodeId: MaskedText;
  readonly runId: MaskedText;
  readonly state: 'started' | 'suspended' | 'retried' | 'resumed';
  /** Ordinal of the event that says so. */
  readonly ordinal: number;
  readonly sinceMs: number | null;
}

/** An interrupt that is no longer open, by the event that says so: the first behind the request that ends the waiting. */
export interface ResolvedInterrupt {
  readonly runId: MaskedText;
  readonly nodeId: MaskedText | null;
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly type: MaskedText;
}

/** Where the runs of a live session stand, folded from its events. O(events) once a generation. */
export interface LiveFacts {
  readonly runs: readonly {
    readonly runId: MaskedText;
    readonly status: MaskedText;
    readonly isTerminal: boolean;
    readonly spent: readonly LimitSpent[];
  }[];
  readonly nodesAtWork: readonly NodeAtWork[];
  readonly interrupts: readonly RequestedInterrupt[];
  /** The last of each node where none is open; at most 50, the newest. */
  readonly resolved: readonly ResolvedInterrupt[];
  /** Ordinal of the newest event in display order; -1 when there is none. */
  readonly newestOrdinal: number;
}

const STATE_OF: Readonly<Record<number, NodeAtWork['state']>> = {
  [ACT.nodeStarted]: 'started',
  [ACT.nodeSuspended]: 'suspended',
  [ACT.interruptRequested]: 'suspended',
  [ACT.nodeResumed]: 'resumed',
  [ACT.interruptResolved]: 'resumed',
  [ACT.nodeRetried]: 'retried',
};

const passes = new CarriedPasses<SpentPass>((pass, row) => pass.take(row));

/**
 * State of the runs of a log as far as it goes. O(events) the first time, then O(new events); reads the open interrupts,
 * at most 50, and a handful of events a run.
 */
export async function liveFacts(changing: LoadedLog): Promise<LiveFacts> {
  const log = standing(changing);
  const { folded } = await foldRuns(log);
  const spent = passes.over(log.order, () => new SpentPass(log));
  const reader = new PayloadReader(log, READ_FOR_LIMITS);
  const runs: LiveFacts['runs'][number][] = [];
  for (const { summary, state } of folded) {
    const { runId, status } = summary;
    const isTerminal = isTerminalStatus(status);
    runs.push({
      runId,
      status,
      isTerminal,
      spent: state === null ? [] : await spent.spentBy(state.run, reader),
    });
  }
  const open = folded.filter(({ summary }) => !isTerminalStatus(summary.status));
  const { length } = log.order;
  return {
    runs,
    nodesAtWork: open.flatMap((run) => nodesAtWork(log, run)).slice(0, MAX_NODES),
    interrupts: await openInterrupts(log, open),
    resolved: folded.flatMap((run) => resolvedInterrupts(log, run)).slice(-MAX_INTERRUPTS),
    newestOrdinal: length === 0 ? -1 : log.order.ordinalAt(length - 1),
  };
}

function nodesAtWork(log: LoadedLog, { state, summary }: FoldedRun): NodeAtWork[] {
  const nodes = [...(state?.nodes.values() ?? [])].filter(isAtWork);
  return nodes.map(({ nodeId, movedOrdinal, movedBy }) => ({
    nodeId: masker.identity(nodeId),
    runId: summary.runId,
    state: STATE_OF[movedBy] ?? 'started',
    ordinal: movedOrdinal,
    sinceMs: log.index.timeOf(movedOrdinal),
  }));
}

function isAtWork({ state, endedOrdinal, movedOrdinal }: NodeState): boolean {
  return (state === 'running' || state === 'suspended') && endedOrdinal < 0 && movedOrdinal >= 0;
}

async function openInterrupts(log: LoadedLog, runs: readonly FoldedRun[]): Promise<LiveFacts['interrupts']> {
  const ordinals = runs
    .filter(({ state }) => state !== null && state.terminalOrdinal < 0)
    .flatMap(({ state }) => [...(state?.open.values() ?? [])]);
  const asked: LiveFacts['interrupts'][number][] = [];
  for (const ordinal of ordinals.slice(0, MAX_INTERRUPTS)) asked.push(await readInterrupt(log, ordinal));
  return asked;
}

function resolvedInterrupts(log: LoadedLog, { state, summary }: FoldedRun): ResolvedInterrupt[] {
  const { index } = log;
  return [...(state?.resolved ?? [])].map(([node, ordinal]) => ({
    runId: summary.runId,
    nodeId: node === 0 ? null : index.nodes.shownOf(node),
    ordinal,
    sequence: index.sequenceOf(ordinal),
    type: index.shownTypeOf(ordinal),
  }));
}
