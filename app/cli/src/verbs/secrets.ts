import { countOf, formatCount, pick, words } from '@openwop-inspector/base';
import { type SecretScan, scanSecrets, secretsDocument } from '@openwop-inspector/run-log';
import type { SecretsOptions } from '../grammar/options.ts';
import { foundFiles } from '../open/found-files.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readWholeText } from '../open/whole-text.ts';
import { ANSWERED, answerFromLog } from './answer-from-log.ts';
import { complain, EXIT, type ExitStatus, fail, nothing, remark, worse } from './complain.ts';

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
    if (options.json) await terminal.printDocument(secretsJson(scan, named.length));
    else await terminal.print(secretsDocument(scan));
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

/** What `--json` prints. */
function secretsJson({ secrets, beyond, events, hasCauses }: SecretScan, files: number) {
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
