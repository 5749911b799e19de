/** One call of a tool: its paths are found, its verb runs, and as much of the document as fits is the answer. */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import {
  closingQuote,
  countOf,
  joinMasked,
  jsonOf,
  type MaskedText,
  masker,
  partOf,
  recordOr,
  words,
} from '@openwop-inspector/base';
import { COMMAND, EXIT, Refusal } from '../verbs/complain.ts';
import { findInside, type Root } from './roots.ts';
import { commandLineOf, type GivenArguments, type Paging, type Tool, textsOf, USUAL_LIMIT } from './tools.ts';

/** Bytes of standard output that are taken, and of standard error that are stored. */
const MAX_OUT = 64 * 1024 * 1024;

const MAX_ERR = 64 * 1024;

/** Milliseconds that a process has to clean up before it is killed. */
const GRACE_MS = 2000;

/** What calls work with. */
export interface CallMeans {
  readonly roots: readonly Root[];
  /** Runs the command with arguments, until the signal aborts. */
  readonly runVerb: (args: readonly string[], signal: AbortSignal) => Promise<VerbRun>;
  /** Options of the start that each verb gets: limits of memory and of unpacking. */
  readonly options: readonly string[];
  readonly timeLimitMs: number;
}

/** Messages of a verb that are handed on, and the length of each. */
const MAX_MESSAGES = 10;
const MAX_MESSAGE = 400;

/**
 * Calls a tool whose arguments have been checked. `cancelled` is the client's; the time limit is ours. What cannot be
 * done is an answer too, with `isError`.
 */
export async function callTool(tool: Tool, value: unknown, means: CallMeans, cancelled: AbortSignal) {
  const given = await withPaths(tool, recordOr(value), means.roots).catch(refusalOf);
  if (given instanceof Refusal) return refusal(given.message);
  const number = (name: string, absent: number): number => Number(given[name] ?? absent);
  const rows = { offset: number('offset', 0), limit: number('limit', USUAL_LIMIT) };
  const { options, operands } = commandLineOf(tool.arguments, given);
  const limit = AbortSignal.timeout(means.timeLimitMs);
  const always = [...(tool.options?.(rows) ?? []), ...means.options, '--json'];
  const args = [tool.name, ...options, ...always, '--', ...operands];
  const run = await means.runVerb(args, AbortSignal.any([cancelled, limit]));
  if (run.kind === 'stopped')
    return refusal(
      cancelled.aborted
        ? 'the call was cancelled'
        : `the call took longer than ${means.timeLimitMs / 1000} s and was stopped; --time-limit at the start of the server allows more`,
    );
  if (run.kind === 'too-much')
    return refusal('the whole answer is too large; ask for less: one file, one event, a filter');
  const { status, out, err } = run;
  const head = words`"contentTrust":"untrusted","status":${status ?? EXIT.failed},"messages":[${messagesOf(err)}]`;
  if (out.trim() === '' || status === null) return { text: words`{${head}}`, isError: true };
  const requested = { rows: tool.paging === null ? null : rows, textOffset: number('textOffset', 0) };
  const printed = { json: out, ...(tool.paging ?? { isCut: false, totalOf: null }) };
  return { text: words`{${head},${pagedMembers(printed, requested)}}`, isError: false };
}

/** An answer that says why there is none. */
export function refusal(message: string) {
  return { text: jsonOf({ status: EXIT.failed, messages: [masker.text(message)] }), isError: true };
}

/** Every argument that names files, with the real paths; nothing was opened. */
async function withPaths(tool: Tool, given: GivenArguments, roots: readonly Root[]): Promise<GivenArguments> {
  const real: Record<string, unknown> = {};
  for (const [name, { names }] of Object.entries(tool.arguments)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined && names === 'paths') real[name] = roots.map((root) => root.real);
    if (value === undefined || names === undefined) continue;
    const paths: string[] = [];
    for (const path of textsOf(value)) {
      const found = await findInside(roots, path);
      if (names === 'file' && found.isFolder)
        throw new Refusal(`${name} is a folder and takes a file; the tool runs lists those in it`);
      paths.push(found.path);
    }
    real[name] = paths;
  }
  return { ...given, ...real };
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** What a verb said on standard error, as the items of a JSON array. */
function messagesOf(err: string): MaskedText {
  const lines = err.split('\n').filter((line) => line.trim() !== '');
  const displayed = lines.slice(0, MAX_MESSAGES).map((line) => {
    const said = line.startsWith(`${COMMAND}: `) ? line.slice(COMMAND.length + 2) : line;
    return masker.text(said.length > MAX_MESSAGE ? `${said.slice(0, MAX_MESSAGE)}…` : said);
  });
  const more = lines.length - displayed.length;
  const rest = more > 0 ? [masker.text(`and ${countOf(more, 'more line')}`)] : [];
  return joinMasked(
    [...displayed, ...rest].map((text) => jsonOf(text)),
    ',',
  );
}

/** How a run of a verb ended. */
type VerbRun =
  | {
      readonly kind: 'ended';
      /** Exit status; null for a process that something else killed. */
      readonly status: number | null;
      readonly out: string;
      /** The start of what it wrote to standard error. */
      readonly err: string;
    }
  | { readonly kind: 'stopped' }
  /** It printed more than is taken. */
  | { readonly kind: 'too-much' };

/**
 * Runs the built command with arguments. A process can be ended whatever it does, which an abort in our own could not
 * promise for content that is hostile, and what it needs of memory goes with it. Resolves when it is gone.
 */
export function runVerb(program: string, args: readonly string[], signal: AbortSignal): Promise<VerbRun> {
  if (signal.aborted) return Promise.resolve({ kind: 'stopped' });
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '' },
    windowsHide: true,
  });
  // Asks a process to end, and makes it end when it does not.
  const end = () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    child.once('close', () => clearTimeout(timer));
  };
  const out = gathered(child.stdout, MAX_OUT, end);
  const err = gathered(child.stderr, MAX_ERR);
  signal.addEventListener('abort', end, { once: true });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      signal.removeEventListener('abort', end);
      if (signal.aborted) resolve({ kind: 'stopped' });
      else if (out.isOver()) resolve({ kind: 'too-much' });
      else resolve({ kind: 'ended', status, out: out.text(), err: err.text() });
    });
  });
}

/** The start of a stream, of at most this many bytes; the rest is read and dropped. `onOver` is called once. */
function gathered(stream: Readable, most: number, onOver: () => void = () => undefined) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isOver = false;
  stream.on('data', (chunk: Buffer) => {
    if (isOver) return;
    bytes += chunk.length;
    isOver = bytes > most;
    if (isOver) onOver();
    else chunks.push(chunk);
  });
  return { isOver: () => isOver, text: () => Buffer.concat(chunks).toString('utf8') };
}

const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT, QUOTE, COMMA] = [...'[]{}",'].map((c) =>
  c.charCodeAt(0),
);

/** Bytes of the document in one answer; what is around it comes on top. */
export const MAX_BYTES = 56 * 1024;
/** Characters in an answer of a document that is given as text, since it does not fit: a third of the bytes, at most. */
export const MAX_CHARACTERS = 16_000;

/** Requested part of a document. */
interface PageRequest {
  /** Items of each list to leave out at the start, and to give at most; null for a document that is not given by items. */
  readonly rows: { readonly offset: number; readonly limit: number } | null;
  /** Place in the text of a document that does not fit. */
  readonly textOffset: number;
}

/** A document that the command line printed. */
export interface Printed extends Paging {
  /** On one line, as `--json` prints it. */
  readonly json: string;
}

/**
 * The members of an answer that hold the document: `page`, `next`, and `document`, or `part` and `text`. Going on by `next`
 * until it is null gives every item once; an item that does not fit is given as text, piece by piece. O(length).
 */
export function pagedMembers(
  { json, isCut, totalOf }: Printed,
  { rows, textOffset }: PageRequest,
): MaskedText {
  const text = json.trimEnd();
  if (rows === null) {
    if (textOffset === 0 && bytesOf(text) <= MAX_BYTES) return words`"next":null,"document":${masked(text)}`;
    return piece(text, textOffset, (at) => words`{"textOffset":${at}}`, words`null`);
  }
  const { offset, limit } = rows;
  const lists = documentLists(text);
  const from = isCut ? 0 : offset;
  const length = longest(lists);
  const there = Math.max(0, length - from);
  const printed = length === 0 ? 0 : offset - from + length;
  const total = Math.max(printed, totalOf?.(JSON.parse(documentWith(lists, 0, 0))) ?? 0);
  const nextRow = (given: number): MaskedText =>
    given > 0 && offset + given < total ? words`{"offset":${offset + given}}` : words`null`;
  const count = Math.min(fitting(lists, from, limit), there);
  const page = documentWith(lists, from, count);
  if ((count > 0 || there === 0) && bytesOf(page) <= MAX_BYTES)
    return words`"page":${pageOf(offset, count, total)},"next":${nextRow(count)},"document":${masked(page)}`;
  const given = Math.min(1, there);
  const next = (at: number): MaskedText => words`{"offset":${offset},"textOffset":${at}}`;
  const one = piece(documentWith(lists, from, given), textOffset, next, nextRow(given));
  return words`"page":${pageOf(offset, given, total)},${one}`;
}

/** A piece of a text, cut between characters. */
function piece(text: string, from: number, next: (at: number) => MaskedText, after: MaskedText): MaskedText {
  const all = masked(text);
  const start = Math.min(from, all.length);
  const cut = Math.min(start + MAX_CHARACTERS, all.length);
  const code = all.charCodeAt(cut);
  const end = cut < all.length && code >= 0xdc00 && code < 0xe000 ? cut - 1 : cut;
  const part = words`{"textOffset":${start},"characters":${end - start},"total":${all.length}}`;
  const goesOn = end < all.length ? next(end) : after;
  return words`"part":${part},"next":${goesOn},"text":${masker.json(JSON.stringify(partOf(all, start, end))).text}`;
}

/** What the command has printed is masked already; this is what the compiler asks for, and changes nothing. */
const masked = (json: string): MaskedText => masker.json(json).text;

function pageOf(offset: number, count: number, total: number): MaskedText {
  return words`{"offset":${offset},"count":${count},"total":${total}}`;
}

/** How many items of each list fit, `most` at most. */
function fitting(lists: DocumentLists, from: number, most: number): number {
  let bytes = bytesOf(documentWith(lists, 0, 0));
  for (let count = 0; count < most; count++) {
    for (const { items } of lists.lists) bytes += bytesOf(items[from + count] ?? '') + 1;
    if (bytes > MAX_BYTES) return count;
  }
  return most;
}

const bytesOf = (text: string): number => Buffer.byteLength(text);

/** A list of the first level: what is in front of its items, and the items. */
interface List {
  /** Text from the end of the list before to the bracket that opens this one, with it. */
  readonly before: string;
  readonly items: readonly string[];
}

/** A document in parts; `before` and items of each list in turn, then `after`, are the whole of it. */
type DocumentLists = ReturnType<typeof documentLists>;

/** Takes apart a document without space between its tokens, as `--json` prints them. O(length). */
export function documentLists(text: string) {
  const lists: List[] = [];
  let done = 0;
  let depth = 0;
  let open: { readonly before: string; readonly items: string[] } | null = null;
  let itemFrom = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at + 1);
    else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      depth++;
      if (depth !== 2 || code !== OPEN_ARRAY) continue;
      itemFrom = at + 1;
      open = { before: text.slice(done, itemFrom), items: [] };
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      depth--;
      if (depth !== 1 || open === null) continue;
      if (at > itemFrom) open.items.push(text.slice(itemFrom, at));
      lists.push(open);
      open = null;
      done = at;
    } else if (code === COMMA && depth === 2 && open !== null) {
      open.items.push(text.slice(itemFrom, at));
      itemFrom = at + 1;
    }
  }
  return { lists, after: text.slice(done) };
}

/** The document with at most `count` items of each list, from `from` on. */
export function documentWith({ lists, after }: DocumentLists, from: number, count: number): string {
  const parts = lists.map(({ before, items }) => before + items.slice(from, from + count).join(','));
  return parts.join('') + after;
}

/** Items of the longest list. */
export function longest({ lists }: DocumentLists): number {
  return lists.reduce((most, { items }) => Math.max(most, items.length), 0);
}
