/** Delta frames that a stream carried for one surface, with the surfaces before and behind them (envelope 7.6). */

import {
  isRecord,
  type MaskedText,
  type MaskedValue,
  masker,
  parseAsWritten,
  partOf,
  storedIn,
  words,
  writtenJsonOf,
} from '@openwop-inspector/base';
import type { DeltaFrame } from '../../index/event-columns.ts';
import { hashText } from '../../scan/id-hash.ts';
import { isLoaded, type LoadedLog, standing } from '../loaded-log.ts';
import { isTooDeep, maskedOrNull } from '../payload/json-members.ts';
import { PayloadReader, readable } from '../payload/read-payload.ts';
import { allRows } from '../rows/rows.ts';
import { isUntrusted } from '../trust/trust.ts';

/** Frames handed out, bytes of one that are parsed, and characters of one that is no JSON. */
const MAX_FRAMES = 1_000;
const MAX_FRAME = 1024 * 1024;
const MAX_TEXT = 4_096;

/** Frames of one surface by their numbers, in order of arrival. */
interface Chain {
  readonly refA: number;
  readonly refB: number;
  readonly frames: number[];
}

/** Delta frames captured for one surface (envelope 7.6). They are transport only: never events of the log. */
export type DeltaChainAnswer = Awaited<ReturnType<typeof answer>>;

type DeltaFrameEntry = Awaited<ReturnType<typeof readFrame>>;

/**
 * The chain of frames that an event has to do with: as the surface they begin at, as one that was delivered as a frame
 * (the full events of a log next to the stream), as the surface they end in, or as the last event before them when their
 * surface is not loaded. Null when it has to do with none. O(frames); reads at most 1,000 of them.
 */
export async function deltaChain(changing: LoadedLog, ordinal: number): Promise<DeltaChainAnswer | null> {
  const log = standing(changing);
  if (log.index.deltaFrames.length === 0 || !isLoaded(log, ordinal)) return null;
  for (const chain of chainsOf(log)) {
    const base = baseOf(log, chain);
    const final = finalOf(log, chain, base);
    if (ordinal === base || ordinal === final || isPartOf(log, chain, base, ordinal))
      return answer(log, chain, base, final);
  }
  return null;
}

function chainsOf(log: LoadedLog): Chain[] {
  const { deltaFrames } = log.index;
  const chains = new Map<string, Chain>();
  for (let number = 0; number < deltaFrames.length; number++) {
    const { refA, refB } = deltaFrames.at(number);
    storedIn(chains, `${refA}:${refB}`, () => ({ refA, refB, frames: [] })).frames.push(number);
  }
  return [...chains.values()];
}

const frameAt = (log: LoadedLog, number: number | undefined): DeltaFrame =>
  log.index.deltaFrames.at(number ?? 0);

/** The surface that `surfaceRef` names by its eventId; -1 when it is not loaded. */
function baseOf(log: LoadedLog, { refA, refB }: Chain): number {
  const row = log.index.rowWithId(refA, refB);
  return isLoaded(log, row) ? row : -1;
}

/** The run that the frames are of: that of the base, else that of the event before them. */
function runOf(log: LoadedLog, chain: Chain, base: number): number {
  const row = base >= 0 ? base : frameAt(log, chain.frames[0]).after;
  return row < 0 ? -1 : (log.index.columns.run[row] as number);
}

/**
 * The next full surface of the run: the event that the last frame stood for, which has its number, else the first
 * behind. A frame without a number counts by where it stood. -1 when none is loaded.
 */
function finalOf(log: LoadedLog, chain: Chain, base: number): number {
  const { columns, types } = log.index;
  const surface = types.find('ui.a2ui-surface');
  if (surface < 0) return -1;
  const run = runOf(log, chain, base);
  const last = frameAt(log, chain.frames.at(-1));
  const behind = last.after < 0 ? -1 : log.order.indexOf(last.after);
  const isFinal = (row: number, place: number): boolean => {
    if (columns.type[row] !== surface || columns.run[row] !== run || row === base) return false;
    return Number.isNaN(last.id) ? place > behind : (columns.sequence[row] as number) >= last.id;
  };
  return allRows(log).find(isFinal) ?? -1;
}

/** Whether an event is the full form of one of the frames, or is directly before frames without a base. */
function isPartOf(log: LoadedLog, chain: Chain, base: number, ordinal: number): boolean {
  const { columns, types } = log.index;
  if (base < 0 && frameAt(log, chain.frames[0]).after === ordinal) return true;
  if (columns.type[ordinal] !== types.find('ui.a2ui-surface')) return false;
  if (columns.run[ordinal] !== runOf(log, chain, base)) return false;
  const sequence = columns.sequence[ordinal] as number;
  return chain.frames.some((number) => frameAt(log, number).id === sequence);
}

async function answer(log: LoadedLog, chain: Chain, base: number, final: number) {
  const frames: DeltaFrameEntry[] = [];
  for (const number of chain.frames.slice(0, MAX_FRAMES)) frames.push(await readFrame(log, number));
  const reader = new PayloadReader(log, 2);
  return {
    /** The event that delivered the full surface the frames begin at; null when it is not loaded. */
    baseOrdinal: base < 0 ? null : base,
    surfaceRef: refIn(frames, chain),
    /** Payload of the base, masked; null when it is not loaded. */
    base: await payloadOf(reader, base),
    baseUntrusted: base >= 0 && isUntrusted(log.index, base),
    /** In order of arrival, masked, at most 1,000. */
    frames,
    framesLeftOut: chain.frames.length - frames.length,
    /** The next full surface in the log after the frames, to compare the end of the chain with; null when none is loaded. */
    finalOrdinal: final < 0 ? null : final,
    final: await payloadOf(reader, final),
  };
}

/** The ref as it is written in the first frame that can be read. */
function refIn(frames: readonly DeltaFrameEntry[], { refA, refB }: Chain): MaskedText {
  for (const { value } of frames) {
    const ref = isRecord(value) ? value.surfaceRef : undefined;
    if (typeof ref !== 'string') continue;
    const { a, b } = hashText(ref);
    if (a === refA && b === refB) return masker.identity(ref);
  }
  return words``;
}

const payloadOf = async (reader: PayloadReader, row: number): Promise<MaskedValue> =>
  maskedOrNull((await reader.read(row))?.payload);

interface FrameValue {
  readonly value: MaskedValue;
  readonly written: MaskedText | null;
}

async function readFrame(log: LoadedLog, number: number) {
  const { place, id } = frameAt(log, number);
  const bytes = await readable(log.readAt(place.source, place.offset, Math.min(place.length, MAX_FRAME)));
  return {
    ...frameValue(bytes === null ? '' : new TextDecoder().decode(bytes)),
    byteOffset: place.offset,
    line: place.line === 0 ? null : place.line,
    /** `id` of the stream's frame, as a number where it is one. */
    sequence: Number.isNaN(id) ? null : id,
  };
}

/** The frame as parsed, and as JSON where a number prints otherwise than written; what is no JSON is its text. */
function frameValue(text: string): FrameValue {
  try {
    const parsed = parseAsWritten(text);
    if (!isTooDeep(parsed)) {
      const { value } = masker.value(parsed);
      const written = writtenJsonOf(value);
      return { value, written: written === JSON.stringify(value) ? null : written };
    }
  } catch {
    // What was cut or is no JSON is displayed as it is written.
  }
  return { value: partOf(masker.json(text).text, 0, MAX_TEXT), written: null };
}
