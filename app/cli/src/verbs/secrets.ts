import { countOf, formatCount, pick } from '@openwop-inspector/base';
import { type RunLog, type SecretScan, scanSecrets, secretsDocument } from '@openwop-inspector/run-log';
import type { Options } from '../grammar/options.ts';
import { filesOfOneList } from '../open/found-files.ts';
import type { Surroundings } from '../open/open-log.ts';
import { readWholeText } from '../open/whole-text.ts';
import { answerFromLog, answering, printAnswer } from './answer-from-log.ts';
import { EXIT, NotInLog, Refusal, remark } from './complain.ts';

const MAX_CANARIES = 256;
const MIN_CANARY_LENGTH = 3;

/**
 * `secrets PATH…`: what the hosts of the logs failed to remove, each value once, with its path through the events. 1 when
 * there is any, 2 when a file cannot be read or a canary is not valid.
 */
export const secrets = answering<readonly string[], Options<'secrets'>>(
  async (paths, options, surroundings) => {
    const { terminal, signal } = surroundings;
    const canaries = await canariesOf(options, surroundings);
    const named = await filesOfOneList(paths, terminal);
    if (named.length === 0) return EXIT.failed;
    const status = await answerFromLog(named, { checks: false }, surroundings, async (log) => {
      const scan = await scanned(log, canaries, options.limit, surroundings);
      const json = (of: SecretScan) => secretsJson(of, named.length);
      await printAnswer(scan, options, terminal, { json, document: secretsDocument });
      return scan.secrets.length > 0 || scan.beyond > 0 ? EXIT.findings : EXIT.fine;
    });
    return signal.aborted && status === EXIT.failed ? EXIT.interrupted : status;
  },
);

async function scanned(
  log: RunLog,
  canaries: readonly string[],
  flow: number,
  { terminal, signal }: Surroundings,
): Promise<SecretScan> {
  // A load that was stopped is searched as far as it came; stopping again ends that too.
  const wasStopped = signal.aborted;
  const scan = await scanSecrets(log, {
    canaries,
    flow,
    onProgress: (events) => {
      terminal.progress(`${formatCount(events)} of ${countOf(log.order.length, 'event')} scanned`);
      return terminal.isClosed || (signal.aborted && !wasStopped);
    },
  });
  terminal.progress(null);
  if (scan === null) throw new NotInLog('stopped; nothing is reported');
  const { unreadable } = log.index;
  const were = unreadable === 1 ? 'was' : 'were';
  if (unreadable > 0)
    remark(terminal, `${countOf(unreadable, 'entry', 'entries')} could not be read and ${were} not scanned`);
  return scan;
}

/** The canaries of the options and of their file. */
async function canariesOf({ canary, canaries }: Options<'secrets'>, surroundings: Surroundings) {
  const read = canaries === null ? '' : await readWholeText(canaries, surroundings);
  const lines = read.split(/\r?\n/).filter((one) => one.trim() !== '');
  const all = [...new Set([...canary, ...lines])];
  if (all.some((one) => one.length < MIN_CANARY_LENGTH))
    throw new Refusal(`a canary has ${MIN_CANARY_LENGTH} characters or more`);
  if (all.length > MAX_CANARIES)
    throw new Refusal(`${formatCount(all.length)} canaries are too many: ${MAX_CANARIES} at most`);
  return all;
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
