import {
  countOf,
  formatBytes,
  formatCount,
  formatMoment,
  formatSequence,
  type MaskedText,
  masker,
} from '@openwop-inspector/base';
import {
  type Block,
  type CellColumn,
  dim,
  fact,
  heading,
  htmlPage,
  line,
  name,
  plain,
  rest,
  type Span,
  tableOf,
} from '@openwop-inspector/base/document';
import {
  type CausalChain,
  type EnvelopeAttempt,
  type EventRow,
  envelopePosition,
  type LogicalEnvelope,
  logicalEnvelopes,
  OneRun,
  type RunLog,
  reportDocument,
  type SessionSummary,
  sessionSummary,
  textOfLog,
  typeSpan,
} from '@openwop-inspector/run-log';

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

/** What a report contains. */
export interface ReportContent {
  readonly summary: SessionSummary;
  /** The causes of the failure that it is about; null when there is none. */
  readonly chain: CausalChain | null;
  /** The envelope that the failure is about; null when it is about none. */
  readonly envelope: LogicalEnvelope | null;
  /** Events that are printed whole, masked; null for one that is too large for that. */
  readonly documents: readonly { readonly row: EventRow; readonly text: MaskedText | null }[];
  /** Events that were chosen, and how many there are; more than `rows` are counted. */
  readonly rows: readonly EventRow[];
  readonly total: number;
  /** What chose them; '' for all. */
  readonly filter: string;
  /** Name and version of what wrote it. */
  readonly writtenBy: string;
}

/** What became of a report: its text, or that something that looks like a secret is left in it. */
export type ReportEnd =
  | { readonly kind: 'written'; readonly text: MaskedText }
  | { readonly kind: 'leak'; readonly message: string };

/** The report as text. It is searched again as a whole: what is still found refuses it. O(its length). */
export function htmlReport(content: ReportContent): ReportEnd {
  const { summary, chain, envelope, writtenBy } = content;
  const text = htmlPage(`${summary.verdict.title}: ${summary.name}`, [
    ...reportDocument(summary, chain),
    ...(envelope === null ? [] : attempts(envelope)),
    ...documents(content),
    ...events(content),
    fact('Written by', writtenBy),
  ]);
  const masked = masker.text(text);
  if (masked !== text)
    return { kind: 'leak', message: 'something that looks like a secret is left in the report' };
  return { kind: 'written', text: masked };
}

function attempts({
  envelopeType,
  correlationId,
  attempts: all,
  attemptsLeftOut,
}: LogicalEnvelope): readonly Block[] {
  const total = countOf(all.length + attemptsLeftOut, 'attempt');
  return [
    heading(2, total, ' at ', name(envelopeType ?? 'an envelope of unknown kind')),
    line(dim('correlationId '), correlationId === null ? dim('not recorded') : name(correlationId)),
    tableOf<EnvelopeAttempt>(all, [
      { title: 'ATTEMPT', cell: ({ number }) => `${number}` },
      { title: 'EVENT', align: 'right', cell: ({ sequence }) => formatSequence(sequence) },
      { title: 'STATE', cell: ({ state }) => state },
      { title: 'CODE', cell: ({ code }) => name(code ?? '') },
      { title: 'WHAT IS RECORDED', cell: ({ note }) => note },
      {
        title: 'TRIED AGAIN FOR',
        cell: ({ retry }) => [retry?.reason, retry?.note].filter(Boolean).join(': '),
      },
    ]),
    ...rest(attemptsLeftOut, `${formatCount(attemptsLeftOut)} more are not listed.`),
  ];
}

function documents({ documents: all }: ReportContent): readonly Block[] {
  if (all.length === 0) return [];
  return [
    heading(2, 'Events as recorded, masked'),
    ...all.map(({ row, text }) => ({
      title: line(formatSequence(row.sequence), ' ', typeSpan(row)),
      recorded: text ?? `${formatBytes(row.byteLength)} are too much for a report.`,
    })),
  ];
}

function events({ total, filter, summary, rows }: ReportContent): readonly Block[] {
  const log = textOfLog(summary);
  const chosen = filter === '' ? ['all of them'] : ['those that match ', name(filter)];
  const run: CellColumn<EventRow> = { title: log.run, cell: ({ runId }) => name(runId) };
  const target = rows.findIndex(({ ordinal }) => ordinal === summary.verdict.landOn);
  return [
    heading(2, countOf(total, log.event), ', ', ...chosen),
    ...rest(total - rows.length, `The first ${formatCount(rows.length)} are listed.`),
    {
      ...tableOf<EventRow>(rows, [
        { title: 'SEQ', align: 'right', cell: ({ sequence }) => formatSequence(sequence) },
        { title: 'TIME', align: 'right', cell: timeOf },
        ...(summary.runs.length > 1 ? [run] : []),
        { title: log.node, cell: ({ nodeId }) => name(nodeId ?? '') },
        { title: 'TYPE', cell: typeSpan },
        { title: 'SUMMARY', cell: summarySpan },
      ]),
      target,
    },
  ];
}

/** As recorded; the Unix time of a message as a date. */
function timeOf({ isMessage, timestamp, timeMs }: EventRow): string {
  return (isMessage === true && timeMs !== null ? formatMoment(timeMs) : null) ?? timestamp ?? '';
}

function summarySpan({ summary, contentTrust }: EventRow): Span {
  return contentTrust === 'untrusted'
    ? { text: `untrusted: ${summary}`, style: 'untrusted' }
    : plain(summary);
}
