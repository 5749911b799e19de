/** What a source is packed in: the one place that distinguishes a log from the archive or recording around it. */
import { masker } from '@openwop-inspector/base';
import type { ByteSource } from '../source/byte-source.ts';
import { gunzipSource, isUnpacked, looksLikeGzip, type UnpackedSource } from '../source/unpacked-source.ts';
import type { ContainerStep, ContainerTools } from './open-archive.ts';

/** A source without what is around it. */
export interface OpenedContainer {
  /** The log; of a refused one what could be opened. */
  readonly source: ByteSource;
  /** All that is unpacked on the way, the outermost first; the last is `source` when that is unpacked while it is read. */
  readonly unpacked: readonly UnpackedSource[];
  readonly isGzip: boolean;
  /** What the log was taken out of, a sentence each. */
  readonly notes: readonly string[];
  /** Why there is no log in it, and what to do; null when there may be one. */
  readonly refusal: string | null;
}

/** Containers within each other that are opened. */
const MAX_NESTED = 4;
/** Bytes by which a container is recognized. */
const HEAD_BYTES = 512;
/** How ZIP begins: a file, the end of an archive without files, a part of several. */
const ZIP_SIGNATURES: ReadonlySet<number> = new Set([0x04034b50, 0x06054b50, 0x08074b50]);
/** Text before the first key of a HAR recording, whose only member is `log`. */
const HAR_HEAD = /^\s*\{\s*"log"\s*:\s*\{/;

/**
 * Takes a log out of gzip, a ZIP archive or a HAR recording, and out of these within each other. Reads the beginning of
 * a plain source and no more. Rejects with a `SourceError` when the source cannot be read.
 */
export async function openContainer(given: ByteSource, tools: ContainerTools): Promise<OpenedContainer> {
  const unpacked: UnpackedSource[] = [];
  const notes: string[] = [];
  let isGzip = false;
  let source: ByteSource = given;
  const opened = (refusal: string | null): OpenedContainer => ({ source, unpacked, isGzip, notes, refusal });
  for (let depth = 0; depth < MAX_NESTED; depth++) {
    const step = await openOne(source, tools);
    if (step === null) return opened(null);
    if ('refusal' in step) return opened(step.refusal);
    source = step.source;
    if (isUnpacked(source)) unpacked.push(source);
    if (step.note !== undefined) notes.push(masker.text(step.note));
    isGzip ||= step.isGzip === true;
  }
  return opened('Archives packed within each other too often. Unpack them and open the log in them');
}

async function openOne(source: ByteSource, tools: ContainerTools): Promise<ContainerStep | null> {
  if (isUnpacked(source)) await source.pull(HEAD_BYTES);
  const head = await source.read(0, HEAD_BYTES);
  if (looksLikeGzip(head))
    return { source: gunzipSource(source, await tools.makeSpool(), tools.mayUnpack), isGzip: true };
  // Few logs are in an archive or a recording: what opens these is loaded for them.
  if (looksLikeZip(head)) return (await import('./open-archive.ts')).openZip(source, tools);
  if (HAR_HEAD.test(new TextDecoder().decode(head)))
    return (await import('./open-archive.ts')).openHar(source);
  const refusal = otherFile(head);
  return refusal === null ? null : { refusal };
}

/** True when the bytes start as ZIP does. */
function looksLikeZip(head: Uint8Array): boolean {
  if (head.length < 4) return false;
  const signature = new DataView(head.buffer, head.byteOffset, 4).getUint32(0, true);
  return ZIP_SIGNATURES.has(signature);
}

/** Files that are recognized by their first bytes, or by their name where these say nothing, and are not opened. */

interface OtherFile {
  readonly magic: readonly number[];
  readonly at?: number;
  /** What it is and what to do. */
  readonly words: string;
}

const unpack = (what: string, command: string): string =>
  `${what}: unpack it (${command}) and open the log in it`;

const OTHERS: readonly OtherFile[] = [
  { magic: [0x28, 0xb5, 0x2f, 0xfd], words: unpack('Data packed with Zstandard', 'zstd -d') },
  { magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], words: unpack('Data packed with xz', 'xz -d') },
  { magic: [0x42, 0x5a, 0x68], words: unpack('Data packed with bzip2', 'bzip2 -d') },
  { magic: [0x04, 0x22, 0x4d, 0x18], words: unpack('Data packed with LZ4', 'lz4 -d') },
  { magic: [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c], words: unpack('A 7-Zip archive', '7z x') },
  { magic: [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07], words: unpack('A RAR archive', 'unrar x') },
  { magic: [0x75, 0x73, 0x74, 0x61, 0x72], at: 257, words: unpack('A tar archive', 'tar -x') },
  {
    magic: [0x0a, 0x0d, 0x0d, 0x0a],
    words: 'A capture of network packets (pcapng): save the body of the event stream as a file and open that',
  },
  {
    magic: [0xd4, 0xc3, 0xb2, 0xa1],
    words: 'A capture of network packets (pcap): save the body of the event stream as a file and open that',
  },
];

/** What a file is by its first bytes, 512 at least where it has them, and what to do; null when they say nothing. */
function otherFile(head: Uint8Array): string | null {
  const found = OTHERS.find(({ magic, at = 0 }) => magic.every((byte, i) => head[at + i] === byte));
  return found?.words ?? null;
}

/** Brotli has no first bytes of its own: a file of this name whose content is not text. */
export const BROTLI = unpack('Data packed with Brotli', 'brotli -d');

/** True for a name that says Brotli. */
export function isBrotliName(name: string): boolean {
  return /\.(?:br|brotli)$/i.test(name);
}
