import { type MaskedText, masker } from '@openwop-inspector/base';
import {
  type EventRow,
  envelopePosition,
  type LogicalEnvelope,
  logicalEnvelopes,
  OneRun,
  type RunLog,
  sessionSummary,
} from '@openwop-inspector/run-log';
import { htmlReport, type ReportContent, type ReportEnd } from './html-report.ts';

/** What a report is to tell of a log. */
export interface ReportWish {
  /** All of the log, or one run of it. */
  readonly scope: RunLog | OneRun;
  /** Ordinals of the events that were chosen, in their order. */
  readonly chosen: ArrayLike<number>;
  /** What chose them; '' for all. */
  readonly filter: string;
  /** Ordinals of events that are printed whole, besides the failure and its cause. */
  readonly events: readonly number[];
  /** Events that are listed at most. */
  readonly limit: number;
  /** Name and version of what writes it. */
  readonly writtenBy: string;
}

/** Bytes of an event beyond which it is not printed whole. */
const MAX_DOCUMENT = 64 * 1024;

/**
 * A report about a log, or a run of it: the verdict, what led to the failure, the attempts at its envelope, the events that were
 * chosen. O(events), and reads those that are listed. Rejects with a `SourceError` when one cannot be read.
 */
export async function logReport(log: RunLog, wish: ReportWish): Promise<ReportEnd> {
  const { scope, chosen, filter, events, limit, writtenBy } = wish;
  const rows = await scope.rows(
    Array.from({ length: Math.min(limit, chosen.length) }, (_, at) => Number(chosen[at])),
  );
  const summary = scope instanceof OneRun ? await scope.summary() : await sessionSummary(log);
  const failure = summary.verdict.landOn;
  const chain =
    failure === null ? null : await log.chain({ ordinal: failure }, { descendantLimit: 0, links: false });
  const cause = chain?.cause?.node;
  const whole = [failure, cause?.kind === 'event' ? cause.row.ordinal : null, ...events];
  return htmlReport({
    summary,
    chain,
    rows,
    total: chosen.length,
    filter,
    writtenBy,
    envelope: failure === null ? null : await envelopeOf(log, failure),
    documents: await documentsOf(log, [...new Set(whole.filter((ordinal) => ordinal !== null))]),
  });
}

async function envelopeOf(log: RunLog, ordinal: number): Promise<LogicalEnvelope | null> {
  const position = await envelopePosition(log, ordinal);
  if (position < 0) return null;
  const { rows } = await logicalEnvelopes(log, { offset: position, limit: 1 });
  return rows[0] ?? null;
}

async function documentsOf(log: RunLog, ordinals: readonly number[]): Promise<ReportContent['documents']> {
  const documents: { readonly row: EventRow; readonly text: MaskedText | null }[] = [];
  for (const row of await log.rows(ordinals)) {
    const recorded = row.byteLength > MAX_DOCUMENT ? null : await log.read(row.ordinal);
    documents.push({
      row,
      text: recorded === null ? null : masker.json(new TextDecoder().decode(recorded)).text,
    });
  }
  return documents;
}
