/** What a tool answers: a document of the command line, as much of it as fits, and what to ask for next. */
import { closingQuote, type MaskedText, masker, partOf, words } from '@openwop-inspector/base';

const [OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT, QUOTE, COMMA] = [...'[]{}",'].map((c) =>
  c.charCodeAt(0),
);

/** Bytes of the document in one answer; what stands around it comes on top. */
export const MAX_BYTES = 56 * 1024;
/** Characters in an answer of a document that is given as text, since it does not fit: a third of the bytes, at most. */
export const MAX_CHARACTERS = 16_000;

/** What of a document is asked for. */
export interface PageRequest {
  /** Items of each list to leave out at the start, and to give at most; null for a document that is not given by items. */
  readonly rows: { readonly offset: number; readonly limit: number } | null;
  /** Place in the text of a document that does not fit. */
  readonly textOffset: number;
}

/** A document that the command line printed. */
export interface Printed {
  /** On one line, as `--json` prints it. */
  readonly json: string;
  /** The command left out the items in front of `offset`. */
  readonly isCut: boolean;
  /** Items that there are, where the command printed some of them; null where it printed all. */
  readonly totalOf: ((document: unknown) => number) | null;
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
  if (rows === null) return whole(text, textOffset);
  const { offset, limit } = rows;
  const lists = documentLists(text);
  const from = isCut ? 0 : offset;
  const there = Math.max(0, longest(lists) - from);
  const total = Math.max(
    there === 0 ? 0 : offset + there,
    totalOf?.(JSON.parse(documentWith(lists, 0, 0))) ?? 0,
  );
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

function whole(text: string, textOffset: number): MaskedText {
  if (textOffset === 0 && bytesOf(text) <= MAX_BYTES) return words`"next":null,"document":${masked(text)}`;
  return piece(text, textOffset, (at) => words`{"textOffset":${at}}`, words`null`);
}

/** A piece of a text, cut between characters. */
function piece(text: string, from: number, next: (at: number) => MaskedText, after: MaskedText): MaskedText {
  const all = masked(text);
  const start = Math.min(from, all.length);
  const cut = Math.min(start + MAX_CHARACTERS, all.length);
  const end = cut < all.length && isLowSurrogate(all.charCodeAt(cut)) ? cut - 1 : cut;
  const part = words`{"textOffset":${start},"characters":${end - start},"total":${all.length}}`;
  const goesOn = end < all.length ? next(end) : after;
  return words`"part":${part},"next":${goesOn},"text":${quoted(partOf(all, start, end))}`;
}

function quoted(text: MaskedText): MaskedText {
  return masker.json(JSON.stringify(text)).text;
}

/** What the command has printed is masked already; this is what the compiler asks for, and changes nothing. */
function masked(json: string): MaskedText {
  return masker.json(json).text;
}

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

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

/** A list of the first level: what stands in front of its items, and the items. */
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
