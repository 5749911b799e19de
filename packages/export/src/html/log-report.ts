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
  tableOf,
} from '@openwop-inspector/base/document';
import {
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
 * chosen. The page is searched for secrets again: what is still found refuses it. O(events), and reads those that are
 * listed. Rejects with a `SourceError` when one cannot be read.
 */
export async function logReport(log: RunLog, wish: ReportWish): Promise<ReportEnd> {
  const { scope, chosen, events, limit, writtenBy } = wish;
  const rows = await scope.rows(
    Array.from({ length: Math.min(limit, chosen.length) }, (_, at) => Number(chosen[at])),
  );
  const summary = scope instanceof OneRun ? await scope.summary() : await sessionSummary(log);
  const failure = summary.verdict.landOn;
  const chain =
    failure === null ? null : await log.chain({ ordinal: failure }, { descendantLimit: 0, links: false });
  const cause = chain?.cause?.node;
  const whole = [failure, cause?.kind === 'event' ? cause.row.ordinal : null, ...events];
  const envelope = failure === null ? null : await envelopeOf(log, failure);
  const text = htmlPage(`${summary.verdict.title}: ${summary.name}`, [
    ...reportDocument(summary, chain),
    ...(envelope === null ? [] : attempts(envelope)),
    ...(await documents(log, [...new Set(whole.filter((ordinal) => ordinal !== null))])),
    ...eventTable(summary, rows, wish),
    fact('Written by', writtenBy),
  ]);
  const masked = masker.text(text);
  if (masked !== text)
    return { kind: 'leak', message: 'something that looks like a secret is left in the report' };
  return { kind: 'written', text: masked };
}

async function envelopeOf(log: RunLog, ordinal: number): Promise<LogicalEnvelope | null> {
  const position = await envelopePosition(log, ordinal);
  if (position < 0) return null;
  const { rows } = await logicalEnvelopes(log, { offset: position, limit: 1 });
  return rows[0] ?? null;
}

/** Events whole, as recorded, masked; of one that is too large its size. */
async function documents(log: RunLog, ordinals: readonly number[]): Promise<readonly Block[]> {
  if (ordinals.length === 0) return [];
  const blocks: Block[] = [heading(2, 'Events as recorded, masked')];
  for (const row of await log.rows(ordinals)) {
    const recorded =
      row.byteLength > MAX_DOCUMENT
        ? `${formatBytes(row.byteLength)} are too much for a report.`
        : masker.json(new TextDecoder().decode(await log.read(row.ordinal))).text;
    blocks.push({ title: line(formatSequence(row.sequence), ' ', typeSpan(row)), recorded });
  }
  return blocks;
}

/** What became of a report: its text, or that something that looks like a secret is left in it. */
type ReportEnd =
  | { readonly kind: 'written'; readonly text: MaskedText }
  | { readonly kind: 'leak'; readonly message: string };

function attempts(envelope: LogicalEnvelope): readonly Block[] {
  const { envelopeType, correlationId, attempts: all, attemptsLeftOut } = envelope;
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

function eventTable(
  summary: SessionSummary,
  rows: readonly EventRow[],
  { filter, chosen }: ReportWish,
): readonly Block[] {
  const log = textOfLog(summary);
  const which = filter === '' ? ['all of them'] : ['those that match ', name(filter)];
  const run: CellColumn<EventRow> = { title: log.run, cell: ({ runId }) => name(runId) };
  const table = tableOf<EventRow>(rows, [
    { title: 'SEQ', align: 'right', cell: ({ sequence }) => formatSequence(sequence) },
    { title: 'TIME', align: 'right', cell: timeOf },
    ...(summary.runs.length > 1 ? [run] : []),
    { title: log.node, cell: ({ nodeId }) => name(nodeId ?? '') },
    { title: 'TYPE', cell: typeSpan },
    {
      title: 'SUMMARY',
      cell: ({ summary, contentTrust }: EventRow) =>
        contentTrust === 'untrusted' ? { text: `untrusted: ${summary}`, style: 'untrusted' } : plain(summary),
    },
  ]);
  const target = rows.findIndex(({ ordinal }) => ordinal === summary.verdict.landOn);
  return [
    heading(2, countOf(chosen.length, log.event), ', ', ...which),
    ...rest(chosen.length - rows.length, `The first ${formatCount(rows.length)} are listed.`),
    { ...table, target },
  ];
}

/** As recorded; the Unix time of a message as a date. */
const timeOf = ({ isMessage, timestamp, timeMs }: EventRow): string =>
  (isMessage === true && timeMs !== null ? formatMoment(timeMs) : null) ?? timestamp ?? '';
