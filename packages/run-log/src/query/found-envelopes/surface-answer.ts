/** A surface with its answer: what took its place, what was entered, and what followed. */
import {
  cutMasked,
  isRecord,
  type MaskedText,
  type MaskedValue,
  masker,
  member,
  pointerTo,
  textOfMasked,
  words,
  writtenJsonOf,
} from '@openwop-inspector/base';
import { clip, Fields } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';
import { parentOf } from '../../graph/child-index.ts';
import { type LoadedLog, standing } from '../loaded-log.ts';
import { isTooDeep, maskedOrNull } from '../payload/json-members.ts';
import { PayloadReader } from '../payload/read-payload.ts';
import { type EventRow, eventRows } from '../rows/event-rows.ts';
import { describeRow, ofItsNode, rowsBefore, rowsBehind, WAIT_STEPS } from '../rows/rows.ts';
import type { FoundEnvelope } from './envelopes-in-event.ts';

/** Events inspected behind the surface until it is answered. */
const MAX_AHEAD = 20_000;
/** Events that tell of one answer stand this close together. */
const MAX_NESTING = 8;
/** Events that are read. */
const MAX_READ = 64;

export type SurfaceAnswer = Awaited<ReturnType<typeof surfaceAnswer>>;

/**
 * What became of the surface at an event: of the wait it is bound to, the surfaces that came before the answer, the events
 * that tell the answer, and those that followed. O(events up to the answer, 20,000 at most); reads a few.
 */
export async function surfaceAnswer(changing: LoadedLog, ordinal: number) {
  const log = standing(changing);
  const { index } = log;
  const reader = new PayloadReader(log, MAX_READ);
  const requested = interruptRow(log, ordinal);
  const interrupt = requested < 0 ? null : await boundInterrupt(reader, ordinal);
  const course = requested < 0 ? NOTHING : courseOf(log, ordinal, requested);
  const [first] = course.answered;
  return {
    /** The surface itself. */
    sequence: index.sequenceOf(ordinal),
    surfaceMs: index.timeOf(ordinal),
    /** The interrupt that the surface is bound to; null where none is found. */
    interrupt: interrupt && {
      ordinal: requested,
      sequence: index.sequenceOf(requested),
      kind: interrupt.kind,
    },
    /** Surfaces that took its place before the answer, and the payload of the last; null without any. */
    updated: await updatedBy(reader, course.surfaces),
    /** Null where the log reports none. */
    answer: first === undefined ? null : await enteredAnswer(reader, course.answered),
    /** In the order of the log, at most 12. */
    effects: first === undefined ? [] : await effectRows(log, first),
  };
}

interface Course {
  /** Surfaces that came before the answer. */
  readonly surfaces: readonly number[];
  /** Events that tell the answer, the first of them first. */
  readonly answered: readonly number[];
}

const NOTHING: Course = { surfaces: [], answered: [] };

/** Walks from a surface to its answer, or to where its node continues without one. */
function courseOf(log: LoadedLog, ordinal: number, requested: number): Course {
  const { columns } = log.index;
  const node = columns.node[requested] as number;
  const from = log.order.indexOf(requested);
  const surfaces: number[] = [];
  for (const row of rowsBehind(log, ordinal, MAX_AHEAD)) {
    const own = columns.node[row] as number;
    if (log.index.typeOf(row) === 'ui.a2ui-surface' && (own === node || own === 0)) surfaces.push(row);
    if (own !== node || log.order.indexOf(row) < from) continue;
    const step = WAIT_STEPS.get(describeRow(log, row).act);
    if (step === 'answers') return { surfaces, answered: eventsOfAnswer(log, row, node) };
    if (step === 'ends') break;
  }
  return { surfaces, answered: [] };
}

/** The events that tell one answer: of the node, and that the run continues. */
function eventsOfAnswer(log: LoadedLog, first: number, node: number): readonly number[] {
  const { columns } = log.index;
  const reported = [first];
  for (const row of rowsBehind(log, first, MAX_NESTING)) {
    if (columns.node[row] !== node) {
      if (log.index.typeOf(row) === 'run.resumed') reported.push(row);
    } else if (WAIT_STEPS.get(describeRow(log, row).act) === 'answers') reported.push(row);
    else break;
  }
  return reported;
}

async function updatedBy(reader: PayloadReader, surfaces: readonly number[]) {
  const ordinal = surfaces.at(-1);
  if (ordinal === undefined) return null;
  const payload = (await reader.read(ordinal))?.payload;
  return {
    count: surfaces.length,
    ordinal,
    sequence: reader.log.index.sequenceOf(ordinal),
    timeMs: reader.log.index.timeOf(ordinal),
    payload: isRecord(payload) ? maskedOrNull(payload) : null,
  };
}

/**
 * The events that an answer led to by recorded causes, up to the first of another node each; where there is none, the next of
 * its own node, up to the end of it. Pieces of streams are left out. O(2,000 events).
 */
async function effectRows(log: LoadedLog, answer: number): Promise<AnswerEffect[]> {
  const caused = causedBy(log, answer);
  const effects = caused.length > 0 ? caused : nextOfNode(log, answer);
  const ordinals = effects.map(({ ordinal }) => ordinal);
  const rows = await eventRows(log, ordinals);
  return rows.flatMap((row, at) => {
    const by = effects[at]?.by;
    return by === undefined ? [] : [{ row, by }];
  });
}

/** Events that are reported, and those inspected to find them. */
const MOST = 12;
const MAX_INSPECTED = 2_000;

/** An event that followed the answer. */
export interface AnswerEffect {
  readonly row: EventRow;
  /** By recorded causes, or because it is the next of the node where no cause leads from the answer. */
  readonly by: 'cause' | 'order';
}

interface Effect extends Pick<AnswerEffect, 'by'> {
  readonly ordinal: number;
}

function causedBy(log: LoadedLog, answer: number): readonly Effect[] {
  const { graph } = log;
  if (graph === null) return [];
  const { node } = log.index.columns;
  const known = new Set([answer]);
  const effects: Effect[] = [];
  for (const row of rowsBehind(log, answer, MAX_INSPECTED)) {
    let cause = parentOf(graph, row);
    // An envelope is between two events.
    if (cause >= graph.base) cause = parentOf(graph, cause);
    if (!known.has(cause)) continue;
    if (node[row] === node[answer] || node[row] === 0) known.add(row);
    if (describeRow(log, row).stream === undefined) effects.push({ ordinal: row, by: 'cause' });
    if (effects.length >= MOST) break;
  }
  return effects;
}

function nextOfNode(log: LoadedLog, answer: number): readonly Effect[] {
  const effects: Effect[] = [];
  for (const row of ofItsNode(log, answer, rowsBehind(log, answer, MAX_INSPECTED))) {
    const { act, stream } = describeRow(log, row);
    if (stream !== undefined) continue;
    const length = effects.push({ ordinal: row, by: 'order' });
    const isOver = act === 'nodeCompleted' || act === 'nodeFailed' || act === 'nodeCancelled';
    if (isOver || length >= MOST) break;
  }
  return effects;
}

/** Leaves that are reported. */
const MOST_ENTRIES = 200;
/** Characters of one value. */
const MOST_TEXT = 2_000;

const WHO = ['answeredBy', 'decidedBy', 'resolvedBy', 'resumedBy', 'principal'] as const;

/** A value that was entered. */
interface EnteredValue {
  /** RFC 6901 pointer from the values, of which the first token is the id of a field. */
  readonly path: MaskedText;
  /** A text as it is, anything else as JSON; cut at 2,000 characters. */
  readonly value: MaskedText;
  readonly isText: boolean;
}

/** The user's answer, or one that a host made up when the time ran out. */
export type EnteredAnswer = Awaited<ReturnType<typeof enteredAnswer>>;

/** The answer that some events tell together, the first of them first. */
async function enteredAnswer(reader: PayloadReader, reported: readonly number[]) {
  const payloads: unknown[] = [];
  for (const row of reported) payloads.push((await reader.read(row))?.payload);
  const ordinal = reported[0] ?? -1;
  const { index } = reader.log;
  const values = valuesIn(payloads);
  const { entries, total } = leavesOf(values);
  return {
    /** The first event that reports it. */
    ordinal,
    sequence: index.sequenceOf(ordinal),
    timeMs: index.timeOf(ordinal),
    /** Who answered; null where no event says so. */
    by: whoIn(payloads),
    /** What the host says became of it, with its reason; null where it says nothing. */
    outcome: outcomeIn(payloads),
    /** The whole of what was sent; null where it is not recorded. */
    values,
    /** Its leaves, at most 200 of `total`. */
    entries,
    total,
  };
}

function whoIn(payloads: readonly unknown[]): MaskedText | null {
  const who = payloads.map((payload) => new Fields(payload).first(...WHO)).find((one) => one !== '');
  return who === undefined ? null : clip(who, 128);
}

/** `rejected, timeout`. */
function outcomeIn(payloads: readonly unknown[]): MaskedText | null {
  const said = payloads
    .map((payload) => ['outcome', 'reason'].map((name) => new Fields(payload).text(name, 64)))
    .find(([outcome]) => outcome !== '');
  return said === undefined ? null : clip(said.filter((one) => one !== '').join(', '), 140);
}

/** What was sent, as one event holds it; a turn of a conversation holds it as its content (envelope 7.3). */
function valuesIn(payloads: readonly unknown[]): MaskedValue {
  for (const name of ['resumeValue', 'answers'] as const) {
    for (const payload of payloads) {
      const value = member(payload, name);
      if (value !== undefined && !isTooDeep(value)) return masker.value(contentOf(value)).value ?? null;
    }
  }
  return null;
}

function contentOf(value: unknown): unknown {
  if (!isRecord(value) || value.operation !== 'exchange' || !isRecord(value.turn)) return value;
  return value.turn.content ?? value;
}

/** Leaves in the order of the document; an empty object or list is one. Iterative. */
function leavesOf(values: MaskedValue) {
  const entries: EnteredValue[] = [];
  let total = 0;
  const pending: { readonly value: MaskedValue; readonly path: string }[] =
    values === null || values === undefined ? [] : [{ value: values, path: '' }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, path } = next;
    const isHolder = typeof value === 'object' && value !== null;
    const members: (readonly [string, MaskedValue])[] = isHolder ? Object.entries(value) : [];
    if (members.length > 0) {
      for (const [key, member] of members.reverse())
        pending.push({ value: member, path: pointerTo(path, key) });
      continue;
    }
    total++;
    if (entries.length < MOST_ENTRIES) entries.push(entryOf(value, path));
  }
  return { entries, total };
}

function entryOf(value: MaskedValue, pointer: string): EnteredValue {
  const own = textOfMasked(value);
  const text = own ?? (value === undefined ? words`null` : writtenJsonOf(value));
  const path = cutMasked(masker.identity(pointer), 400);
  return { path, value: cutMasked(text, MOST_TEXT), isText: own !== null };
}

/* The interrupt that a surface or a question is an answer to (envelope 7.3, run-events 3.2.3). */

type Interrupt = NonNullable<FoundEnvelope['interrupt']>;

/** Events inspected before and behind the envelope. */
const MAX_BACK = 20_000;
const MAX_REQUEST_AHEAD = 1_000;

/** What a type does to the wait of a node. */
const ASKS: ReadonlySet<string> = new Set(['interrupt.requested', 'node.suspended', 'approval.requested']);
const ENDS: ReadonlySet<string> = new Set([
  'interrupt.resolved',
  'node.resumed',
  'node.started',
  'node.completed',
  'node.failed',
  'node.cancelled',
]);

/**
 * The interrupt an envelope at an event is bound to: the event itself, else the one its node waits with there, else the
 * next of the node before it continues. For an envelope without a node any wait of the run counts, the latest first.
 */
export async function boundInterrupt(reader: PayloadReader, ordinal: number): Promise<Interrupt | null> {
  const { log } = reader;
  const row = interruptRow(log, ordinal);
  if (row < 0) return null;
  const payload = (await reader.read(row))?.payload;
  const { index } = log;
  const kind = new Fields(payload).text('kind', 128);
  const type = index.typeOf(row);
  return {
    kind: masker.text(kind || (type === 'approval.requested' ? 'approval' : '')),
    nodeId: index.nodeIdOf(row),
    resumeSchema: maskedOrNull(member(payload, 'resumeSchema')),
  };
}

/** The event that asks for the answer of an envelope, as `boundInterrupt`; -1 for none. O(21,000 events). */
function interruptRow(log: LoadedLog, ordinal: number): number {
  if (wordOf(log, ordinal) === 'asks') return ordinal;
  const before = openBefore(log, ordinal);
  return before >= 0 ? before : requestAfter(log, ordinal);
}

/** The wait that is open at an event; of several events about it the one that says most. */
function openBefore(log: LoadedLog, ordinal: number): number {
  const { node } = log.index.columns;
  const ended = new Set<number>();
  for (const row of rowsBefore(log, ordinal, MAX_BACK)) {
    const own = node[row] as number;
    if (own === 0 || (node[ordinal] !== 0 && own !== node[ordinal])) continue;
    const word = wordOf(log, row);
    if (word === 'ends') {
      if (node[ordinal] !== 0) return -1;
      ended.add(own);
    } else if (word === 'asks' && !ended.has(own)) return fullest(log, row);
  }
  return -1;
}

/** `interrupt.requested` is directly before `node.suspended` and has the schema. */
function fullest(log: LoadedLog, row: number): number {
  const { type } = log.index.columns;
  const requested = log.index.types.find('interrupt.requested');
  if (type[row] === requested) return row;
  return [...ofItsNode(log, row, rowsBefore(log, row, 8))].find((other) => type[other] === requested) ?? row;
}

function requestAfter(log: LoadedLog, ordinal: number): number {
  if (log.index.columns.node[ordinal] === 0) return -1;
  for (const row of ofItsNode(log, ordinal, rowsBehind(log, ordinal, MAX_REQUEST_AHEAD))) {
    const word = wordOf(log, row);
    if (word === 'ends') return -1;
    if (word === 'asks') return row;
  }
  return -1;
}

function wordOf(log: LoadedLog, row: number): 'asks' | 'ends' | null {
  const type = foldedType(log.index.typeOf(row));
  return ASKS.has(type) ? 'asks' : ENDS.has(type) ? 'ends' : null;
}
