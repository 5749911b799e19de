import { type AcceptContext, parseJsonText, readAcceptContext } from '@openwop-inspector/acceptor-core';
import { formatCount } from '@openwop-inspector/base';
import { line } from '@openwop-inspector/base/document';
import {
  type ByteSource,
  blobSpool,
  isUnpacked,
  SourceError,
  withoutContainer,
} from '@openwop-inspector/run-log';
import { nothing } from '../verbs/complain.ts';
import { openSource, STANDARD_INPUT, type Surroundings } from './open-log.ts';

/** Longest document that is read as a whole: envelopes, contexts, schemas and vectors are far smaller. */
export const MAX_BYTES = 64 * 1024 * 1024;

/** A file as text, or why not, in words that name the file as it was given. */
export type WholeText =
  | { readonly kind: 'read'; readonly text: string }
  | { readonly kind: 'refused'; readonly message: string };

/** A file as a JSON value. A fault is reported with line, column and byte. */
export type JsonFile =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly message: string };

/** Reads a file, or standard input for `-`, as UTF-8, out of gzip, a ZIP archive or a HAR recording. */
export async function readWholeText(file: string, surroundings: Surroundings): Promise<WholeText> {
  const opened = await openSource(file, surroundings.stdin, surroundings.signal);
  if (opened.kind === 'refused') return opened;
  try {
    return await textOf(opened.source, file);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'refused', message: `${file}: ${error.message}` };
  } finally {
    await opened.source.close?.();
  }
}

/** The whole of an opened source as text; the source stays open. Rejects with a `SourceError` when it vanished. */
export async function textOf(source: ByteSource, file: string): Promise<WholeText> {
  const refuse = (why: string): WholeText => ({ kind: 'refused', message: `${nameOf(file)}: ${why}` });
  if (source.sizeBytes > MAX_BYTES) return refuse(`it is larger than ${formatCount(MAX_BYTES)} bytes`);
  const { source: inner, unpacked, refusal } = await withoutContainer(source, { makeSpool: blobSpool });
  if (refusal !== null) return refuse(refusal);
  const size = isUnpacked(inner) ? await inner.pull(MAX_BYTES + 1) : inner.sizeBytes;
  if (size > MAX_BYTES || unpacked.some(({ damage }) => damage !== null))
    return refuse('its packed data is damaged or too large');
  const bytes = await inner.read(0, size);
  try {
    return { kind: 'read', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return refuse('it is not UTF-8 text');
  }
}

function nameOf(file: string): string {
  return file === STANDARD_INPUT ? 'standard input' : file;
}

/** Reads a file as JSON. */
export async function readJsonFile(file: string, surroundings: Surroundings): Promise<JsonFile> {
  const read = await readWholeText(file, surroundings);
  if (read.kind === 'refused') return read;
  const parsed = parseJsonText(read.text);
  if (parsed.ok) return { kind: 'read', value: parsed.value };
  return { kind: 'refused', message: jsonFault(file, parsed) };
}

/** What a reader of a JSON document says of it. */
type Reading =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly problems: readonly { readonly pointer: string; readonly message: string }[];
    };

/**
 * Reads a JSON file with one of our readers. Null when it cannot be read or is not what it should be, which has been
 * said with `refusal` and a line for each place.
 */
export async function readDocument<R extends Reading>(
  file: string,
  read: (value: unknown) => R,
  refusal: string,
  surroundings: Surroundings,
): Promise<Extract<R, { ok: true }> | null> {
  const { terminal } = surroundings;
  const json = await readJsonFile(file, surroundings);
  if (json.kind === 'refused') return nothing(terminal, json.message);
  const reading = read(json.value);
  if (reading.ok) return reading as Extract<R, { ok: true }>;
  const places = reading.problems.map(({ pointer, message }) =>
    line(`  ${pointer === '' ? 'the file' : pointer}: ${message}`),
  );
  return nothing(terminal, `${file}: ${refusal}`, places);
}

/** The context file (vectors FORMAT 2.1); without one, nothing is known. Null when it is wrong, which has been said. */
export async function readContext(
  file: string | null,
  surroundings: Surroundings,
): Promise<AcceptContext | null> {
  if (file === null) return {};
  const read = await readDocument(file, readAcceptContext, 'this is no context', surroundings);
  return read?.context ?? null;
}

/** Where a text stops being JSON, as people and programs look for it. */
export function jsonFault(
  file: string,
  fault: {
    readonly message: string;
    readonly line: number;
    readonly column: number;
    readonly byteOffset: number;
  },
): string {
  const place = `line ${fault.line}, column ${fault.column}, byte ${formatCount(fault.byteOffset)}`;
  return `${nameOf(file)}: no valid JSON at ${place}: ${fault.message}`;
}
