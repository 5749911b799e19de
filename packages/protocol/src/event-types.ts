/**
 * The catalogue of event types (run-events 3.2): names in seventeen families, what is special about each, and the
 * names outside the catalogue that arrive all the same (run-events 3.4).
 */
import { isRecord } from '@openwop-inspector/base';
import names from '../schemas/event-names-v2.json' with { type: 'json' };
import { families } from './generated/event-families.ts';

/** One of the seventeen families of the catalogue. */
export type EventFamily = keyof typeof families;
/** One of the names of the catalogue. */
export type CatalogueType = (typeof families)[EventFamily]['types'][number];

/** What the catalogue says about one event type. */
export interface EventTypeInfo {
  readonly type: CatalogueType;
  readonly family: EventFamily;
  /** Sent on live streams of mode `debug` only (run-events 3.5). */
  readonly debugOnly: boolean;
  readonly clause: string;
}

const terminalTypes: ReadonlySet<string> = new Set<CatalogueType>([
  'run.completed',
  'run.failed',
  'run.cancelled',
]);

const debugOnlyTypes: ReadonlySet<string> = new Set<CatalogueType>([
  'node.started',
  'node.retried',
  'variable.changed',
  'version.pinned',
  'lease.acquired',
  'lease.renewed',
  'lease.lost',
  'lease.handed-off',
  'log.appended',
]);

const byType: ReadonlyMap<string, EventTypeInfo> = new Map(
  eventFamilies().flatMap((family) =>
    families[family].types.map((type): [string, EventTypeInfo] => [
      type,
      { type, family, debugOnly: debugOnlyTypes.has(type), clause: families[family].clause },
    ]),
  ),
);

/** The 118 names in catalogue order. */
export const CATALOGUE_TYPES: readonly CatalogueType[] = [...byType.values()].map((info) => info.type);

/** The seventeen families in catalogue order. */
export function eventFamilies(): readonly EventFamily[] {
  return Object.keys(families) as EventFamily[];
}

/** Heading of a family: short, sentence case. */
export function familyTitle(family: EventFamily): string {
  return families[family].title;
}

/** What the catalogue says about a type, or undefined for a name outside it. One look-up in a Map. */
export function eventTypeInfo(type: string): EventTypeInfo | undefined {
  return byType.get(type);
}

/** True for one of the 118 names. Safe for hostile names such as `__proto__`. */
export function isCatalogueType(type: string): type is CatalogueType {
  return byType.has(type);
}

/** True for the three types that end a run: exactly one such event, and it is the last (run-events 1.1). */
export function isTerminalType(type: string): type is 'run.completed' | 'run.failed' | 'run.cancelled' {
  return terminalTypes.has(type);
}

// Names outside the catalogue that occur (run-events 3.4), and the values old hosts write. The reader preserves the raw
// names; these maps only say how to fold them.

/** A name outside the catalogue that real hosts or stream modes send. */
export interface OtherTypeInfo {
  readonly type: string;
  /** What it means, in a few plain words. */
  readonly title: string;
  /** Catalogue type it is folded as; null when it is folded as nothing. */
  readonly foldsAs: CatalogueType | 'vote' | null;
}

const otherTypes = [
  { type: 'state.snapshot', title: 'Snapshot of the run', foldsAs: null },
  { type: 'ai.message.chunk', title: 'Chunk of model output', foldsAs: 'output.chunk' },
  { type: 'run.annotated', title: 'Annotation of the run', foldsAs: null },
  { type: 'batch', title: 'Several events in one frame', foldsAs: null },
  { type: 'ui.a2ui-surface', title: 'Surface displayed to the user', foldsAs: null },
  { type: 'ui.a2ui-surface.delta', title: 'Change of a displayed surface', foldsAs: null },
  { type: 'interrupt.vote', title: 'Vote on an approval', foldsAs: 'vote' },
  { type: 'interrupt.vote.recorded', title: 'Vote on an approval', foldsAs: 'vote' },
  { type: 'node.interrupt.resolved', title: 'Interrupt resolved', foldsAs: 'interrupt.resolved' },
  { type: 'heartbeat.evaluated', title: 'Heartbeat evaluated', foldsAs: null },
  { type: 'heartbeat.stateChanged', title: 'Heartbeat changed state', foldsAs: null },
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

/** Returns the run status of a written one, or null if unknown: displayed verbatim, not terminal (bundles 4). */
export function runStatus(written: string): RunStatus | null {
  const status = statusAliases.get(written) ?? written;
  return isRunStatus(status) ? status : null;
}

function isRunStatus(status: string): status is RunStatus {
  return statuses.has(status);
}

/** True for the three statuses a run cannot leave. */
export function isTerminalStatus(status: string): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}

/** A larger event, in bytes, is not a piece of a text. */
export const MAX_PIECE = 64 * 1024;

/** The text of a piece of a stream, and the channel of its node that it is of (run-events 3.2.4); null for another. */
export function pieceOf(payload: unknown): { readonly text: string; readonly channel: unknown } | null {
  if (!isRecord(payload)) return null;
  const text = [payload.chunk, payload.delta, payload.text].find((value) => typeof value === 'string');
  return typeof text === 'string' ? { text, channel: payload.channel } : null;
}

/** True for a type whose events carry pieces of one text or one surface, one after the other. */
export function isPieceType(type: string): boolean {
  return /[._](?:chunk|delta)$/.test(type);
}

// Event types that OpenWOP v2 renamed (run-events 3.6). The other names of the catalogue are the same in both majors, and the
// map is a bijection, so a log is read into the names of v1 and each event keeps one bit for its own spelling.

/** The v1 name and the v2 name. */
const RENAMED = Object.entries(names.renamed);

const v1ByV2: ReadonlyMap<string, string> = new Map(RENAMED.map(([v1, v2]) => [v2, v1]));
const v2ByV1: ReadonlyMap<string, string> = new Map(RENAMED);

/** The v1 name of a type, in either spelling; any other type as it is. */
export function v1EventName(type: string): string {
  return v1ByV2.get(type) ?? type;
}

/** The v2 name of a type, in either spelling; any other type as it is. */
export function v2EventName(type: string): string {
  return v2ByV1.get(type) ?? type;
}
