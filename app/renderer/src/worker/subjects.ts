/**
 * What the window renders of one event: each envelope that it contains or belongs to, then the event itself; and the parts
 * of them that it fetches on demand: bytes, texts, the tree of a large one.
 */
import {
  childAt,
  masker,
  ownString,
  parseAsWritten,
  pointerTo,
  unreachable,
  valueAt,
  writeJson,
  writtenNumber,
} from '@openwop-inspector/base';
import type {
  ContentProblem,
  EnvelopeSubject,
  LeftOut,
  LoadedContent,
  LoadedText,
  NumberAsWritten,
  PayloadChildren,
  PayloadMatches,
  PayloadNode,
  PayloadText,
  RenderSubject,
  SubjectTrust,
} from '@openwop-inspector/renderers';
import { chooseRendering, isSurfaceTainted } from '@openwop-inspector/renderers/model';
import {
  type EventRow,
  type FoundEnvelope,
  foundEnvelopes,
  JsonTree,
  nextTurn,
  type RunLog,
  trustOf,
} from '@openwop-inspector/run-log';
import { type SubjectPlace, type SubjectsTarget, subjectKey, targetName } from '../shared/subject-place.ts';
import { recentAnswers } from './sessions.ts';

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
const documentOf = ({ value, text }: FoundEnvelope): unknown => value ?? text;

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
const recentDocuments = recentAnswers<SubjectDocuments>(6);

/** The documents of an event or an attempt. What belongs to an event may change while more is read. */
function documentsOf(log: RunLog, target: SubjectsTarget): Promise<SubjectDocuments> {
  const { ordinal, attempt } = target;
  return recentDocuments(log, `${targetName(target)} of ${log.state}`, async () => {
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

/** Most of a string that is handed out, in UTF-16 units. */
const MAX_LOADED = 8 * 1024 * 1024;
/** Maximum number of members in a page of the tree. */
const MAX_MEMBERS = 2_000;

/** A question of a payload tree; pointers count from the document. */
export type ContentTreeQuestion =
  | { readonly kind: 'node'; readonly pointer: string }
  | { readonly kind: 'children'; readonly pointer: string; readonly offset: number; readonly limit: number }
  | { readonly kind: 'text'; readonly pointer: string }
  | { readonly kind: 'search'; readonly text: string };

/** Of the requested kind. Null when the document has no such value. */
export type ContentTreeAnswer =
  | { readonly kind: 'node'; readonly node: PayloadNode | null }
  | { readonly kind: 'children'; readonly children: PayloadChildren | null }
  | { readonly kind: 'text'; readonly text: PayloadText | null }
  | { readonly kind: 'search'; readonly matches: PayloadMatches };

type DocumentPlace = Omit<SubjectPlace, 'sessionId'>;
type PlaceInDocument = DocumentPlace & { readonly pointer: string };

/** Bytes of the base64 string at a pointer. */
export async function contentBytes(log: RunLog, place: PlaceInDocument) {
  const text = await stringAt(log, place);
  return text === null ? NO_STRING : decodeBase64(text);
}

/** The string at a pointer, masked. */
export async function contentText(log: RunLog, place: PlaceInDocument): Promise<LoadedText | ContentProblem> {
  const text = await stringAt(log, place);
  if (text === null) return NO_STRING;
  return { kind: 'text', text: masker.text(text.slice(0, MAX_LOADED)), truncated: text.length > MAX_LOADED };
}

const NO_STRING: ContentProblem = { kind: 'problem', message: 'There is no text at this place any more.' };

async function stringAt(log: RunLog, { pointer, place, ...target }: PlaceInDocument): Promise<string | null> {
  const { found, event } = await documentsOf(log, target);
  const one = place === null ? undefined : found[place];
  const document = place === null ? event?.value : one && documentOf(one);
  const value = valueAt(document, pointer);
  return typeof value === 'string' ? value : null;
}

/** A question about the tree of a document, with pointers that count from the document. */
export async function contentTree(
  log: RunLog,
  { ask, ...of }: DocumentPlace & { readonly ask: ContentTreeQuestion },
): Promise<ContentTreeAnswer> {
  const { tree, root, base } = await treeOf(log, of);
  switch (ask.kind) {
    case 'node': {
      const node = tree.node(root + ask.pointer, base);
      return { kind: 'node', node: node === null ? null : fromRoot(node, root, ask.pointer === '') };
    }
    case 'children': {
      const limit = Math.min(ask.limit, MAX_MEMBERS);
      const children = tree.children(root + ask.pointer, ask.offset, limit, base);
      if (children === null) return { kind: 'children', children };
      const nodes = children.nodes.map((node) => fromRoot(node, root, false));
      return { kind: 'children', children: { ...children, pointer: ask.pointer, nodes } };
    }
    case 'text':
      return { kind: 'text', text: tree.text(root + ask.pointer) };
    case 'search': {
      const { pointers, truncated } = tree.search(ask.text);
      const inside = pointers.filter((pointer) => pointer.startsWith(`${root}/`));
      const matches = { pointers: inside.map((pointer) => pointer.slice(root.length)), truncated };
      return { kind: 'search', matches };
    }
    default:
      return unreachable(ask);
  }
}

function fromRoot<Node extends { readonly pointer: string; readonly key: string | number | null }>(
  node: Node,
  root: string,
  isRoot: boolean,
): Node {
  return { ...node, pointer: node.pointer.slice(root.length), ...(isRoot ? { key: null } : {}) };
}

interface CachedTree {
  readonly tree: JsonTree;
  /** Pointer of the document in what the tree reads. */
  readonly root: string;
  /** Place of the first byte in the source; 0 for a document that was put together. */
  readonly base: number;
}

/** A tree remembers where members are, so the last few are cached. */
const recentTrees = recentAnswers<CachedTree>(3);

/** Over the recorded bytes where they are the unchanged document; else over the document serialized again. */
function treeOf(log: RunLog, { place, ...target }: DocumentPlace): Promise<CachedTree> {
  const overEvent = async (ordinal: number, root: string): Promise<CachedTree> => {
    const base = log.index.columns.offset[ordinal] ?? 0;
    return { tree: new JsonTree(await log.read(ordinal)), root, base };
  };
  return recentTrees(log, `${place ?? 'event'} ${targetName(target)} of ${log.state}`, async () => {
    const { found, event } = await documentsOf(log, target);
    if (place === null) return overEvent(target.ordinal, event?.pointer ?? '/payload');
    const one = found[place];
    if (one !== undefined && one.pointer !== null && one.ordinal !== null && !one.payloadOnly)
      return overEvent(one.ordinal, one.pointer);
    const written = new TextEncoder().encode(one === undefined ? '' : writeJson(documentOf(one)));
    return { tree: new JsonTree(written), root: '', base: 0 };
  });
}

/** The recorded URL of content, for the one request that the user started with a click (security S-17). */
type ContentAddress = { readonly kind: 'address'; readonly address: string } | ContentProblem;

/** Longer than any URL a user could verify. In UTF-16 units. */
const MAX_ADDRESS = 8_192;

/**
 * The string at a pointer of a document, without masks: a token in an address is what opens it, and all that is displayed or
 * copied has it masked (security S-20). Only from an event that has the document unchanged; what was put together
 * from pieces of text was masked with them.
 */
export async function contentAddress(
  log: RunLog,
  { place, pointer, ...target }: PlaceInDocument,
): Promise<ContentAddress> {
  if (place === null) return NO_ADDRESS;
  const found = (await documentsOf(log, target)).found[place];
  if (found === undefined || found.pointer === null || found.ordinal === null || found.foundIn === 'text') {
    return NO_ADDRESS;
  }
  // Of an envelope whose payload alone was recorded, the pointer of the envelope is that of the payload.
  const inside = found.payloadOnly ? pointer.replace(/^\/payload/, '') : pointer;
  const clear = new JsonTree(await log.read(found.ordinal)).reveal(found.pointer + inside);
  if (clear === null || clear.truncated || clear.text.length > MAX_ADDRESS) return NO_ADDRESS;
  return { kind: 'address', address: clear.text };
}

const NO_ADDRESS: ContentProblem = { kind: 'problem', message: 'The recorded address is not in the log.' };

/** Most bytes that are decoded. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Characters decoded at a time; other jobs are run in between. A multiple of four. */
const SLICE = 1024 * 1024;

/** Decodes base64 (RFC 4648 section 4, with its padding) in slices. Never throws. */
export async function decodeBase64(text: string, slice = SLICE): Promise<LoadedContent | ContentProblem> {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  if (text.length % 4 !== 0) return NOT_BASE64;
  const length = (text.length / 4) * 3 - padding;
  if (length > MAX_BYTES) return TOO_MANY_BYTES;
  const bytes = new Uint8Array(length);
  for (let from = 0, at = 0; from < text.length; from += slice) {
    const part = text.slice(from, from + slice);
    const isLast = from + slice >= text.length;
    if (!(isLast ? /^[A-Za-z0-9+/]*={0,2}$/ : /^[A-Za-z0-9+/]*$/).test(part)) return NOT_BASE64;
    const decoded = atob(part);
    for (let i = 0; i < decoded.length; i += 1) bytes[at++] = decoded.charCodeAt(i);
    if (!isLast) await nextTurn();
  }
  return { kind: 'bytes', bytes, declaredType: null };
}

const NOT_BASE64: ContentProblem = { kind: 'problem', message: 'The text is not base64.' };
const TOO_MANY_BYTES: ContentProblem = { kind: 'problem', message: 'More than 64 MiB are not decoded.' };
