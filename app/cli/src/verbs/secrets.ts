import { countOf, formatCount, pick, words } from '@openwop-inspector/base';
import {
  type Block,
  blank,
  cut,
  dim,
  type Line,
  line,
  name,
  plain,
  strong,
} from '@openwop-inspector/base/document';
import { eventHead, type FoundSecret, type SecretScan, scanSecrets } from '@openwop-inspector/run-log';
import type { SecretsOptions } from '../grammar/options.ts';
import { foundFiles } from '../open/found-files.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readWholeText } from '../open/whole-text.ts';
import { ANSWERED, answerFromLog } from './answer-from-log.ts';
import { complain, EXIT, type ExitStatus, fail, nothing, remark, worse } from './complain.ts';

const BY: Readonly<Record<FoundSecret['by'], string>> = {
  shape: 'by its shape',
  name: 'by its name',
  entropy: 'by its name and its random characters',
  token: 'a live token',
  canary: 'your canary',
};

/** Depth of a step beyond which it is not moved further to the right. */
const MAX_INDENT = 8;

/** Files that become one list at most: each stays open. */
const MAX_FILES = 1000;
const MAX_CANARIES = 256;
const SHORTEST_CANARY = 3;

/**
 * `secrets PATH…`: what the hosts of the logs failed to remove, each value once, with the way it went. 1 when there is
 * any, 2 when a file cannot be read or a canary is none.
 */
export async function secrets(
  paths: readonly string[],
  options: SecretsOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal, signal } = surroundings;
  const canaries = await canariesOf(options, surroundings);
  const files = await foundFiles(paths, terminal);
  if (canaries === null || files.length === 0) return EXIT.failed;
  if (files.length > MAX_FILES) {
    const most = formatCount(MAX_FILES);
    return fail(terminal, `${formatCount(files.length)} files are too many at once: ${most} at most`);
  }
  const named = files.map(({ path }) => path);
  let found: ExitStatus = EXIT.fine;
  const status = await answerFromLog(named, { checks: false }, surroundings, async (log) => {
    // A load that was stopped is searched as far as it came; stopping again ends that too.
    const wasStopped = signal.aborted;
    const scan = await scanSecrets(log, {
      canaries,
      flow: options.limit,
      onProgress: (events) => {
        terminal.progress(`${formatCount(events)} of ${countOf(log.order.length, 'event')} scanned`);
        return terminal.isClosed || (signal.aborted && !wasStopped);
      },
    });
    terminal.progress(null);
    if (scan === null) return { kind: 'not-answered', message: words`stopped; nothing is reported` };
    if (hasFound(scan)) found = EXIT.findings;
    const { unreadable } = log.index;
    if (unreadable > 0)
      remark(
        terminal,
        `${countOf(unreadable, 'entry', 'entries')} could not be read and ${unreadable === 1 ? 'was' : 'were'} not scanned`,
      );
    if (options.json) await terminal.printDocument(secretsDocument(scan, named.length));
    else await terminal.print(secretsReport(scan));
    return ANSWERED;
  });
  terminal.progress(null);
  return signal.aborted && status === EXIT.failed ? EXIT.interrupted : worse(status, found);
}

const hasFound = ({ secrets: found, beyond }: SecretScan): boolean => found.length > 0 || beyond > 0;

/** The texts of the person's own; null when one of them is none, which has been said. */
async function canariesOf(
  { canary, canaries }: SecretsOptions,
  surroundings: Surroundings,
): Promise<readonly string[] | null> {
  const { terminal } = surroundings;
  const read = canaries === null ? null : await readWholeText(canaries, surroundings);
  if (read?.kind === 'refused') return nothing(terminal, read.message);
  const lines = (read?.text ?? '').split(/\r?\n/).filter((one) => one.trim() !== '');
  const all = [...new Set([...canary, ...lines])];
  const short = all.some((one) => one.length < SHORTEST_CANARY);
  if (short) complain(terminal, `a canary has ${SHORTEST_CANARY} characters or more`);
  if (all.length > MAX_CANARIES)
    complain(terminal, `${formatCount(all.length)} canaries are too many: ${MAX_CANARIES} at most`);
  return short || all.length > MAX_CANARIES ? null : all;
}

/** The report: each secret, then the events that hold it, causes first. */
function secretsReport(scan: SecretScan): readonly Block[] {
  const { secrets, beyond, hasCauses } = scan;
  const withRun = new Set(secrets.flatMap(({ flow }) => flow.map(({ row }) => row.runId))).size > 1;
  const lines = [
    ...secrets.flatMap((secret) => [...secretLines(secret, withRun), blank]),
    ...(beyond > 0 ? [line(`${countOf(beyond, 'place')} of further secrets, not listed one by one`)] : []),
    ...(secrets.length > 0 && !hasCauses
      ? [line(dim('The log names no causes: events are in its order.'))]
      : []),
    closing(scan),
  ];
  return lines.map((one) => cut(...one));
}

function secretLines(secret: FoundSecret, withRun: boolean): readonly Line[] {
  const { mark, kind, by, events, isOutside, pointer, flow } = secret;
  const where = [
    events > 0 ? `in ${countOf(events, 'event')}` : '',
    isOutside ? 'outside the events' : '',
  ].filter((one) => one !== '');
  const at = pointer === null || pointer === '' ? [] : [dim('  at '), name(pointer)];
  const head = line(strong(mark), `  ${kind}, ${BY[by]}, ${where.join(' and ')}`);
  const depths: number[] = [];
  const steps = flow.map((step, i) => {
    const depth = step.from === null ? 0 : (depths[step.from] ?? 0) + 1;
    depths.push(depth);
    const way = step.from === null ? 'enters  ' : '→ ';
    const indent = ' '.repeat(2 + 2 * Math.min(depth, MAX_INDENT));
    return [plain(indent), dim(way), ...eventHead(step.row, { withRun }), ...(i === 0 ? at : [])];
  });
  const left = events - flow.length;
  return [head, ...steps, ...(left > 0 ? [line(dim(`  and ${countOf(left, 'event')} more`))] : [])];
}

function closing({ secrets, events }: SecretScan): Line {
  const found = secrets.length === 0 ? 'No secret' : countOf(secrets.length, 'secret');
  return line(dim(`${found} in ${countOf(events, 'event')}`));
}

/** What `--json` prints. */
function secretsDocument({ secrets, beyond, events, hasCauses }: SecretScan, files: number) {
  return {
    files,
    events,
    beyond,
    hasCauses,
    secrets: secrets.map(({ flow, isOutside: beside, ...secret }) => ({
      ...secret,
      beside,
      flow: flow.map(({ row, from }) => ({
        ...pick(row, ['runId', 'sequence', 'eventId', 'type', 'nodeId']),
        from: flow[from ?? -1]?.row.eventId ?? null,
      })),
    })),
  };
}
