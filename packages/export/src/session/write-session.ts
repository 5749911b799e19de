import { type MaskedText, masker, pointerAt, words } from '@openwop-inspector/base';
import { allRows, nextTurn, type RunLog } from '@openwop-inspector/run-log';
import { MarkedTexts, NdjsonExport } from '../ndjson/write-ndjson.ts';

/** Largest log that a session file holds, in bytes; of a larger one it holds the name. */
export const MAX_EMBEDDED_LOG = 32 * 1024 * 1024;

/** A session file, or why there is none. */
export type SessionText =
  | {
      readonly kind: 'written';
      readonly parts: readonly MaskedText[];
      readonly remarks: readonly MaskedText[];
    }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'too-large' }
  /** What would have been written still holds what looks like a secret, at these places. */
  | { readonly kind: 'leaks'; readonly places: readonly MaskedText[] };

export interface SessionTextOptions {
  /** The log is in the file behind its head; its name alone otherwise, in the head. */
  readonly holdsLog: boolean;
  /** Called with the bytes of text that are done, of both rounds; returns true to stop. */
  readonly onProgress: (done: number) => boolean;
}

/** Bytes that are read of a log at a time. */
const READ = 1024 * 1024;
/** Text between two reports, in UTF-16 units. */
const REPORT_EVERY = 512 * 1024;
/** Places of leaks that are reported. */
const MAX_PLACES = 50;

/**
 * The text of a session file: `head` (one line of JSON), then the log as it is recorded, in its own form, with the same mark
 * for the same secret throughout. Of several files together the log is written as NDJSON. Everything is searched again
 * before it is answered. Holds the text, at most twice; O(bytes). Rejects with a `SourceError` when the log cannot be read.
 */
export async function sessionText(
  log: RunLog,
  head: string,
  { holdsLog, onProgress }: SessionTextOptions,
): Promise<SessionText> {
  const texts = new MarkedTexts();
  const { logBytes } = log;
  await log.joinStreams();
  if (holdsLog && (logBytes?.to ?? log.sizeBytes) - (logBytes?.from ?? 0) > MAX_EMBEDDED_LOG)
    return { kind: 'too-large' };
  const pieces = [`${head}\n`, ...(holdsLog && logBytes !== null ? await piecesOf(log, logBytes) : [])];
  let done = 0;
  let reported = 0;
  const isStopped = async (length: number): Promise<boolean> => {
    done += length;
    if (done - reported < REPORT_EVERY) return false;
    reported = done;
    await nextTurn();
    return onProgress(done);
  };
  for (const piece of pieces) {
    texts.gather(piece);
    if (await isStopped(piece.length)) return { kind: 'stopped' };
  }
  const parts: MaskedText[] = [];
  const places: MaskedText[] = [];
  for (const [at, piece] of pieces.entries()) {
    const part = texts.marked(piece);
    const line = at === 0 || pieces.length > 2 ? at + 1 : null;
    for (const { start } of texts.leaksIn(part).slice(0, MAX_PLACES)) places.push(placeOf(part, line, start));
    parts.push(part);
    if (places.length >= MAX_PLACES) break;
    if (await isStopped(piece.length)) return { kind: 'stopped' };
  }
  if (places.length > 0) return { kind: 'leaks', places: places.slice(0, MAX_PLACES) };
  if (!holdsLog || logBytes !== null) return { kind: 'written', parts, remarks: texts.remarks };
  return withEvents(log, parts, (rows) => onProgress(done + rows));
}

/** Several files are one log only as events. */
async function withEvents(
  log: RunLog,
  head: readonly MaskedText[],
  onProgress: (rows: number) => boolean,
): Promise<SessionText> {
  const parts = [...head];
  const written = new NdjsonExport(async (text) => void parts.push(text));
  const requested = { log, file: log.name, ordinals: allRows(log), isWhole: true, onProgress };
  if (!(await written.gather(requested))) return { kind: 'stopped' };
  const end = await written.add(requested);
  if (end.kind === 'leak') return { kind: 'leaks', places: end.places };
  if (end.kind === 'stopped') return { kind: 'stopped' };
  return { kind: 'written', parts, remarks: [...(end.remarks ?? []), ...(await written.finish())] };
}

/** The text of a log, by lines where a line is alone: a line that is cut must not hide what is in the next. */
async function piecesOf(
  log: RunLog,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<readonly string[]> {
  const decoder = new TextDecoder();
  const read: string[] = [];
  for (let at = from; at < to; at += READ)
    read.push(decoder.decode(await log.readAt(0, at, Math.min(READ, to - at)), { stream: true }));
  const text = read.join('') + decoder.decode();
  const isByLines = ['ndjson', 'sse', 'capture'].includes(log.format);
  return isByLines ? text.split(/(?<=\n)/) : [text];
}

/** A place by its line and the pointer in it; of a document that goes over many lines by the pointer alone. */
function placeOf(part: MaskedText, line: number | null, start: number): MaskedText {
  const pointer = masker.text(pointerAt(part, start));
  return line === null ? pointer : words`line ${line} ${pointer}`;
}
