import type { AcceptContext, Emission, TextPlace } from '@openwop-inspector/acceptor-core';
import { formatBytes, formatCount, isRecord } from '@openwop-inspector/base';
import { type EventRow, type RunLog, readEventDocument } from '@openwop-inspector/run-log';
import { mayRefuse, placeOf, type RebuiltEnvelope } from './rebuilt-envelopes.ts';

/** One emission with what is known about it. */
export interface SourceEmission {
  readonly emission: Emission;
  /** What the log tells of run and node; null for a file. */
  readonly override: Partial<AcceptContext> | null;
  /** An envelope of a log, with its own context; null for one that stands in a file or a payload. */
  readonly rebuilt: RebuiltEnvelope | null;
  /** Where it stands, as a person looks for it: `line 3`, `#12`. */
  readonly place: string;
  /** Where its text begins in a file; null for one of a log. */
  readonly start: TextPlace | null;
  /** True when a turn of the model begins with it. */
  readonly isNewTurn: boolean;
}

/** An emission with what is known of its source; what `known` does not name is absent. */
export function sourceEmission(
  emission: Emission,
  place: string,
  known: Partial<SourceEmission> = {},
): SourceEmission {
  return { emission, place, override: null, rebuilt: null, start: null, isNewTurn: false, ...known };
}

/** Envelopes in the payloads of a log, in order. `looks-like-envelopes`: the entries are no events at all. */
export type LogEnvelopes =
  | {
      readonly kind: 'found';
      readonly emissions: readonly SourceEmission[];
      /** Events that may have refused an envelope, a few thousand at most; for logs that hold none themselves. */
      readonly refusals: readonly EventRow[];
      /** What was left out, in words: nothing is known of it, so it must not count as accepted. */
      readonly leftOut: readonly string[];
    }
  | { readonly kind: 'looks-like-envelopes' };

/** Rows read at a time. */
const BATCH = 500;
/** Envelopes taken of one log. */
const MAX_ENVELOPES = 100_000;
/** Refusals kept of one log. */
const MAX_REFUSALS = 2_000;

/**
 * Payloads that are envelopes, or hold one as `envelope`. A log does not say where the turns of a model begin, so each
 * counts as a turn of its own. Reads every event once; only those that may hold an envelope are parsed.
 */
export async function envelopesOfLog(log: RunLog): Promise<LogEnvelopes> {
  const leftOut: string[] = [];
  const emissions: SourceEmission[] = await envelopesOutsideEvents(log, leftOut);
  let hasEvents = emissions.length > 0;
  const refusals: EventRow[] = [];
  for (let at = 0; at < log.order.length && emissions.length < MAX_ENVELOPES; at += BATCH) {
    const size = Math.min(BATCH, log.order.length - at);
    const ordinals = Array.from({ length: size }, (_, i) => log.order.ordinalAt(at + i));
    for (const row of await log.rows(ordinals)) {
      if (refusals.length < MAX_REFUSALS && mayRefuse(row)) refusals.push(row);
      if (row.sequence !== null) hasEvents = true;
      const read = await log.read(row.ordinal);
      if (!MAY_HOLD.test(new TextDecoder().decode(read))) continue;
      const document = readEventDocument(read);
      if (document === null) continue;
      const envelope = envelopeIn(document.payload);
      if (envelope !== null) emissions.push(emissionOf(row, envelope));
      else if (isEnvelope(document.recorded) && !Object.hasOwn(document.recorded, 'runId')) {
        if (!hasEvents) return { kind: 'looks-like-envelopes' };
        emissions.push(emissionOf(row, document.recorded));
      }
    }
  }
  if (emissions.length >= MAX_ENVELOPES)
    leftOut.push(`no more than ${formatCount(MAX_ENVELOPES)} envelopes are taken of one log`);
  return { kind: 'found', emissions, refusals, leftOut };
}

/** Bytes of an envelope beside the events that are read. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Envelopes that stand in the source beside its events, such as lines of their own (envelope 1). */
async function envelopesOutsideEvents(log: RunLog, leftOut: string[]): Promise<SourceEmission[]> {
  const found: SourceEmission[] = [];
  for (const { length, offset, source } of log.index.envelopes.slice(0, MAX_ENVELOPES)) {
    if (length > MAX_BYTES) {
      leftOut.push(
        `the envelope at byte ${formatCount(offset)} has more than ${formatBytes(MAX_BYTES)} and was not judged`,
      );
      continue;
    }
    const text = new TextDecoder().decode(await log.readAt(source, offset, length));
    found.push(sourceEmission({ text }, `byte ${offset}`, { isNewTurn: true }));
  }
  return found;
}

/** Keys of which an envelope has one. */
const MAY_HOLD = /"(?:correlationId|envelopeId|meta)"/;

function envelopeIn(payload: unknown): Readonly<Record<string, unknown>> | null {
  if (isEnvelope(payload)) return payload;
  const inner = isRecord(payload) && Object.hasOwn(payload, 'envelope') ? payload.envelope : null;
  return isEnvelope(inner) ? inner : null;
}

function isEnvelope(value: unknown): value is Readonly<Record<string, unknown>> {
  if (!isRecord(value) || !Object.hasOwn(value, 'type') || !Object.hasOwn(value, 'payload')) return false;
  return ['correlationId', 'envelopeId', 'meta'].some((key) => Object.hasOwn(value, key));
}

function emissionOf(row: EventRow, envelope: unknown): SourceEmission {
  const override = { runId: row.runId, ...(row.nodeId === null ? {} : { nodeId: row.nodeId }) };
  return sourceEmission({ envelope, single: true }, placeOf(row), { override, isNewTurn: true });
}
