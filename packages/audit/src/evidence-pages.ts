/** The evidence of the envelopes of a log, a page at a time: what is audited, whoever runs the acceptor. */
import {
  attemptEvents,
  EvidenceCache,
  envelopeEvidence,
  type LoadedLog,
  readEvidenceAhead,
} from '@openwop-inspector/run-log';

/** The evidence of one emission; the same key means the same emission. */
export type KeyedEvidence = NonNullable<Awaited<ReturnType<typeof evidenceAt>>>;

/** Events that neighbouring envelopes share, from one page to the next, by the order that they were read in. */
const caches = new WeakMap<LoadedLog['order'], EvidenceCache>();

/**
 * Envelopes `offset` to `offset + limit` in display order, of `total` attempts; `isEnd` when the page lies behind the
 * last envelope. O(limit × events of the run).
 */
export async function evidencePage(log: LoadedLog, offset: number, limit: number) {
  const { ordinals, total, isEnd } = await attemptEvents(log, { offset, limit });
  const cache = caches.get(log.order) ?? new EvidenceCache();
  if (isEnd) caches.delete(log.order);
  else caches.set(log.order, cache);
  const evidence: KeyedEvidence[] = [];
  for await (const found of evidenceOf(log, ordinals, cache)) if (found !== null) evidence.push(found);
  return { evidence, total, isEnd };
}

/** The evidence of some events in their order; null for an event that is not loaded. */
export async function* evidenceOf(
  log: LoadedLog,
  ordinals: readonly number[],
  cache: EvidenceCache,
): AsyncGenerator<KeyedEvidence | null> {
  await readEvidenceAhead(log, ordinals, cache);
  for (const ordinal of ordinals) yield await evidenceAt(log, ordinal, cache);
}

async function evidenceAt(log: LoadedLog, ordinal: number, cache: EvidenceCache) {
  const evidence = await envelopeEvidence(log, { ordinal }, cache);
  if (evidence === null) return null;
  const { runId, correlationId, emission, recorded, subject } = evidence;
  const own = correlationId === null ? ((recorded[0] ?? subject)?.ordinal ?? ordinal) : null;
  return { key: JSON.stringify([runId, correlationId, emission, own]), evidence };
}
