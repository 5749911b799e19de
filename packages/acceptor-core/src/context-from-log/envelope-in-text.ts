/** The raw JSON of one envelope inside the text of a model (envelope 10). */
import { isRecord, ownString, parsedJson } from '@openwop-inspector/base';
import { parseTree } from 'jsonc-parser';
import { bracedObjects } from '../extract/brace-walker.ts';
import type { JsonPiece } from '../extract/fenced-blocks.ts';
import { fencedBlocks } from '../extract/fenced-blocks.ts';

/** A piece of text that parses to a JSON object. */
interface Piece {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** An envelope of a text, and how many there are. */
export interface FoundEnvelope {
  readonly text: string;
  /** Place among the envelopes of the text, from 1. */
  readonly number: number;
  readonly of: number;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Criteria that distinguish the wanted envelope in a text; the first one that some envelope fits decides. */
export interface Wanted {
  readonly correlationId: string | null;
  readonly envelopeId: string | null;
  readonly type: string | null;
}

/** Maximum length of a scanned text, and number of envelopes taken from it. */
const MAX_TEXT = 1024 * 1024;
const MAX_PIECES = 256;

/** Finds the envelope; null when no object can be read. The text alone decides where one begins and ends. */
export function envelopeInText(text: string, wanted: Wanted): FoundEnvelope | null {
  if (text.length > MAX_TEXT) return null;
  const pieces = piecesOf(text);
  const keys = ['correlationId', 'envelopeId', 'type'] as const;
  let at = -1;
  for (const key of keys) {
    if (at >= 0 || wanted[key] === null) continue;
    at = pieces.findIndex(({ value }) => ownString(value, key) === wanted[key]);
  }
  const piece = pieces[Math.max(0, at)];
  if (piece === undefined) return null;
  return { text: piece.text, number: Math.max(0, at) + 1, of: pieces.length, value: piece.value };
}

/** In the order of the acceptor's own search: the whole text, else fenced blocks, else balanced braces. */
function piecesOf(text: string): readonly Piece[] {
  const whole = objectsIn(text.replace(/^\ufeff/, '').trim());
  if (whole.length > 0) return whole;
  const fenced = allObjectsIn(fencedBlocks(text));
  return fenced.length > 0 ? fenced : allObjectsIn(bracedObjects(text));
}

function allObjectsIn(found: Iterable<JsonPiece>): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const { json } of found) {
    if (pieces.length >= MAX_PIECES) break;
    pieces.push(...objectsIn(json));
  }
  return pieces;
}

/** The objects of a JSON text: itself, or the items of an array. */
function objectsIn(text: string): readonly Piece[] {
  const value = parsedJson(text);
  if (isRecord(value)) return [{ text, value }];
  if (!Array.isArray(value)) return [];
  const items = parseTree(text)?.children ?? [];
  return value.slice(0, MAX_PIECES).flatMap((item: unknown, i) => {
    const node = items[i];
    if (!isRecord(item) || node === undefined) return [];
    return [{ text: text.slice(node.offset, node.offset + node.length), value: item }];
  });
}
