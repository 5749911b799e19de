/** Archives and recordings that hold a log: the one log of a ZIP archive, the event stream of a HAR recording. */
import { countOf, formatBytes, isRecord, masker, member, parsedJson, textAt } from '@openwop-inspector/base';
import { MAX_DEPTH } from '../index/log-index.ts';
import { type ByteSource, bytesSource } from '../source/byte-source.ts';
import { isUnpacked, type Spool, type UnpackAnswer, type UnpackedSource } from '../source/unpacked-source.ts';
import { listZip, type ZipFile, zipFileSource } from '../source/zip.ts';
import { firstOf } from './explain.ts';

/** What opening a container needs. */
export interface ContainerTools {
  readonly makeSpool: () => Spool | Promise<Spool>;
  /** Called before more is unpacked than the default limit. */
  readonly mayUnpack?: UnpackAnswer | undefined;
  /**
   * Whether the beginning of a file is that of a log; called where an archive has several files. Null inside of such an
   * archive: one that holds itself would have no end.
   */
  readonly isLog: ((beginning: ByteSource) => Promise<boolean>) | null;
}

/** One container opened, or why not; null for what is no container. */
export type ContainerStep =
  | { readonly source: ByteSource | UnpackedSource; readonly note?: string; readonly isGzip?: boolean }
  | { readonly refusal: string };

/** Bytes of each file of an archive by which the log among them is found. */
const PEEKED_BYTES = 256 * 1024;
/** Files of an archive that are looked into. */
const MAX_PEEKED = 100;

/** Takes the one log out of an archive. */
export async function openZip(source: ByteSource, tools: ContainerTools): Promise<ContainerStep> {
  if (isUnpacked(source)) await source.pull(Number.POSITIVE_INFINITY);
  const listing = await listZip(source);
  if (listing.kind === 'refused') return refuseZip(listing.why);
  const { files } = listing;
  const logs = files.length === 1 ? files : await logsAmong(source, files, tools);
  const [log, other] = logs;
  if (log === undefined || other !== undefined) return refuseZip(whyNotOne(files, logs));
  const inner = await unpackFile(source, log, tools);
  if (typeof inner === 'string') return refuseZip(inner);
  const among = files.length === 1 ? '' : `, the one log of ${countOf(files.length, 'file')}`;
  return { source: inner, note: `Read out of a ZIP archive: ${shortName(log)}${among}` };
}

function refuseZip(why: string): ContainerStep {
  return { refusal: masker.text(`A ZIP archive ${why}`) };
}

/** Why an archive is not opened, as the end of the sentence "A ZIP archive …". */
function whyNotOne(files: readonly ZipFile[], logs: readonly ZipFile[]): string {
  if (files.length === 0) return 'without a file';
  const locked = files.find(({ isEncrypted }) => isEncrypted);
  if (logs.length === 0 && locked !== undefined) return encrypted(locked);
  const names = firstOf((logs.length === 0 ? files : logs).map(shortName));
  if (logs.length === 0)
    return `with ${countOf(files.length, 'file')}, none of them a log: ${names}. Unpack it and open the file that holds the events`;
  return `with ${countOf(logs.length, 'log')}: ${names}. Unpack it and open one of them, or their folder`;
}

function encrypted(file: ZipFile): string {
  return `that is encrypted: ${shortName(file)}. Unpack it with its password and open the file in it`;
}

function shortName({ name }: ZipFile): string {
  return name.length > 120 ? `…${name.slice(-119)}` : name;
}

/** A file of an archive as a source; a text says why not. */
async function unpackFile(
  source: ByteSource,
  file: ZipFile,
  { makeSpool, mayUnpack }: Pick<ContainerTools, 'makeSpool' | 'mayUnpack'>,
): Promise<UnpackedSource | string> {
  if (file.isEncrypted) return encrypted(file);
  if (file.method !== 0 && file.method !== 8)
    return `packed by method ${file.method}, which is not read here: ${shortName(file)}. Unpack it and open the file in it`;
  const inner = await zipFileSource(source, file, makeSpool, mayUnpack);
  return inner ?? 'that is cut or damaged. Fetch it again';
}

/** The files that begin as a log does. Unpacks 256 KiB of each of the first 100. */
async function logsAmong(source: ByteSource, files: readonly ZipFile[], tools: ContainerTools) {
  const { isLog } = tools;
  if (isLog === null) return [];
  const found: ZipFile[] = [];
  const stored = sharedSource(source);
  for (const file of files.slice(0, MAX_PEEKED)) {
    const inner = await unpackFile(stored, file, { makeSpool: smallSpool });
    if (typeof inner === 'string') continue;
    await inner.pull(PEEKED_BYTES);
    const beginning = await inner.read(0, PEEKED_BYTES);
    await inner.close?.();
    if (await isLog(bytesSource(file.name, beginning))) found.push(file);
  }
  return found;
}

/** Keeps some 100 KiB in memory. */
function smallSpool(): Spool {
  let found = new Uint8Array(0);
  return {
    append(bytes) {
      const longer = new Uint8Array(found.length + bytes.length);
      longer.set(found);
      longer.set(bytes, found.length);
      found = longer;
      return Promise.resolve();
    },
    read: (offset, length) => Promise.resolve(found.subarray(offset, offset + length)),
  };
}

/** The same bytes, which stay open when this is closed: the archive is read on for the file that is chosen. */
function sharedSource(source: ByteSource): ByteSource {
  const { name, origin, sizeBytes } = source;
  return { name, origin, sizeBytes, read: (offset, length) => source.read(offset, length) };
}

/** Longest recording that is read: it is parsed as a whole. */
const MAX_HAR_BYTES = 128 * 1024 * 1024;

/** Takes the largest event stream out of a recording; null when the text is not one. O(length). */
export async function openHar(source: ByteSource): Promise<ContainerStep | null> {
  const bytes = isUnpacked(source) ? await source.pull(MAX_HAR_BYTES + 1) : source.sizeBytes;
  if (bytes > MAX_HAR_BYTES) {
    const size = formatBytes(MAX_HAR_BYTES);
    return {
      refusal: `A recording of HTTP exchanges (HAR) of more than ${size}. Save the body of the event stream as a file and open that`,
    };
  }
  const reading = readHar(new TextDecoder().decode(await wholeOf(source, bytes)));
  if (reading === null) return null;
  const { streams, exchanges } = reading;
  const found = streams.filter((stream) => stream !== null);
  const what = `A recording of ${countOf(exchanges, 'HTTP exchange')} (HAR)`;
  const largest = found.reduce<Uint8Array | null>(
    (a, b) => (a !== null && a.length >= b.length ? a : b),
    null,
  );
  if (largest === null) return { refusal: `${what} ${streams.length === 0 ? NO_STREAM : NO_BODY}` };
  const which = found.length === 1 ? 'its event stream' : `the largest of its ${found.length} event streams`;
  const rest = found.length === 1 ? '' : '. Save the others as files to open them';
  return {
    source: { ...bytesSource(source.name, largest), close: async () => source.close?.() },
    note: `Read out of ${what.replace('A', 'a')}: ${which}${rest}`,
  };
}

const NO_STREAM =
  'without an event stream. Save the answer with the events or the debug bundle as a file and open that';
const NO_BODY =
  'whose event stream has no content: the browser did not keep it. Record the stream with curl -N, or attach to the run';

async function wholeOf(source: ByteSource, bytes: number): Promise<Uint8Array> {
  const whole = new Uint8Array(bytes);
  for (let at = 0; at < bytes; ) {
    const part = await source.read(at, bytes - at);
    if (part.length === 0) return whole.subarray(0, at);
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Reads a recording; null when the text is not one. */
function readHar(text: string) {
  const entries = member(member(parsedJson(text, HAR_DEPTH), 'log'), 'entries');
  if (!Array.isArray(entries)) return null;
  return {
    exchanges: entries.length,
    /** Answers of the type `text/event-stream`; null for one without a body. */
    streams: entries.map(streamOf).filter((stream) => stream !== undefined),
  };
}

/** A recording nests bodies as text; only its own form and what browsers add to it are objects. */
const HAR_DEPTH = 4 * MAX_DEPTH;

/** The body of an answer that is an event stream, null when it was not stored; undefined for any other answer. */
function streamOf(entry: unknown): Uint8Array | null | undefined {
  const content = member(member(entry, 'response'), 'content');
  if (!isRecord(content) || !/^\s*text\/event-stream\b/i.test(textAt(content, 'mimeType') ?? ''))
    return undefined;
  const text = textAt(content, 'text');
  if (text === null) return null;
  return textAt(content, 'encoding') === 'base64' ? fromBase64(text) : new TextEncoder().encode(text);
}

function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
  } catch {
    return null;
  }
}
