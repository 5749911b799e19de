/** From pointers and bytes to places in a text. Offsets count UTF-16 units, as the editor does. */
import { jsonDepth, pointerTokens } from '@openwop-inspector/base';
import { type Node, parseTree } from 'jsonc-parser';
import type { AcceptResult } from '../accept-result.ts';

/** Maximum depth of nesting; the acceptor refuses deeper values itself (64). */
const MAX_DEPTH = 200;

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** The tree of the JSON value that begins at an offset; null when there is none or it is too deep to look into. */
export function treeAt(text: string, offset: number): Node | null {
  const part = text.slice(offset);
  if (jsonDepth(part) > MAX_DEPTH) return null;
  return parseTree(part, [], STRICT) ?? null;
}

/** The value a pointer names, or the nearest value round it that is there. The last of two equal keys counts. */
export function nodeNear(root: Node, pointer: string): { readonly node: Node; readonly exact: boolean } {
  let node = root;
  for (const token of pointerTokens(pointer) ?? []) {
    const next = memberOf(node, token);
    if (next === null) return { node, exact: false };
    node = next;
  }
  return { node, exact: true };
}

function memberOf(node: Node, token: string): Node | null {
  if (node.type === 'array') return /^\d+$/.test(token) ? (node.children?.[Number(token)] ?? null) : null;
  return propertyOf(node, token)?.children?.[1] ?? null;
}

/** The last property of an object under a key. */
function propertyOf(node: Node, key: string): Node | undefined {
  if (node.type !== 'object') return undefined;
  return node.children?.findLast((child) => child.children?.[0]?.value === key);
}

/** What to underline of a value: all of a scalar, the bracket of a container. */
export function rangeOf(node: Node, shift: number): TextRange {
  const isContainer = node.type === 'object' || node.type === 'array';
  const from = shift + node.offset;
  return { from, to: from + (isContainer ? 1 : Math.max(1, node.length)) };
}

/** What to underline of a member: its key. */
export function keyRangeOf(node: Node, key: string, shift: number): TextRange | null {
  const found = propertyOf(node, key)?.children?.[0];
  return found === undefined ? null : { from: shift + found.offset, to: shift + found.offset + found.length };
}

/** Offset in UTF-16 units of a byte of the text in UTF-8; the end of the text when it has fewer bytes. */
export function offsetOfByte(text: string, byte: number): number {
  let bytes = 0;
  let at = 0;
  while (at < text.length && bytes < byte) {
    const point = text.codePointAt(at) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    at += point > 0xffff ? 2 : 1;
  }
  return at;
}

/** A part of a text. Offsets count UTF-16 units, as the editor does. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Something to be displayed at its place in the text. */
export interface TextMark extends TextRange {
  /** `later` is for steps that never ran. */
  readonly tone: 'error' | 'warning' | 'later';
  /** `S7`, or the code of a warning. */
  readonly label: string;
  readonly message: string;
  /** RFC 6901 pointer from the envelope. */
  readonly pointer: string;
}

/** Where one envelope of a text is. */
export interface EnvelopePlace {
  /** Its tree; offsets count from `shift`. */
  readonly node: Node;
  readonly shift: number;
  /** Offset of its first character in the text, and its length. */
  readonly start: number;
  readonly length: number;
}

/** The place of the envelope that a result is about; null when there is none, or it is nested too deep to look into. */
export function placeOfResult(
  text: string,
  results: readonly AcceptResult[],
  at: number,
): EnvelopePlace | null {
  const result = results[at];
  if (result === undefined || text.trim() === '') return null;
  const shift = offsetOfByte(text, result.recovery?.byteOffset ?? 0);
  const whole = treeAt(text, shift);
  if (whole === null) return null;
  const node = whole.type === 'array' ? (whole.children?.[nthOf(results, at)] ?? whole) : whole;
  return { node, shift, start: shift + node.offset, length: node.length };
}

/** Returns the number of an envelope within its JSON value. */
function nthOf(results: readonly AcceptResult[], at: number): number {
  const start = results[at]?.recovery?.byteOffset;
  return results.slice(0, at).filter(({ recovery }) => recovery?.byteOffset === start).length;
}
