/** Where the envelopes of `accept` come from: a file of envelopes, what a model wrote, or the events of a log. */

import { type EnvelopeFile, readEnvelopeFile, textFile } from '@openwop-inspector/acceptor-core';
import { countOf } from '@openwop-inspector/base';
import {
  type ByteSource,
  type EventRow,
  openRunLog,
  type RunLog,
  SourceError,
} from '@openwop-inspector/run-log';
import { fileSpool } from '@openwop-inspector/run-log/node';
import { limitsOf, type Surroundings } from '../open/open-log.ts';
import { openSource } from '../open/open-source.ts';
import { jsonFault, textOf } from '../open/whole-text.ts';
import { progressLine } from '../terminal/terminal.ts';
import { remark } from '../verbs/complain.ts';
import { envelopesOfLog, type SourceEmission, sourceEmission } from './envelopes-of-log.ts';
import { envelopeAtEvent, envelopesOfFailures, type RebuiltEnvelope } from './rebuilt-envelopes.ts';

/** Emissions in order, or why there are none, in words that name the file. */
export type EnvelopeSource =
  | {
      readonly kind: 'read';
      readonly emissions: readonly SourceEmission[];
      /** What could not be read beside them, each a sentence that names the file. */
      readonly faults: readonly string[];
    }
  | { readonly kind: 'refused'; readonly message: string };

/** How a file is taken. */
interface Taken {
  /** For what a model wrote, whatever it looks like. */
  readonly asText: boolean;
  /** For a log, of which the envelope at this event is taken; null takes all that stand in the file. */
  readonly event: string | null;
}

/**
 * Opens a file. Of a log the payloads that are envelopes are taken; of one without any, the envelopes that its failed
 * events stand for.
 */
export async function openEnvelopes(
  file: string,
  { asText, event }: Taken,
  surroundings: Surroundings,
): Promise<EnvelopeSource> {
  const opened = await openSource(file, surroundings.stdin, surroundings.signal);
  if (opened.kind === 'refused') return opened;
  const { source } = opened;
  try {
    const found = asText ? null : await fromLog(file, source, event, surroundings);
    if (found === null && event !== null) return { kind: 'refused', message: `${file}: ${NO_LOG}` };
    return found ?? (await fromText(file, source, asText));
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'refused', message: `${file}: ${error.message}` };
  } finally {
    await source.close?.();
  }
}

const NO_LOG = 'this is no log; --event names an event of one';

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
  event: string | null,
  surroundings: Surroundings,
): Promise<EnvelopeSource | null> {
  const { terminal, signal } = surroundings;
  // The log closes its sources; this one is read again when it is no log.
  const { close: _close, ...lent } = source;
  const log = openRunLog([{ ...lent, read: (offset, length) => source.read(offset, length) }], {
    signal,
    makeSpool: fileSpool,
    ...limitsOf(surroundings),
    onProgress: (progress) => terminal.progress(progressLine(file, progress)),
  });
  try {
    await log.loaded;
    terminal.progress(null);
    const other = OTHER_VERBS.get(log.format);
    if (other !== undefined) return { kind: 'refused', message: `${file}: ${other}` };
    if (log.order.length === 0) return null;
    if (event !== null) return await atEvent(file, log, event, surroundings);
    const found = await envelopesOfLog(log);
    if (found.kind === 'looks-like-envelopes') return null;
    const faults = found.leftOut.map((words) => `${file}: ${words}`);
    if (found.emissions.length > 0) return { kind: 'read', emissions: found.emissions, faults };
    if (faults.length > 0) return { kind: 'refused', message: faults.join('; ') };
    return await ofFailures(file, log, found.refusals, surroundings);
  } finally {
    await log.close();
  }
}

async function atEvent(
  file: string,
  log: RunLog,
  reference: string,
  { terminal }: Surroundings,
): Promise<EnvelopeSource> {
  const found = await envelopeAtEvent(log, reference);
  if (found.kind === 'none') return { kind: 'refused', message: `${file}: ${found.message}` };
  if (found.remark !== null) remark(terminal, found.remark);
  return { kind: 'read', emissions: [emissionOf(found.rebuilt)], faults: [] };
}

async function ofFailures(
  file: string,
  log: RunLog,
  refusals: readonly EventRow[],
  { terminal, signal }: Surroundings,
): Promise<EnvelopeSource> {
  const { found, isCut, withoutEnvelope } = await envelopesOfFailures(log, refusals, signal);
  if (found.length === 0) {
    const held = `${countOf(log.order.length, 'event')}, and the payload of none is an envelope`;
    const failed = withoutEnvelope.length === 0 ? NO_FAILURE : missingText(withoutEnvelope);
    return { kind: 'refused', message: `${file}: ${held}; ${failed}` };
  }
  remark(terminal, 'the log holds no envelope as such; these are those of its failed events, put together');
  if (withoutEnvelope.length > 0) remark(terminal, missingText(withoutEnvelope));
  const cut = `${file}: only the first ${countOf(found.length, 'envelope')}; there are more failures`;
  return { kind: 'read', emissions: found.map(emissionOf), faults: isCut ? [cut] : [] };
}

const NO_FAILURE = 'nor did an envelope fail in it. --event REF takes the one that stands at an event';

/** Places named in a remark. */
const NAMED = 5;

function missingText(places: readonly string[]): string {
  const more = places.length > NAMED ? ` and ${places.length - NAMED} more` : '';
  const named = `${places.slice(0, NAMED).join(', ')}${more}`;
  return `the log does not hold the envelope that failed at ${named}; --event tells what is known of it`;
}

function emissionOf(rebuilt: RebuiltEnvelope): SourceEmission {
  return sourceEmission({ text: rebuilt.envelope.text }, rebuilt.place, { rebuilt });
}

async function fromText(file: string, source: ByteSource, asText: boolean): Promise<EnvelopeSource> {
  const read = await textOf(source, file);
  if (read.kind === 'refused') return read;
  if (read.text.trim() === '') return { kind: 'refused', message: `${file}: it is empty` };
  const parsed: EnvelopeFile = asText ? textFile(read.text) : readEnvelopeFile(read.text);
  if (!parsed.ok) return { kind: 'refused', message: jsonFault(file, parsed) };
  const { emissions, faults, format } = parsed;
  if (emissions.length === 0) return { kind: 'refused', message: `${file}: the list holds no envelope` };
  return {
    kind: 'read',
    emissions: emissions.map(({ emission, place: start }) =>
      sourceEmission(emission, format === 'text' ? '' : `line ${start.line}`, { start }),
    ),
    faults: faults.map((fault) => jsonFault(file, fault)),
  };
}
