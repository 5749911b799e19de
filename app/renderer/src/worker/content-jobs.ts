/** Parts of a document that the window fetches on demand: bytes, texts, the tree of a large one. */
import { masker, unreachable, valueAt, writeJson } from '@openwop-inspector/base';
import type {
  ContentProblem,
  LoadedContent,
  LoadedText,
  PayloadChildren,
  PayloadMatches,
  PayloadNode,
  PayloadText,
} from '@openwop-inspector/renderers';
import { JsonTree, nextTurn, type RunLog } from '@openwop-inspector/run-log';
import { type SubjectPlace, targetName } from '../shared/subject-place.ts';
import { recentAnswers } from './session.ts';
import { documentOf, documentsOf } from './subjects.ts';

/** Most of a string that is handed out, in UTF-16 units. */
const MAX_TEXT = 8 * 1024 * 1024;
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
export async function contentBytes(
  log: RunLog,
  place: PlaceInDocument,
): Promise<LoadedContent | ContentProblem> {
  const text = await stringAt(log, place);
  return text === null ? NO_STRING : decodeBase64(text);
}

/** The string at a pointer, masked. */
export async function contentText(log: RunLog, place: PlaceInDocument): Promise<LoadedText | ContentProblem> {
  const text = await stringAt(log, place);
  if (text === null) return NO_STRING;
  return { kind: 'text', text: masker.text(text.slice(0, MAX_TEXT)), truncated: text.length > MAX_TEXT };
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
const recent = recentAnswers<CachedTree>(3);

/** Over the recorded bytes where they are the unchanged document; else over the document serialized again. */
function treeOf(log: RunLog, { place, ...target }: DocumentPlace): Promise<CachedTree> {
  const overEvent = async (ordinal: number, root: string): Promise<CachedTree> => {
    const base = log.index.columns.offset[ordinal] ?? 0;
    return { tree: new JsonTree(await log.read(ordinal)), root, base };
  };
  return recent(log, `${place ?? 'event'} ${targetName(target)} of ${log.state}`, async () => {
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
  if (length > MAX_BYTES) return TOO_LARGE;
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
const TOO_LARGE: ContentProblem = { kind: 'problem', message: 'More than 64 MiB are not decoded.' };
