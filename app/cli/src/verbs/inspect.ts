import { countOf, literal, pick } from '@openwop-inspector/base';
import { apart, type Block, blank, dim, line, shellWord, tableOf } from '@openwop-inspector/base/document';
import { type Problem, problemInfo, unknown } from '@openwop-inspector/protocol';
import {
  type CheckedReport,
  causalIds,
  checkedSummary,
  type EventRow,
  loadedDocument,
  problemsDocument,
  type RunLog,
  refusalAdvice,
  rowAt,
  type SessionSummary,
  sessionSummary,
} from '@openwop-inspector/run-log';
import type { Options } from '../grammar/options.ts';
import { foundFiles } from '../open/found-files.ts';
import { checkLog, STOPPED, type Surroundings, withLog } from '../open/open-log.ts';
import { complain, EXIT, type ExitStatus, Refusal, sayRefusal, worse } from './complain.ts';
import { referenceTo } from './event-table.ts';

/** Files of folders that are reported for holding no run; further ones are counted. */
const MAX_OTHERS = 3;

/**
 * `inspect PATH…`: opens and sums up each file, in the order given, those of a folder by name. A file that cannot be read
 * has its place in the output too. The status is that of the worst file; what is no log in a folder does not count.
 */
export async function inspect(
  files: readonly string[],
  options: Options<'inspect'>,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const found = await foundFiles(files, surroundings.terminal);
  let status: ExitStatus = found.length === 0 ? EXIT.failed : EXIT.fine;
  let others = 0;
  for (const [number, { path, isFromFolder }] of found.entries()) {
    if (surroundings.terminal.isClosed || (number > 0 && surroundings.signal.aborted)) break;
    const isQuiet = isFromFolder && others >= MAX_OTHERS;
    const ended = await inspectOne(path, { ...options, isFirst: number === 0, isQuiet }, surroundings);
    // Other things may be next to the logs of a folder.
    const isOther = isFromFolder && ended === EXIT.failed;
    if (isOther) others++;
    status = worse(status, isOther ? EXIT.fine : ended);
  }
  if (others > MAX_OTHERS) {
    const more = countOf(others - MAX_OTHERS, 'more file of a folder holds', 'more files of a folder hold');
    complain(surroundings.terminal, `${more} no run`);
  }
  return status;
}

/** `isFirst`: no line sets the report apart from one before it. `isQuiet`: a file without a run is not reported. */
type OneOptions = Options<'inspect'> & { readonly isFirst: boolean; readonly isQuiet: boolean };

async function inspectOne(file: string, options: OneOptions, surroundings: Surroundings) {
  const { terminal } = surroundings;
  try {
    return await withLog(file, surroundings, (log) => sumUp(file, log, options, surroundings), options);
  } catch (error) {
    const isQuiet = options.isQuiet && error instanceof Refusal;
    const status = isQuiet ? EXIT.failed : sayRefusal(error, terminal);
    if (options.json && error instanceof Refusal)
      await terminal.printDocument(unreadableJson(file, error.message));
    return status;
  }
}

async function sumUp(file: string, log: RunLog, options: OneOptions, surroundings: Surroundings) {
  const { terminal } = surroundings;
  const known = await sessionSummary(log);
  // The failure that the verdict is about: the one it lands on, else the first of any run.
  const failures = known.runs.flatMap(({ firstFailure }) => firstFailure?.ordinal ?? []);
  const reported = failures.find((ordinal) => ordinal === known.verdict.landOn) ?? failures[0];
  const failure = await rowAt(log, reported ?? null);
  const isRead = !options.json && !isRefused(known);
  // Who waits for the verdict need not wait for the checks.
  if (isRead) {
    const origin = await originOf(log, known);
    const report = { file, summary: known, failure, assumedFormat: log.likelyFormat, ...origin };
    const separator = options.isFirst ? [] : [blank, line('─'.repeat(40)), blank];
    await terminal.print([...separator, ...loadedDocument(report)]);
  }
  if (options.checks) await checkLog(log, surroundings);
  const summary = checkedSummary(log, known);
  const problems = await log.allProblems();
  const groups = log.problemGroups();
  if (isRefused(summary) && !options.isQuiet) {
    const why = whyRefused(summary);
    complain(terminal, `${file}: ${why}`, options.json ? [] : refusalAdvice(groups, problems, why));
  }
  if (options.json) await terminal.printDocument(await inspectJson(file, log, summary, problems));
  else if (isRead) {
    const report = { file, summary, failure, groups, problems };
    await terminal.print([blank, ...apart([problemsDocument(report), nextSteps(report)])]);
  }
  if (isRefused(summary)) return EXIT.failed;
  // A requested part that was not done is no success, whatever the rest came to.
  const isUnchecked = options.checks && !summary.checks.known;
  return summary.problemCounts.error > 0 || isUnchecked ? EXIT.findings : EXIT.fine;
}

/** Where the chain of the failure starts, and its cause. */
async function originOf(log: RunLog, { verdict: { chainStart, cause } }: SessionSummary) {
  return {
    chainStart: await rowAt(log, chainStart?.ordinal ?? null),
    cause: await rowAt(log, cause?.ordinal ?? null),
  };
}

/**
 * What `inspect --json` prints of a file that was read, wholly or in part. The keys up to `problems` are the contract;
 * those behind are extra and may grow.
 */
async function inspectJson(file: string, log: RunLog, summary: SessionSummary, problems: readonly Problem[]) {
  const { format, hostName, items, events, verdict } = summary;
  const channels = new Set(summary.conversation?.channels.map(({ channel }) => channel));
  const { chainStart, cause } = await originOf(log, summary);
  return {
    /** As given on the command line. */
    file,
    format,
    /** Why nothing, or not everything, could be read; absent when all went well. */
    error: summary.error ?? (isRefused(summary) ? whyRefused(summary) : undefined),
    /**
     * Each with the failure that ended it, or of one that did not fail the last that has not recovered; `prevented` are
     * envelopes that were not taken, without a failure.
     */
    runs: summary.runs
      .filter(({ runId }) => !channels.has(runId))
      .map(({ firstFailure, prevented, ...run }) => ({
        ...run,
        firstFailure: firstFailure && pick(firstFailure, FAILURE),
        prevented: prevented?.map((one) => pick(one, ['kind', 'count', 'isAtLeast'])),
      })),
    entries: summary.entries,
    events: events - (summary.aghMessages ?? 0),
    ...pick(summary, ['duplicates', 'unreadable', 'envelopes']),
    causal: { ...summary.causal, ...(await causalIds(log)) },
    problems,
    /** All problems, counted; `problems` lists at most 10,000 of one code. */
    problemCounts: summary.problemCounts,
    /** What the checks of payloads came to; without `known` problems of payloads may be missing, for the `reasons`. */
    checks: summary.checks,
    /** The shape as far as it was seen, when the file ends before it is certain. */
    assumedFormat: log.likelyFormat === format ? undefined : log.likelyFormat,
    /** What the file is, when it holds no run. */
    explanation: summary.explanation,
    /** The run in one sentence; absent when there is no event. */
    verdict: events === 0 ? undefined : verdict.sentence.map(({ text }) => text).join(''),
    /** Topmost event of the chain of the failure that the verdict is about, when it is not the failure itself. */
    chainStartsAt: chainStart === null ? undefined : eventName(chainStart),
    /** The earliest event of that chain that is itself abnormal, with the rule that says so. */
    cause:
      cause === null || verdict.cause === null
        ? undefined
        : { ...eventName(cause), rule: verdict.cause.rule },
    host: hostName ?? undefined,
    items: items === 0 ? undefined : items,
    /** The first 1,000 items of an export bundle. */
    exportItems: summary.exportItems,
    /** AGH messages, which are rows and no events of a run; what is said of them all. */
    aghMessages: summary.aghMessages,
    conversation: summary.conversation,
    gzip: summary.gzip,
    sizeBytes: summary.sizeBytes,
    /** False for a file that ends early or whose load was stopped. */
    complete: summary.complete,
  };
}

/** The document of a file that could not be opened. */
function unreadableJson(file: string, error: string) {
  const { severity, clause } = problemInfo('source_unreadable');
  return {
    file,
    format: 'unknown',
    error,
    runs: [],
    entries: 0,
    events: 0,
    duplicates: 0,
    unreadable: 0,
    envelopes: 0,
    causal: {
      roots: 0,
      edges: 0,
      byRule: { eventId: 0, correlationId: 0 },
      orphans: [],
      cycles: [],
      ambiguous: [],
      omitted: false,
    },
    problems: [{ code: 'source_unreadable', severity, message: error, clause }],
    problemCounts: { error: 1, warning: 0, note: 0 },
    checks: unknown({ code: 'missing-input', what: literal('the source') }),
    gzip: false,
    sizeBytes: 0,
    complete: false,
  };
}

/** The summary of a log that holds a run. Rejects with a `Refusal` when it holds none. */
export async function runSummary(log: RunLog, file: string): Promise<SessionSummary> {
  const summary = await sessionSummary(log);
  if (isRefused(summary)) throw new Refusal(`${file}: ${whyRefused(summary)}`);
  if (summary.runs.length === 0) throw new Refusal(`${file}: it holds no event of a run`);
  return summary;
}

/** True when nothing that the inspector knows was found in the source. */
function isRefused(summary: SessionSummary): boolean {
  return summary.format === 'unknown' && summary.events === 0 && summary.envelopes === 0;
}

/** Why nothing was found, in words. */
function whyRefused({ explanation, error, cancelled }: SessionSummary): string {
  if (cancelled) return STOPPED;
  return explanation ?? error ?? 'No event was found in it';
}

/** An event's row by the names of the contract. */
const eventName = (row: EventRow) => pick(row, ['sequence', 'eventId', 'type']);

/** The members of a failure in a document; `source` says where code and message stand. */
const FAILURE = [
  'sequence',
  'eventId',
  'type',
  'nodeId',
  'code',
  'message',
  // False where the host gives no code.
  'isCoded',
  'source',
  'foundBy',
  'endedWith',
] as const;

/** Commands to go on with, ready to be copied: they stay whole, and what they do is left out where it does not fit. */
function nextSteps({ file, summary, failure, problems: listed }: CheckedReport): readonly Block[] {
  const { events, envelopes, aghMessages, runs: all } = summary;
  if (file === '-' || (events === 0 && envelopes === 0)) return [];
  const displayed = shellWord(file) ?? 'FILE';
  const steps: { readonly command: string; readonly what: string }[] = [];
  if (events === 0)
    steps.push({ command: `accept ${displayed}`, what: 'run the envelopes through the acceptor' });
  else if (failure !== null) {
    const reference = shellWord(referenceTo(failure, all.length === 1)) ?? 'REF';
    steps.push(
      { command: `chain ${displayed} ${reference}`, what: 'what led to the failure, and what followed' },
      { command: `event ${displayed} ${reference}`, what: 'the failure as recorded' },
    );
  } else
    steps.push({
      command: `events ${displayed}`,
      what: aghMessages === events ? 'every message' : 'every event',
    });
  if (aghMessages !== undefined)
    steps.push({ command: `agh ${displayed}`, what: 'each message through the acceptor' });
  if (listed.some(({ severity, eventId }) => severity === 'error' && eventId !== undefined))
    steps.push({ command: `events ${displayed} --filter problem:error`, what: 'events with problems' });
  const table = tableOf(steps, [
    { title: '', cell: ({ command }) => `  openwop-inspector ${command}` },
    { title: '', cell: ({ what }) => dim(what) },
  ]);
  return [line(dim('Next')), { ...table, isWhole: true }];
}
