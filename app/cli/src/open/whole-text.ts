import {
  type AcceptContext,
  parseJsonText,
  readAcceptContext,
  type TextPlace,
} from '@openwop-inspector/acceptor-core';
import { formatCount, isRecord, type Result, type ShapeProblem } from '@openwop-inspector/base';
import { line } from '@openwop-inspector/base/document';
import {
  type ByteSource,
  blobSpool,
  isUnpacked,
  SourceError,
  withoutContainer,
} from '@openwop-inspector/run-log';
import { Refusal } from '../verbs/complain.ts';
import { openSource, STANDARD_INPUT, type Surroundings } from './open-log.ts';

/** Longest document that is read as a whole: envelopes, contexts, schemas and vectors are far smaller. */
export const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a file, or standard input for `-`, as UTF-8, out of gzip, a ZIP archive or a HAR recording. Rejects with a
 * `Refusal`, as do all readers below.
 */
export async function readWholeText(file: string, { stdin, signal }: Surroundings): Promise<string> {
  const source = await openSource(file, stdin, signal);
  try {
    return await textOf(source, file);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    throw new Refusal(`${file}: ${error.message}`);
  } finally {
    await source.close?.();
  }
}

/** The whole of an opened source as text; the source stays open. Rejects with a `SourceError` when it vanished. */
export async function textOf(source: ByteSource, file: string): Promise<string> {
  const refusalOf = (why: string): Refusal => new Refusal(`${nameOf(file)}: ${why}`);
  if (source.sizeBytes > MAX_BYTES) throw refusalOf(`it is larger than ${formatCount(MAX_BYTES)} bytes`);
  const { source: inner, unpacked, refusal } = await withoutContainer(source, { makeSpool: blobSpool });
  if (refusal !== null) throw refusalOf(refusal);
  const size = isUnpacked(inner) ? await inner.pull(MAX_BYTES + 1) : inner.sizeBytes;
  if (size > MAX_BYTES || unpacked.some(({ damage }) => damage !== null))
    throw refusalOf('its packed data is damaged or too large');
  const bytes = await inner.read(0, size);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusalOf('it is not UTF-8 text');
  }
}

const nameOf = (file: string): string => (file === STANDARD_INPUT ? 'standard input' : file);

/** Reads a file as JSON. A fault is reported with line, column and byte. */
export async function readJsonFile(file: string, surroundings: Surroundings): Promise<unknown> {
  const parsed = parseJsonText(await readWholeText(file, surroundings));
  if (!parsed.ok) throw new Refusal(jsonFault(file, parsed));
  return parsed.value;
}

/** Reads a JSON file with one of our readers. `what`: what it is not, when it is refused, with a line for each place. */
export async function readDocument<Read extends object>(
  file: string,
  read: (value: unknown) => Result<Read, { problems: readonly ShapeProblem[] }>,
  what: string,
  surroundings: Surroundings,
): Promise<Read> {
  const reading = read(await readJsonFile(file, surroundings));
  if (reading.ok) return reading;
  const places = reading.problems.map(({ pointer, message }) =>
    line(`  ${pointer === '' ? 'the file' : pointer}: ${message}`),
  );
  throw new Refusal(`${file}: ${what}`, places);
}

/** Top-level members of a discovery document, which a context does not have. */
const DECLARED = ['protocolVersion', 'protocolVersions', 'supportedEnvelopes', 'capabilities'];

function readContextValue(value: unknown): ReturnType<typeof readAcceptContext> {
  if (!isRecord(value) || !DECLARED.some((member) => Object.hasOwn(value, member)))
    return readAcceptContext(value);
  const message = 'It is a discovery document. "portability --hosts" and "audit --discovery" take one.';
  return { ok: false, problems: [{ pointer: '', message }] };
}

/** The context file (vectors FORMAT 2.1); without one, nothing is known. */
export async function readContext(file: string | null, surroundings: Surroundings): Promise<AcceptContext> {
  if (file === null) return {};
  return (await readDocument(file, readContextValue, 'this is no context', surroundings)).context;
}

/** Where a text stops being JSON, as people and programs look for it. */
export function jsonFault(file: string, fault: TextPlace & { readonly message: string }): string {
  const place = `line ${fault.line}, column ${fault.column}, byte ${formatCount(fault.byteOffset)}`;
  return `${nameOf(file)}: no valid JSON at ${place}: ${fault.message}`;
}
