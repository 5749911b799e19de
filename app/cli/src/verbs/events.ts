import {
  countOf,
  formatCount,
  joinMasked,
  jsonOf,
  type MaskedText,
  masker,
  pick,
  words,
} from '@openwop-inspector/base';
import { blank, dim, line } from '@openwop-inspector/base/document';
import { reasonsText } from '@openwop-inspector/protocol';
import {
  asksForProblems,
  type EventRow,
  type Filter,
  isConversation,
  type RunLog,
  runFilter,
  WORDS_OF_CHANNELS,
  WORDS_OF_RUNS,
} from '@openwop-inspector/run-log';
import type { Options } from '../grammar/options.ts';
import { filesOfOneList } from '../open/found-files.ts';
import type { Surroundings } from '../open/open-log.ts';
import { answerFromLog, answering, readFilter } from './answer-from-log.ts';
import { EXIT, remark } from './complain.ts';
import { eventTable } from './event-table.ts';

/** Rows read and written at a time. */
const BATCH = 200;

/**
 * `events PATH…`: lists rows in display order, all or those a filter selects, written as they are found. Several files, and
 * those of a folder, become one list, run by run; each row then says which file it is from.
 */
export const events = answering<string | readonly string[], Options<'events'>>(
  async (paths, options, surroundings) => {
    // Only a filter by problems needs the payloads inspected.
    const byProblems = asksForProblems(options.filter ?? '');
    const { terminal } = surroundings;
    const files = await filesOfOneList(typeof paths === 'string' ? [paths] : paths, terminal);
    if (files.length === 0) return EXIT.failed;
    return answerFromLog(files, { checks: options.checks && byProblems }, surroundings, async (log) => {
      const filter = await readFilter(options.filter ?? '', log);
      if (byProblems && !log.checked.known) {
        const why = reasonsText(log.checked.reasons);
        remark(terminal, `not everything was checked, so events may be missing: ${why}`);
      }
      const listing = createListing(log, filter, options, surroundings);
      if (options.json) await printJson(listing, files, surroundings);
      else await printTable(listing, options, surroundings);
      return EXIT.fine;
    });
  },
);

/** The requested rows, written as the filter finds them. */
type Listing = ReturnType<typeof createListing>;

function createListing(
  log: RunLog,
  filter: Filter,
  { offset, limit }: Options<'events'>,
  { terminal, signal }: Surroundings,
) {
  // A load that was stopped shows what it read; stopping again while it is printed ends that too.
  const wasStopped = signal.aborted;
  const isCancelled = () => terminal.isClosed || (signal.aborted && !wasStopped);
  const listing = {
    log,
    /** Events that the filter has selected so far, and those of them that were written. */
    total: 0,
    printed: 0,
    /** Hands on the rows in batches; ends early when nobody takes them any more. */
    async write(take: (rows: readonly EventRow[]) => Promise<void>): Promise<void> {
      const onBatch = async ({ rows }: { readonly rows: Int32Array }) => {
        const first = Math.max(0, offset - listing.total);
        const wanted = rows.subarray(first, limit === null ? undefined : first + limit - listing.printed);
        listing.total += rows.length;
        for (let from = 0; from < wanted.length && !isCancelled(); from += BATCH) {
          const batch = await log.rows(wanted.subarray(from, from + BATCH));
          await take(batch);
          listing.printed += batch.length;
        }
      };
      await runFilter(filter, log, { isCancelled, onBatch });
    },
  };
  return listing;
}

async function printJson(listing: Listing, files: readonly string[], { terminal }: Surroundings) {
  const { source } = listing.log.index.columns;
  const fileOf = ({ ordinal }: EventRow): MaskedText | null =>
    files.length === 1 ? null : masker.text(files[source[ordinal] ?? 0] ?? '');
  await terminal.printJson(words`{"rows":[`);
  let separator = words``;
  await listing.write(async (rows) => {
    const listed = joinMasked(
      rows.map((row) => jsonOf(listedEvent(row, fileOf(row)))),
      ',',
    );
    await terminal.printJson(words`${separator}${listed}`);
    separator = words`,`;
  });
  // How many there are is known at the end.
  await terminal.printJson(words`],"total":${listing.total}}\n`);
}

/** A row by the names of the contract; `file`, of several, and `problem` are extra. */
function listedEvent(row: EventRow, file: MaskedText | null) {
  return {
    ...(file === null ? {} : { file }),
    ...pick(row, ['index', 'sequence', 'type', 'runId', 'nodeId', 'timestamp', 'eventId']),
    ...(row.causationId === null ? {} : pick(row, ['causationId'])),
    ...(row.contentTrust === null ? {} : pick(row, ['contentTrust'])),
    ...pick(row, ['summary']),
    ...(row.problem === null ? {} : pick(row, ['problem'])),
  };
}

async function printTable(listing: Listing, options: Options<'events'>, surroundings: Surroundings) {
  const { terminal } = surroundings;
  const { log } = listing;
  const [first] = log.order.length === 0 ? [] : await log.rows([log.order.ordinalAt(0)]);
  const withRun = log.index.runs.size > 2;
  const facts = { withRun, startMs: first?.timeMs ?? null, words: wordsIn(log) };
  const linesOf = eventTable(facts, terminal.width);
  await listing.write((rows) => terminal.print(linesOf(rows)));
  await terminal.print(closing(listing, options));
}

const wordsIn = (log: RunLog) => (isConversation(log) ? WORDS_OF_CHANNELS : WORDS_OF_RUNS);

function closing({ log, total, printed }: Listing, { filter, limit, offset }: Options<'events'>) {
  const isFiltered = (filter ?? '').trim() !== '';
  const word = wordsIn(log).event;
  const of = isFiltered
    ? `${countOf(total, word)} of ${formatCount(log.order.length)} ${total === 1 ? 'matches' : 'match'}`
    : countOf(total, word);
  const range =
    printed === total || printed === 0
      ? ''
      : `, rows ${formatCount(offset + 1)} to ${formatCount(offset + printed)}`;
  const next = offset + printed;
  const more = limit !== null && printed > 0 && next < total ? `; continue with --offset ${next}` : '';
  const lines = [line(dim(`${of}${range}${more}`))];
  return printed === 0 ? lines : [blank, ...lines];
}
