/** Where the envelopes of `accept` come from: a file of envelopes, what a model wrote, or the events of a log. */
import {
  type AcceptContext,
  type Emission,
  type EnvelopeFile,
  readEnvelopeFile,
  textFile,
} from '@openwop-inspector/acceptor-core';
import { type ByteSource, openRunLog, SourceError } from '@openwop-inspector/run-log';
import { fileSpool } from '@openwop-inspector/run-log/node';
import type { Surroundings } from '../open/open-log.ts';
import { openSource } from '../open/open-source.ts';
import { jsonFault, textOf } from '../open/whole-text.ts';
import { progressLine } from '../terminal/progress-line.ts';
import { countOf } from '../terminal/quantities.ts';
import { envelopesOfLog } from './envelopes-of-log.ts';

/** One emission with what is known about it. */
export interface SourceEmission {
  readonly emission: Emission;
  /** What the log tells of run and node; null for a file. */
  readonly override: Partial<AcceptContext> | null;
  /** Where it stands, as a person looks for it: `line 3`, `#12`. */
  readonly place: string;
  /** True when a turn of the model begins with it. */
  readonly isNewTurn: boolean;
}

/** Emissions in order, or why there are none, in words that name the file. */
export type EnvelopeSource =
  | { readonly kind: 'read'; readonly emissions: readonly SourceEmission[] }
  | { readonly kind: 'refused'; readonly message: string };

/** Opens a file. `asText` takes it for what a model wrote, whatever it looks like. */
export async function openEnvelopes(
  file: string,
  { asText }: { readonly asText: boolean },
  surroundings: Surroundings,
): Promise<EnvelopeSource> {
  const opened = await openSource(file, surroundings.stdin, surroundings.signal);
  if (opened.kind === 'refused') return opened;
  const { source } = opened;
  try {
    const found = asText ? null : await fromLog(file, source, surroundings);
    return found ?? (await fromText(file, source, asText));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'refused', message: `${file}: ${error.message}` };
  } finally {
    await source.close?.();
  }
}

/** What is no envelope for certain, and what takes it. */
const OTHER_VERBS: ReadonlyMap<string, string> = new Map([
  ['agh-log', 'these are messages of AGH Network; the verb agh judges them'],
  ['agh-envelope', 'this is a message of AGH Network; the verb agh judges it'],
  ['snapshot', 'this is the snapshot of a run; it holds no envelope'],
]);

/** Null when the source is no log: then it is read as text. */
async function fromLog(
  file: string,
  source: ByteSource,
  { terminal, signal }: Surroundings,
): Promise<EnvelopeSource | null> {
  // The log closes its sources; this one is read again when it is no log.
  const { close: _close, ...lent } = source;
  const log = openRunLog([{ ...lent, read: (offset, length) => source.read(offset, length) }], {
    signal,
    makeSpool: fileSpool,
    onProgress: (progress) => terminal.progress(progressLine(file, progress)),
  });
  try {
    await log.loaded;
    terminal.progress(null);
    const other = OTHER_VERBS.get(log.format);
    if (other !== undefined) return { kind: 'refused', message: `${file}: ${other}` };
    if (log.order.length === 0) return null;
    const found = await envelopesOfLog(log);
    if (found.kind === 'looks-like-envelopes') return null;
    if (found.emissions.length > 0) return { kind: 'read', emissions: found.emissions };
    const held = countOf(log.order.length, 'event');
    return { kind: 'refused', message: `${file}: ${held}, and the payload of none is an envelope` };
  } finally {
    await log.close();
  }
}

async function fromText(file: string, source: ByteSource, asText: boolean): Promise<EnvelopeSource> {
  const read = await textOf(source, file);
  if (read.kind === 'refused') return read;
  if (read.text.trim() === '') return { kind: 'refused', message: `${file}: it is empty` };
  const parsed: EnvelopeFile = asText ? textFile(read.text) : readEnvelopeFile(read.text);
  if (!parsed.ok) return { kind: 'refused', message: jsonFault(file, parsed) };
  const { emissions, format } = parsed;
  if (emissions.length === 0) return { kind: 'refused', message: `${file}: the list holds no envelope` };
  return {
    kind: 'read',
    emissions: emissions.map(({ emission, place }) => ({
      emission,
      override: null,
      place: format === 'text' ? '' : `line ${place.line}`,
      isNewTurn: false,
    })),
  };
}
