/** Envelopes inside text that a model wrote (envelope 10). */

import { closingBrace, isRecord, parseAsWritten } from '@openwop-inspector/base';
import type { LoadedLog } from '../loaded-log.ts';
import { runBounds } from '../run-bounds.ts';
import type { EvidenceReader } from './evidence-reader.ts';
import { type ModelText, modelTextBefore } from './model-text.ts';
import { isEnvelopeLike } from './written-values.ts';

/** Longest text that is looked through in UTF-16 units, and envelopes taken from one. */
const MAX_TEXT = 1024 * 1024;
const MAX_FOUND = 16;
/** Characters that are looked at for objects in a text without fences: an object that is not closed costs all that follow. */
const MAX_LOOKED_AT = 8 * MAX_TEXT;

const FENCE = /^ {0,3}```[ \t]*(?:json|jsonc)?[ \t]*\r?\n([\s\S]*?)(?:^ {0,3}```|(?![\s\S]))/gm;

/**
 * The envelopes of a text, in order: the text as a whole, else its fenced blocks, else the objects that stand in it.
 * Nothing is mended. O(text); never throws.
 */
export function envelopesInText(text: string): Record<string, unknown>[] {
  if (text.length > MAX_TEXT) return [];
  const whole = envelopesOf(parsed(text.trim()));
  if (whole.length > 0) return whole;
  const fenced: Record<string, unknown>[] = [];
  for (const match of text.matchAll(FENCE)) {
    if (fenced.length >= MAX_FOUND) break;
    fenced.push(...envelopesOf(parsed(match[1] ?? '')));
  }
  return (fenced.length > 0 ? fenced : loose(text)).slice(0, MAX_FOUND);
}

function envelopesOf(value: unknown): Record<string, unknown>[] {
  const items: readonly unknown[] = Array.isArray(value) ? value.slice(0, MAX_FOUND) : [value];
  return items.filter((item): item is Record<string, unknown> => isRecord(item) && isEnvelopeLike(item));
}

/** Objects that stand in prose, found by their braces; braces inside strings do not count. */
function loose(text: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = [];
  let looked = 0;
  for (let at = text.indexOf('{'); at >= 0 && looked < MAX_LOOKED_AT; ) {
    const end = closingBrace(text, at) + 1;
    if (end === 0) break;
    looked += 2 * (end - at);
    const inside = envelopesOf(parsed(text.slice(at, end)));
    found.push(...inside);
    at = text.indexOf('{', inside.length > 0 ? end : at + 1);
  }
  return found;
}

/** The text that a model wrote at the node of an event before it; null when there is none. */
export function textBefore(log: LoadedLog, chunks: EvidenceReader, row: number): Promise<ModelText | null> {
  const node = log.index.columns.node[row] as number;
  return modelTextBefore(log, chunks, runBounds(log, row), node, log.order.indexOf(row));
}

/** What an envelope in a text must have to be the one that is looked for. */
interface Wanted {
  readonly correlationId: string | null;
  readonly envelopeType: string | null;
}

/**
 * The envelope as the model emitted it, for an event of which the host kept less: the one of the text before the event
 * with its correlationId or, where that is not known, the only one of its kind. Not masked; null when there is none.
 */
export async function emittedEnvelope(
  log: LoadedLog,
  chunks: EvidenceReader,
  row: number,
  { correlationId, envelopeType }: Wanted,
): Promise<Record<string, unknown> | null> {
  const text = await textBefore(log, chunks, row);
  if (text === null) return null;
  const found = envelopesInText(text.written).filter(
    ({ type }) => envelopeType === null || type === envelopeType,
  );
  if (correlationId !== null) return found.find((one) => one.correlationId === correlationId) ?? null;
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** A text as JSON, its numbers as written; undefined for any other text. */
function parsed(text: string): unknown {
  try {
    return parseAsWritten(text);
  } catch {
    return undefined;
  }
}
