/** What the window renders of one event: each envelope that it contains or belongs to, then the event itself. */
import { childAt, ownString, parseAsWritten, pointerTo, writtenNumber } from '@openwop-inspector/base';
import type {
  EnvelopeSubject,
  LeftOut,
  NumberAsWritten,
  RenderSubject,
  SubjectTrust,
} from '@openwop-inspector/renderers';
import { chooseRendering, isSurfaceTainted } from '@openwop-inspector/renderers/model';
import {
  type EventRow,
  type FoundEnvelope,
  foundEnvelopes,
  JsonTree,
  type RunLog,
  trustOf,
} from '@openwop-inspector/run-log';
import { type SubjectsTarget, subjectKey, targetName } from '../shared/subject-place.ts';
import { recentAnswers } from './session.ts';

/** Texts over this many UTF-16 units are omitted. */
const MAX_TEXT = 2 * 1024 * 1024;

/** What is rendered of an event or an attempt: envelopes, then the event itself. Empty when nothing is loaded. */
export interface SubjectsAnswer {
  /** Name of the target (shared/subject-place.ts). */
  readonly of: string;
  readonly subjects: readonly RenderSubject[];
}

/** The subjects of an event or an attempt. How each is displayed is decided here, over the whole document. */
export async function subjectsOf(
  log: RunLog,
  { sessionId, ...target }: SubjectsTarget & { readonly sessionId: string },
): Promise<SubjectsAnswer> {
  const { found, event } = await documentsOf(log, target);
  const { level, source } = event === null ? UNMARKED : await trustOf(log, target.ordinal);
  const trust: SubjectTrust = { level: level === 'unstated' ? 'unmarked' : level, source };
  const key = (place: number | null): string => subjectKey({ sessionId, ...target, place });
  const subjects: RenderSubject[] = found.map((one, place) =>
    envelopeSubject(one, documentOf(one), key(place), trust),
  );
  if (event === null) return { of: targetName(target), subjects };
  const { type, nodeId } = event.row;
  const handed = handOver(event.value);
  const tooLarge = handed.tooLarge || !event.isWhole;
  subjects.push({ kind: 'event', key: key(null), type, nodeId, ...handed, tooLarge, trust });
  return { of: targetName(target), subjects };
}

const UNMARKED: SubjectTrust = { level: 'unmarked', source: null };

/** An envelope as it is rendered; `trust` is that of its event. */
export function envelopeSubject(
  found: Pick<EnvelopeSubject, 'foundIn' | 'interrupt' | 'earlier'>,
  document: unknown,
  key: string,
  trust: SubjectTrust,
): EnvelopeSubject {
  const rendering = chooseRendering(document);
  const { media, text, textPointer } = rendering;
  const isLong = text !== null && textPointer !== null && text.length > MAX_TEXT;
  // One untrusted envelope taints a surface for good (envelope 7.7).
  const isTainted = isSurfaceTainted(found.earlier);
  return {
    kind: 'envelope',
    key,
    type: ownString(document, 'type') ?? '',
    ...handOver(document, {
      leave: media === null ? null : '/payload/base64',
      keepLong: rendering.renderer === 'a2ui',
    }),
    trust: isTainted ? { ...trust, level: 'untrusted' } : withOwnTrust(document, trust),
    // Long texts are fetched on demand.
    rendering: isLong ? { ...rendering, text: null } : rendering,
    foundIn: found.foundIn,
    interrupt: found.interrupt,
    ...(found.earlier === undefined ? {} : { earlier: found.earlier }),
  };
}

/** What could not be read as an envelope is the searched text. */
export function documentOf({ value, text }: FoundEnvelope): unknown {
  return value ?? text;
}

/** An envelope may say more of its trust than its event does; untrusted is never revoked. */
function withOwnTrust(document: unknown, trust: SubjectTrust): SubjectTrust {
  if (trust.level === 'untrusted') return trust;
  const stated = childAt(childAt(document, 'meta'), 'contentTrust');
  return stated === 'untrusted' || stated === 'trusted' ? { level: stated, source: null } : trust;
}

interface SubjectDocuments {
  /** In the order in which they are displayed. */
  readonly found: readonly FoundEnvelope[];
  /** Null outside the events. */
  readonly event: EventDocument | null;
}

/** An event with its payload. */
interface EventDocument {
  readonly row: EventRow;
  /** The payload, masked; null when it is absent or cannot be read whole. */
  readonly value: unknown;
  readonly isWhole: boolean;
  /** Place of the payload in the event's document: `/payload`, or `/data` of older hosts. */
  readonly pointer: string;
}

/** Maximum number of targets displayed side by side: the attempts of an envelope, and the one just left. */
const recent = recentAnswers<SubjectDocuments>(6);

/** The documents of an event or an attempt. What belongs to an event may change while more is read. */
export function documentsOf(log: RunLog, target: SubjectsTarget): Promise<SubjectDocuments> {
  const { ordinal, attempt } = target;
  return recent(log, `${targetName(target)} of ${log.state}`, async () => {
    const [found, event] = await Promise.all([
      foundEnvelopes(log, attempt === null ? ordinal : { key: attempt.key, attempt: attempt.number }),
      readEvent(log, ordinal),
    ]);
    return { found, event };
  });
}

async function readEvent(log: RunLog, ordinal: number): Promise<EventDocument | null> {
  if (log.order.indexOf(ordinal) < 0) return null;
  const [row] = await log.rows([ordinal]);
  if (row === undefined) return null;
  const tree = new JsonTree(await log.read(ordinal));
  const pointer = tree.node('/payload', 0) === null && tree.node('/data', 0) !== null ? '/data' : '/payload';
  const written = tree.text(pointer, Number.MAX_SAFE_INTEGER);
  if (written === null) return { row, value: null, isWhole: true, pointer };
  try {
    return { row, value: parseAsWritten(written.text), isWhole: !written.truncated, pointer };
  } catch {
    return { row, value: null, isWhole: false, pointer }; // cut off in the file
  }
}

/** Strings over this many UTF-16 units are omitted. */
const LONG_STRING = 16_384;
/** A document over this many UTF-16 units, long strings left out, is not handed over. */
const MAX_UNITS = 2 * 1024 * 1024;
/** A message cannot carry deeper nesting, and no user unfolds it. */
const MAX_LEVELS = 400;

interface HandedOver {
  /** A copy, with left out strings empty; null when it is too large. */
  readonly value: unknown;
  readonly tooLarge: boolean;
  readonly leftOut: readonly LeftOut[];
  readonly numbers: readonly NumberAsWritten[];
}

const TOO_LARGE: HandedOver = { value: null, tooLarge: true, leftOut: [], numbers: [] };

type Copied = Record<string, unknown> | unknown[];

interface HandOverChoices {
  /** RFC 6901 pointer of a string that is omitted whatever its length. */
  readonly leave?: string | null;
  /** Long strings go too: what reads the document counts their characters. */
  readonly keepLong?: boolean;
}

/** Copies a parsed JSON value. Ends as soon as it is too large. Iterative; keys are data, `__proto__` too. */
export function handOver(document: unknown, { leave, keepLong = false }: HandOverChoices = {}): HandedOver {
  const leftOut: LeftOut[] = [];
  const numbers: NumberAsWritten[] = [];
  /** Objects and arrays still to be copied: their members go into `into`. */
  const pending: { from: object; into: Copied; pointer: string; level: number }[] = [];
  let units = 0;
  const copy = (item: unknown, pointer: string, level: number): unknown => {
    if (typeof item === 'string') {
      const stays = pointer === leave || (!keepLong && item.length > LONG_STRING);
      if (stays) leftOut.push({ pointer, length: item.length });
      units += stays ? 2 : item.length + 2;
      return stays ? '' : item;
    }
    units += 4;
    if (typeof item !== 'object' || item === null) return item;
    const into: Copied = Array.isArray(item) ? [] : {};
    pending.push({ from: item, into, pointer, level });
    return into;
  };
  const value = copy(document, '', 0);
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { from, into, pointer, level } = next;
    // An item of an array counts at least three units, so a long one need not be walked.
    const isTooLong = Array.isArray(from) && units + 3 * from.length > MAX_UNITS;
    if (level >= MAX_LEVELS || isTooLong) return TOO_LARGE;
    for (const [key, item] of Object.entries(from)) {
      if (units > MAX_UNITS) return TOO_LARGE;
      units += key.length;
      const at = pointerTo(pointer, key);
      const text = typeof item === 'number' ? writtenNumber(from, key) : null;
      if (text !== null) numbers.push({ pointer: at, text });
      units += text?.length ?? 0;
      put(into, key, copy(item, at, level + 1));
    }
  }
  return units > MAX_UNITS ? TOO_LARGE : { value, tooLarge: false, leftOut, numbers };
}

function put(into: Copied, key: string, value: unknown): void {
  if (Array.isArray(into)) into.push(value);
  else if (key !== '__proto__') into[key] = value;
  else Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true });
}
