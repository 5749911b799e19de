/** What a source is packed in: the one place that distinguishes a log from the archive or recording around it. */
import { masker } from '@openwop-inspector/base';
import type { ByteSource } from '../source/byte-source.ts';
import { gunzipSource, isUnpacked, looksLikeGzip, type UnpackedSource } from '../source/unpacked-source.ts';
import type { ContainerStep, ContainerTools } from './open-archive.ts';
import { otherFile } from './other-files.ts';

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
