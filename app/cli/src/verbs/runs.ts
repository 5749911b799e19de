import { formatCount } from '@openwop-inspector/base';
import { runTimes, SourceError, sessionSummary } from '@openwop-inspector/run-log';
import { EXIT, type ExitStatus, worse } from '../exit-status.ts';
import { type FoundFile, foundFiles } from '../open/found-files.ts';
import { openLog, type Surroundings } from '../open/open-log.ts';
import { blank } from '../terminal/line.ts';
import { complain, remark } from './complain.ts';
import { isRefused, whyRefused } from './inspect-document.ts';
import {
  type FoundRun,
  inReadingOrder,
  runDocument,
  runsClosing,
  runsReport,
  someOf,
} from './runs-report.ts';

export interface RunsOptions {
  /** Only runs that failed. */
  readonly failed: boolean;
  readonly json: boolean;
}

/** What was found in one file. */
type Looked =
  | { readonly kind: 'runs'; readonly runs: readonly FoundRun[] }
  | { readonly kind: 'none'; readonly why: string };

/**
 * `runs PATH…`: the runs of files and folders as one table, the failed ones first. Payloads are not checked. A file that
 * was named and holds no run is complained of; those of a folder are named in one line.
 */
export async function runs(
  paths: readonly string[],
  { failed, json }: RunsOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal, signal } = surroundings;
  const { files, remarks } = await foundFiles(paths);
  for (const one of remarks) remark(terminal, one);
  const found: FoundRun[] = [];
  const others: string[] = [];
  let status: ExitStatus = files.length === 0 ? EXIT.failed : EXIT.fine;
  let looked = 0;
  for (const file of files) {
    if (terminal.isClosed || signal.aborted) break;
    if (files.length > 1)
      terminal.progress(
        `${formatCount(looked)} of ${formatCount(files.length)} files, ${formatCount(found.length)} runs`,
      );
    const answer = await runsOf(file, surroundings);
    looked++;
    if (answer.kind === 'runs') found.push(...answer.runs);
    else if (file.isFromFolder) others.push(file.path);
    else {
      complain(terminal, answer.why);
      status = worse(status, EXIT.failed);
    }
  }
  terminal.progress(null);
  const shown = inReadingOrder(failed ? found.filter(({ run }) => run.status === 'failed') : found);
  if (json) await terminal.printDocument({ files: looked, runs: shown.map(runDocument), others });
  else if (shown.length > 0) await terminal.print([...runsReport(shown, terminal.width), blank]);
  if (!json) await terminal.print([runsClosing(shown, looked)]);
  if (others.length > 0)
    remark(terminal, `${formatCount(others.length)} of them hold no run: ${someOf(others)}`);
  if (looked < files.length)
    remark(terminal, `stopped after ${formatCount(looked)} of ${formatCount(files.length)} files`);
  return found.length === 0 ? worse(status, EXIT.failed) : status;
}

async function runsOf({ path }: FoundFile, surroundings: Surroundings): Promise<Looked> {
  const opened = await openLog(path, surroundings);
  if (opened.kind === 'refused') return { kind: 'none', why: opened.message };
  const { log } = opened;
  try {
    const summary = await sessionSummary(log);
    if (isRefused(summary)) return { kind: 'none', why: `${path}: ${whyRefused(summary)}` };
    const times = runTimes(log);
    const found = summary.runs.map((run) => ({ file: path, run, times: times.get(run.runId) ?? null }));
    if (found.length === 0) return { kind: 'none', why: `${path}: it holds no event of a run` };
    return { kind: 'runs', runs: found };
  } catch (error) {
    // The file changed or vanished behind the load.
    if (!(error instanceof SourceError)) throw error;
    return { kind: 'none', why: `${path}: ${error.message}` };
  } finally {
    await log.close();
  }
}
