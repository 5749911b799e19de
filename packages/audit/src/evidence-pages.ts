/** The evidence of the envelopes of a log, a page at a time: what is audited, whoever runs the acceptor. */
import {
  type EnvelopeEvidence,
  EvidenceCache,
  envelopeEvidence,
  type LoadedLog,
  logicalEnvelopes,
} from '@openwop-inspector/run-log';

/** The evidence of one emission; the same key means the same emission. */
export interface KeyedEvidence {
  readonly key: string;
  readonly evidence: EnvelopeEvidence;
}

export interface EvidencePage {
  readonly evidence: readonly KeyedEvidence[];
  /** Attempts of all envelopes of the log. */
  readonly total: number;
  /** True when the page lies behind the last envelope. */
  readonly isEnd: boolean;
}

/** Events that neighbouring envelopes share, from one page to the next, by the order that they were read in. */
const caches = new WeakMap<LoadedLog['order'], EvidenceCache>();

/** Envelopes `offset` to `offset + limit` in display order. O(limit × events of the run). */
export async function evidencePage(log: LoadedLog, offset: number, limit: number): Promise<EvidencePage> {
  const { ordinals, total, isEnd } = await auditedOrdinals(log, offset, limit);
  const cache = caches.get(log.order) ?? new EvidenceCache();
  if (isEnd) caches.delete(log.order);
  else caches.set(log.order, cache);
  const evidence: KeyedEvidence[] = [];
  for (const ordinal of ordinals) {
    const found = await evidenceAt(log, ordinal, cache);
    if (found !== null) evidence.push(found);
  }
  return { evidence, total, isEnd };
}

/** The event of each attempt of a page of envelopes; attempts beside the events have none. */
export async function auditedOrdinals(
  log: LoadedLog,
  offset: number,
  limit: number,
): Promise<{ readonly ordinals: readonly number[]; readonly total: number; readonly isEnd: boolean }> {
  const { rows, attempts } = await logicalEnvelopes(log, { offset, limit });
  const ordinals = rows.flatMap((row) => row.attempts.map(({ ordinal }) => ordinal));
  return { ordinals: ordinals.filter((ordinal) => ordinal >= 0), total: attempts, isEnd: rows.length === 0 };
}

export async function evidenceAt(
  log: LoadedLog,
  ordinal: number,
  cache: EvidenceCache,
): Promise<KeyedEvidence | null> {
  const evidence = await envelopeEvidence(log, { ordinal }, cache);
  if (evidence === null) return null;
  const { runId, correlationId, emission, recorded, subject } = evidence;
  const own = correlationId === null ? ((recorded[0] ?? subject)?.ordinal ?? ordinal) : null;
  return { key: JSON.stringify([runId, correlationId, emission, own]), evidence };
}
