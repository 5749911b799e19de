import { countOf, mayBeMasked } from '@openwop-inspector/base';
import {
  type EventRow,
  isFilterError,
  parseFilter,
  type RunLog,
  rowAt,
  runFilter,
} from '@openwop-inspector/run-log';
import type { Terminal } from '../terminal/terminal.ts';
import { NotInLog, remark } from '../verbs/complain.ts';

/** What a reference leads to. `remark` says what else it could have meant. */
export type FoundEvent =
  | { readonly kind: 'event'; readonly row: EventRow; readonly remark: string | null }
  | { readonly kind: 'none'; readonly message: string };

/** Other runs named in a remark; there may be thousands. */
const NAMED_RUNS = 3;

/**
 * Finds the event a reference names: an eventId first, as recorded or as displayed, then `runId:sequence`, then a sequence. A sequence that several
 * runs hold means the first run's event, and the remark names the others. O(events).
 */
export async function findEvent(log: RunLog, reference: string): Promise<FoundEvent> {
  const { id, sequence, run } = referenceForms(reference);
  if (mayBeMasked(reference)) {
    const [row, other] = (await findDisplayedId(log, reference)).events;
    if (other !== undefined) return { kind: 'none', message: ambiguousText(reference) };
    if (row !== undefined) return { kind: 'event', row, remark: null };
  }
  const byId = await eventById(log, id);
  if (byId !== null) {
    const remark = sequence === null ? null : `${reference} is read as an eventId, not as a sequence`;
    return { kind: 'event', row: byId, remark };
  }
  if (run !== null) {
    const rows = await eventsBySequence(log, run.sequence, (row) => row.runId === run.runId);
    if (rows[0] !== undefined) return { kind: 'event', row: rows[0], remark: null };
  }
  if (sequence !== null) {
    const rows = await eventsBySequence(log, sequence, () => true);
    if (rows[0] !== undefined) return { kind: 'event', row: rows[0], remark: otherRuns(rows, sequence) };
  }
  return { kind: 'none', message: notFound(log, reference) };
}

/** The event that a reference names, with a remark when it could mean another. Rejects with `NotInLog` when it names none. */
export async function requestedEvent(log: RunLog, reference: string, terminal: Terminal): Promise<EventRow> {
  const found = await findEvent(log, reference);
  if (found.kind === 'none') throw new NotInLog(found.message);
  if (found.remark !== null) remark(terminal, found.remark);
  return found.row;
}

/** The event with an eventId, recorded or derived; null when none has it. */
export async function eventById(log: RunLog, eventId: string): Promise<EventRow | null> {
  const ordinal = log.index.findById(eventId);
  return rowAt(log, ordinal < 0 ? null : ordinal);
}

/** Events with a sequence, in display order, a few at most. */
async function eventsBySequence(log: RunLog, sequence: number, accept: (row: EventRow) => boolean) {
  const filter = await parseFilter(`seq:${sequence}`, log);
  if (isFilterError(filter)) return [];
  const ordinals = (await runFilter(filter, log, { isCancelled: () => false })) ?? new Int32Array(0);
  const rows: EventRow[] = [];
  for (const ordinal of ordinals) {
    const [row] = await log.rows([ordinal]);
    if (row !== undefined && accept(row)) rows.push(row);
    if (rows.length > NAMED_RUNS) break;
  }
  return rows;
}

function otherRuns(rows: readonly EventRow[], sequence: number): string | null {
  const [first, ...rest] = rows;
  if (first === undefined || rest.length === 0) return null;
  const others = rest.slice(0, NAMED_RUNS).map((row) => `${row.runId}:${sequence}`);
  const more = rest.length >= NAMED_RUNS ? ' and more' : '';
  return `sequence ${sequence} occurs in several runs; this is ${first.runId}:${sequence}, others are ${others.join(', ')}${more}`;
}

function notFound(log: RunLog, reference: string): string {
  const total = log.order.length;
  if (total === 0) return `there is no event ${reference}: the file holds no events`;
  const read = log.cancelled ? ` that were read until the stop` : '';
  return `there is no event ${reference} in ${countOf(total, 'event')}${read}. Name it by eventId, by sequence (1282) or by runId:sequence`;
}

/** Reads a reference. `#1282` is `1282`, as the reports write it; a runId may hold colons itself. */
export function referenceForms(reference: string) {
  const within = /^(.+):#?(\d{1,15})$/s.exec(reference);
  const plain = /^#?(\d{1,15})$/.exec(reference);
  const [, runId = '', digits = ''] = within ?? [];
  return {
    /** The text itself: an eventId or a correlationId. */
    id: reference,
    sequence: plain === null ? null : Number(plain[1]),
    /** The run, when the reference has the form `runId:sequence`. */
    run: within === null ? null : { runId, sequence: Number(digits) },
  };
}

/** Number of events read at a time. */
const BATCH = 500;

/** All rows of a log in display order, read a few at a time. */
export async function* everyRow(log: RunLog): AsyncGenerator<EventRow> {
  const { order } = log;
  for (let at = 0; at < order.length; at += BATCH) {
    const size = Math.min(BATCH, order.length - at);
    yield* await log.rows(Array.from({ length: size }, (_, i) => order.ordinalAt(at + i)));
  }
}

/**
 * What a log shows under an id as it was printed: events of that eventId, envelopes of that correlationId. It has the tag
 * of its mark as in lists, or none as in documents. Tags have 16 bits, so two ids may be printed alike: every event is
 * compared. Reads the whole log.
 */
export async function findDisplayedId(log: RunLog, displayed: string) {
  const isDisplayed = (id: string | null): boolean =>
    id !== null &&
    (id === displayed || id.replaceAll(/(…\[masked:[a-z0-9-]{1,40}) [0-9a-f]{4}\]/g, '$1]') === displayed);
  const events: EventRow[] = [];
  const envelopes = new Map<number, string>();
  const { graph } = log;
  for await (const row of everyRow(log)) {
    if (isDisplayed(row.eventId) && events.length < 2) events.push(row);
    const parent = graph?.parent[row.ordinal] ?? -1;
    if (isDisplayed(row.causationId) && graph !== null && parent >= graph.base)
      envelopes.set(parent, row.causationId ?? '');
  }
  for (const [node, id] of await withoutEvents(log, isDisplayed)) envelopes.set(node, id);
  const nodes = [...envelopes.keys()].sort((one, other) => one - other);
  const hashes = nodes.map((node) => graph?.envelopes[node - graph.base]);
  const isAmbiguous = new Set(hashes.map((envelope) => `${envelope?.a} ${envelope?.b}`)).size > 1;
  return {
    /** Two at most: a masked id that several events are displayed under names none of them. */
    events,
    /** Nodes of the causal graph, one for each run that uses the id. */
    envelopes: nodes,
    /** That id as lists show it; null without envelopes. */
    correlationId: envelopes.get(nodes[0] ?? -1) ?? null,
    /** The envelopes have different ids, which only look alike when they are masked. */
    isAmbiguous,
  };
}

/** Envelopes recorded outside of events that no event names as its cause. */
async function withoutEvents(log: RunLog, isDisplayed: (id: string) => boolean) {
  const found: [number, string][] = [];
  const { graph } = log;
  for (const [number, { events, record }] of (graph?.envelopes ?? []).entries()) {
    if (record < 0 || events > 0) continue;
    const node = (graph?.base ?? 0) + number;
    const chain = await log.chain({ ordinal: node }, { descendantLimit: 0, links: false });
    if (chain?.target.kind === 'envelope' && isDisplayed(chain.target.correlationId))
      found.push([node, chain.target.correlationId]);
  }
  return found;
}

/** Why a masked id names nothing. */
export function ambiguousText(displayed: string): string {
  return `several ids are displayed as ${displayed}. Name the event by its sequence`;
}
