/**
 * Names outside the catalogue that occur (run-events 3.4), and the values old hosts write. The reader preserves the raw
 * names; these maps only say how to fold them.
 */
import type { CatalogueType } from './event-types.ts';
import { v1EventName } from './v2-event-names.ts';

/** A name outside the catalogue that real hosts or stream modes send. */
export interface OtherTypeInfo {
  readonly type: string;
  /** What it means, in a few plain words. */
  readonly title: string;
  /** `event`: stored in the log. `stream`: sent on a live stream only, never stored as an event. */
  readonly lives: 'event' | 'stream';
  /** Catalogue type it is folded as; null when it is folded as nothing. */
  readonly foldsAs: CatalogueType | 'vote' | null;
}

const otherTypes = [
  { type: 'state.snapshot', title: 'Snapshot of the run', lives: 'stream', foldsAs: null },
  { type: 'ai.message.chunk', title: 'Chunk of model output', lives: 'stream', foldsAs: 'output.chunk' },
  { type: 'run.annotated', title: 'Annotation of the run', lives: 'stream', foldsAs: null },
  { type: 'batch', title: 'Several events in one frame', lives: 'stream', foldsAs: null },
  { type: 'ui.a2ui-surface', title: 'Surface shown to a person', lives: 'event', foldsAs: null },
  { type: 'ui.a2ui-surface.delta', title: 'Change of a shown surface', lives: 'stream', foldsAs: null },
  { type: 'interrupt.vote', title: 'Vote on an approval', lives: 'event', foldsAs: 'vote' },
  { type: 'interrupt.vote.recorded', title: 'Vote on an approval', lives: 'event', foldsAs: 'vote' },
  {
    type: 'node.interrupt.resolved',
    title: 'Interrupt resolved',
    lives: 'event',
    foldsAs: 'interrupt.resolved',
  },
  { type: 'heartbeat.evaluated', title: 'Heartbeat evaluated', lives: 'event', foldsAs: null },
  { type: 'heartbeat.stateChanged', title: 'Heartbeat changed state', lives: 'event', foldsAs: null },
] as const satisfies readonly OtherTypeInfo[];

/** One of the names outside the catalogue. */
export type OtherType = (typeof otherTypes)[number]['type'];

/** The names outside the catalogue that arrive all the same. */
export const OTHER_TYPES: readonly OtherType[] = otherTypes.map(({ type }) => type);

const byName: ReadonlyMap<string, OtherTypeInfo> = new Map(otherTypes.map((info) => [info.type, info]));

/** What is known about a name outside the catalogue, or undefined. */
export function otherTypeInfo(type: string): OtherTypeInfo | undefined {
  return byName.get(type);
}

/**
 * The name to fold an event as: a catalogue type for the aliases of run-events 3.4 and the names of v2, `vote` for both
 * vote rows, and the name itself for everything else.
 */
export function foldedType(type: string): string {
  return byName.get(type)?.foldsAs ?? v1EventName(type);
}

/** Every run status of snapshots and bundles in use (bundles 2.1 and 4), after the aliases. */
export const RUN_STATUSES = [
  'pending',
  'running',
  'paused',
  'waiting-approval',
  'waiting-input',
  'waiting-external',
  'completed',
  'failed',
  'cancelling',
  'cancelled',
] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

const statusAliases: ReadonlyMap<string, RunStatus> = new Map([['waiting-clarification', 'waiting-input']]);
const statuses: ReadonlySet<string> = new Set(RUN_STATUSES);

/** Returns the run status of a written one, or null if unknown: shown verbatim, not terminal (bundles 4). */
export function runStatus(written: string): RunStatus | null {
  const status = statusAliases.get(written) ?? written;
  return isRunStatus(status) ? status : null;
}

/** True for the three statuses a run cannot leave. */
export function isTerminalStatus(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

function isRunStatus(status: string): status is RunStatus {
  return statuses.has(status);
}
