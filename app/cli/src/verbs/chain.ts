import { mayBeMasked } from '@openwop-inspector/base';
import type { CausalChain, RunLog } from '@openwop-inspector/run-log';
import type { ExitStatus } from '../exit-status.ts';
import type { Surroundings } from '../open/open-log.ts';
import { eventById, findEvent } from '../refer/find-event.ts';
import { ambiguousWords, findShown } from '../refer/find-shown.ts';
import type { Line } from '../terminal/line.ts';
import { ANSWERED, answerFromLog } from './answer-from-log.ts';
import { chainDocument } from './chain-document.ts';
import { chainReport } from './chain-report.ts';
import { remark } from './complain.ts';

export interface ChainOptions {
  /** Effects at most; null for the usual number. */
  readonly limit: number | null;
  readonly json: boolean;
}

/** Effects told when nobody says how many. For a person, like ones side by side then become one line. */
const USUAL_LIMIT = { human: 1_000, json: 10_000 } as const;
/** Lines of effects that a person reads when nobody asked for more. */
const USUAL_LINES = 40;

/** `chain FILE REF`: what led to an event or an envelope, and what followed from it. */
export function chain(
  file: string,
  reference: string,
  options: ChainOptions,
  surroundings: Surroundings,
): Promise<ExitStatus> {
  const { terminal } = surroundings;
  const limit = options.limit ?? (options.json ? USUAL_LIMIT.json : USUAL_LIMIT.human);
  return answerFromLog(file, { checks: false }, surroundings, async (log) => {
    const found = await findChain(log, reference, limit);
    if (found.kind === 'none') return { kind: 'not-answered', message: found.message };
    if (found.remark !== null) remark(terminal, found.remark);
    if (options.json) await terminal.printDocument(chainDocument(found.chain));
    else await terminal.print(reportOf(log, found.chain, options, terminal.width));
    return ANSWERED;
  });
}

function reportOf(
  log: RunLog,
  found: CausalChain,
  { limit }: ChainOptions,
  width: number | null,
): readonly Line[] {
  const maxEffects = limit === null ? USUAL_LINES : Number.POSITIVE_INFINITY;
  return chainReport(found, { withRun: log.index.runs.size > 2, maxEffects, width });
}

type FoundChain =
  | { readonly kind: 'found'; readonly chain: CausalChain; readonly remark: string | null }
  | { readonly kind: 'none'; readonly message: string };

/** Events that point at the failure which ended a run; of others, causation alone counts. */
const ENDS: ReadonlySet<string> = new Set(['run.failed', 'core.workflowChain.event']);

/** An eventId, else a correlationId, each as recorded or as shown, else a sequence. */
async function findChain(log: RunLog, reference: string, descendantLimit: number): Promise<FoundChain> {
  const options = { descendantLimit, links: false };
  const shown = mayBeMasked(reference) ? await findShown(log, reference) : null;
  if (shown === null ? (await eventById(log, reference)) === null : shown.events.length === 0) {
    if (shown?.isAmbiguous) return { kind: 'none', message: ambiguousWords(reference) };
    const target = shown === null ? { correlationId: reference } : { ordinal: shown.envelopes[0] ?? -1 };
    const chain = await log.chain(target, options);
    if (chain !== null)
      return { kind: 'found', chain, remark: otherRuns(log, shown?.correlationId ?? reference) };
  }
  const found = await findEvent(log, reference);
  if (found.kind === 'none') return found;
  const links = ENDS.has(found.row.type);
  const chain = await log.chain({ ordinal: found.row.ordinal }, { ...options, links });
  if (chain === null) return { kind: 'none', message: 'the causes are not known: the load was stopped' };
  return { kind: 'found', chain, remark: found.remark };
}

/** A correlationId names an envelope of each run that uses it (acceptor 8); the first is told. */
function otherRuns(log: RunLog, correlationId: string): string | null {
  const runs = log.runsOfCorrelation(correlationId);
  if (runs.length < 2) return null;
  return `${runs.length} runs use the correlationId ${correlationId}; the envelope of run ${runs[0]} is told`;
}
