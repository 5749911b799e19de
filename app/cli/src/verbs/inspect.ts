import {
  checkedSummary,
  type EventRow,
  type RunLog,
  type SessionSummary,
  sessionSummary,
} from '@openwop-inspector/run-log';
import { EXIT, type ExitStatus, worse } from '../exit-status.ts';
import { foundFiles } from '../open/found-files.ts';
import { checkLog, type Surroundings, withLog } from '../open/open-log.ts';
import { rowOf } from '../refer/find-event.ts';
import { blank, line } from '../terminal/line.ts';
import { complain, remark } from './complain.ts';
import { inspectDocument, isRefused, unreadableDocument, whyRefused } from './inspect-document.ts';
import { checkedReport, loadedReport, refusalAdvice } from './inspect-report.ts';

export interface InspectOptions {
  readonly json: boolean;
  /** False leaves payloads alone, which takes most of the time of a large log. */
  readonly checks: boolean;
}

/**
 * `inspect PATH…`: opens and sums up each file, in the order given, those of a folder by name. A file that cannot be read
 * has its place in the output too. The status is that of the worst file; what is no log in a folder does not count.
 */
export async function inspect(
  files: readonly string[],
  options: InspectOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const found = await foundFiles(files);
  for (const one of found.remarks) remark(surroundings.terminal, one);
  let status: ExitStatus = found.files.length === 0 ? EXIT.failed : EXIT.fine;
  for (const [number, { path, isFromFolder }] of found.files.entries()) {
    if (surroundings.terminal.isClosed || (number > 0 && surroundings.signal.aborted)) break;
    const ended = await inspectOne(path, { ...options, isFirst: number === 0 }, surroundings);
    // Other things may be beside the logs of a folder.
    status = worse(status, isFromFolder && ended === EXIT.failed ? EXIT.fine : ended);
  }
  return status;
}

/** `isFirst`: no line sets the report apart from one before it. */
type OneOptions = InspectOptions & { readonly isFirst: boolean };

function inspectOne(file: string, options: OneOptions, surroundings: Surroundings): Promise<ExitStatus> {
  const { terminal } = surroundings;
  const refuse = async (message: string): Promise<ExitStatus> => {
    complain(terminal, message);
    if (options.json) await terminal.printDocument(unreadableDocument(file, message));
    return EXIT.failed;
  };
  return withLog(file, surroundings, (log) => sumUp(file, log, options, surroundings), refuse, options);
}

async function sumUp(
  file: string,
  log: RunLog,
  options: OneOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const known = await sessionSummary(log);
  const failure = await failureOf(log, known);
  const isRead = !options.json && !isRefused(known);
  // Who waits for the verdict need not wait for the checks.
  if (isRead) await printLoaded({ file, log, summary: known, failure }, options, surroundings);
  if (options.checks) await checkLog(log, surroundings);
  const summary = checkedSummary(log, known);
  if (isRefused(summary)) {
    const why = whyRefused(summary);
    const advice = options.json ? [] : refusalAdvice(log.problemGroups(), await log.allProblems(), why);
    complain(surroundings.terminal, `${file}: ${why}`, advice);
  }
  if (options.json) await printJson(file, log, summary, surroundings);
  else if (isRead) await printChecked({ file, log, summary, failure }, surroundings);
  if (isRefused(summary)) return EXIT.failed;
  // What was asked for and not done is no good end, whatever the rest came to.
  const isUnchecked = options.checks && !summary.checks.known;
  return summary.problemCounts.error > 0 || isUnchecked ? EXIT.findings : EXIT.fine;
}

async function printJson(
  file: string,
  log: RunLog,
  summary: SessionSummary,
  surroundings: Surroundings,
): Promise<void> {
  const origin = await originOf(log, summary);
  const [problems, assumedFormat] = [await log.allProblems(), log.likelyFormat];
  await surroundings.terminal.printDocument(
    inspectDocument({ file, summary, assumedFormat, problems, ...origin }),
  );
}

/** A log that is summed up, and the failure that its verdict is about. */
interface Summed {
  readonly file: string;
  readonly log: RunLog;
  readonly summary: SessionSummary;
  readonly failure: EventRow | null;
}

async function printLoaded(
  { log, ...known }: Summed,
  { isFirst }: OneOptions,
  { terminal }: Surroundings,
): Promise<void> {
  const report = { ...known, assumedFormat: log.likelyFormat, ...(await originOf(log, known.summary)) };
  const separator = isFirst ? [] : [blank, line('─'.repeat(40)), blank];
  await terminal.print([...separator, ...loadedReport(report)]);
}

async function printChecked({ log, ...known }: Summed, { terminal }: Surroundings): Promise<void> {
  const report = { ...known, groups: log.problemGroups(), problems: await log.allProblems() };
  await terminal.print([blank, ...checkedReport(report)]);
}

/** Where the chain of the failure starts, and its cause. */
async function originOf(log: RunLog, { verdict: { chainStart, cause } }: SessionSummary) {
  return {
    chainStart: await rowOf(log, chainStart?.ordinal ?? null),
    cause: await rowOf(log, cause?.ordinal ?? null),
  };
}

/** The failure that the verdict is about: the one it lands on, else the first of any run. */
async function failureOf(log: RunLog, { runs, verdict }: SessionSummary): Promise<EventRow | null> {
  const failures = runs.flatMap(({ firstFailure }) => firstFailure?.ordinal ?? []);
  const told = failures.find((ordinal) => ordinal === verdict.landOn) ?? failures[0];
  return rowOf(log, told ?? null);
}
