/** The run, or the runs, of a source in one sentence, and the event to land on. */
import { isTerminalStatus } from '@openwop-inspector/protocol';
import type { SentencePart, Verdict } from '../answers.ts';
import type { FoldedRun, LogFold } from './fold.ts';
import type { LoadedLog } from './loaded-log.ts';
import { rootCauseOfFailure } from './root-cause.ts';
import { countText, durationText, plural, shown } from './summaries/fields.ts';

/** What is known about the load beside the log. All may be left out for a log that was read to its end. */
export interface VerdictFacts extends LoadedLog {
  readonly endsEarly?: boolean;
  readonly cancelled?: boolean;
}

const code = (text: string): SentencePart => ({ text, kind: 'code' });
const strong = (text: string): SentencePart => ({ text, kind: 'strong' });
const plain = (text: string): SentencePart => ({ text, kind: 'plain' });

/** How a run stands, worst first: the order in which several runs are told. */
type Standing = 'failed' | 'waiting' | 'paused' | 'running' | 'unknown' | 'cancelled' | 'completed';
const WORST_FIRST: readonly Standing[] = [
  'failed',
  'waiting',
  'paused',
  'running',
  'unknown',
  'cancelled',
  'completed',
];

const TONE: Readonly<Record<Standing, Verdict['tone']>> = {
  failed: 'failed',
  waiting: 'waiting',
  paused: 'waiting',
  running: 'running',
  unknown: 'unknown',
  cancelled: 'warning',
  completed: 'ok',
};

/**
 * What happened, where to land, and the root cause. Names of the log are set as code, free text of the log stands in
 * quotes, masked and short. Pure; O(runs + chain of the first failure).
 */
export function verdictOf(log: VerdictFacts, fold: LogFold): Verdict {
  const [first] = fold.folded;
  if (first === undefined) return nothing();
  if (log.graph === null && log.order.length > 0) return reading(log);
  const worst = worstOf(fold.folded);
  const standing = standingOf(worst);
  const sentence =
    fold.folded.length === 1 ? sentenceOf(log, fold, first) : sentenceOfMany(fold.folded, worst);
  const rootCause = rootCauseIn(log, standing === 'failed' ? worst : null);
  const sequence = rootCause === null ? Number.NaN : (log.index.columns.sequence[rootCause] as number);
  const withProblems = standing === 'completed' && hasProblems(log, fold);
  return {
    tone: withProblems ? 'warning' : TONE[standing],
    title: titleOf(standing, worst),
    sentence,
    landOn: landOn(log, standing, worst),
    rootCause,
    rootCauseSequence: Number.isNaN(sequence) ? null : sequence,
  };
}

function nothing(): Verdict {
  const sentence = [plain('The source holds no run.')];
  return {
    tone: 'unknown',
    title: 'Nothing to show',
    sentence,
    landOn: null,
    rootCause: null,
    rootCauseSequence: null,
  };
}

function reading(log: LoadedLog): Verdict {
  const sentence = [plain(`${plural(log.order.length, 'event')} so far; causes are not known yet.`)];
  const landOn = log.order.ordinalAt(0);
  return { tone: 'unknown', title: 'Reading', sentence, landOn, rootCause: null, rootCauseSequence: null };
}

function standingOf(run: FoldedRun): Standing {
  const { status } = run.summary;
  if (status === 'failed' || status === 'completed' || status === 'cancelled' || status === 'paused')
    return status;
  if (status.startsWith('waiting-')) return 'waiting';
  return status === 'running' || status === 'pending' || status === 'cancelling' ? 'running' : 'unknown';
}

/** The run that the verdict is about: of the worst standing the first, of failed runs the first with a failure. */
function worstOf(runs: readonly FoldedRun[]): FoldedRun {
  const rank = (run: FoldedRun): number => {
    const place = WORST_FIRST.indexOf(standingOf(run)) * 2;
    return run.summary.firstFailure === undefined ? place + 1 : place;
  };
  return runs.reduce((worst, run) => (rank(run) < rank(worst) ? run : worst));
}

function titleOf(standing: Standing, run: FoldedRun): string {
  switch (standing) {
    case 'failed':
      return 'Failed';
    case 'completed':
      return 'Completed';
    case 'cancelled':
      return 'Cancelled';
    case 'paused':
      return 'Paused';
    case 'running':
      return 'Running';
    case 'waiting':
      return waitingTitle(run);
    case 'unknown':
      return 'Status unknown';
  }
}

function waitingTitle(run: FoldedRun): string {
  const kind = run.interrupt?.kind ?? run.summary.status.replace('waiting-', '');
  if (kind === 'approval') return 'Waiting for approval';
  if (kind === 'external-event' || kind === 'external') return 'Waiting for an external event';
  if (kind.startsWith('conversation')) return 'Waiting for a reply';
  return kind === 'low-confidence' ? 'Waiting for a decision' : 'Waiting for clarification';
}

function sentenceOf(log: VerdictFacts, fold: LogFold, run: FoldedRun): SentencePart[] {
  switch (standingOf(run)) {
    case 'failed':
      return failedSentence(run);
    case 'completed':
      return completedSentence(log, fold, run);
    case 'waiting':
      return waitingSentence(run);
    case 'cancelled':
      return [...subject(run), strong(' was cancelled'), plain(`${after(run)}.`)];
    case 'paused':
      return [...subject(run), strong(' is paused'), plain(`; ${progress(fold)}.`)];
    case 'running':
    case 'unknown':
      return openSentence(log, fold, run);
  }
}

/** "Workflow x" or "The run". */
function subject(run: FoldedRun): SentencePart[] {
  const { workflowId } = run.summary;
  return workflowId === null ? [plain('The run')] : [plain('Workflow '), code(shown(workflowId, 64))];
}

function after(run: FoldedRun): string {
  const ms = lengthMs(run);
  return ms === null ? '' : ` after ${durationText(ms)}`;
}

/** Wall time of a run; null when a time is missing or they run backwards. */
function lengthMs(run: FoldedRun): number | null {
  const { startMs, endMs } = run.state ?? { startMs: null, endMs: null };
  return startMs === null || endMs === null || endMs < startMs ? null : endMs - startMs;
}

function failedSentence(run: FoldedRun): SentencePart[] {
  const failure = run.summary.firstFailure;
  if (failure === undefined) return failedWithoutEvent(run);
  const parts: SentencePart[] =
    failure.nodeId === null
      ? [strong('The run failed with ')]
      : [strong('Node '), code(shown(failure.nodeId, 64)), strong(' failed with ')];
  parts.push(code(shown(failure.code, 80)));
  const spent = attemptsText(run);
  if (spent !== '') parts.push(plain(spent));
  const message = failure.message === null ? '' : shown(failure.message, 140);
  parts.push(plain(message === '' ? '.' : `: “${message}”.`));
  const others = failedNodes(run) - 1;
  if (others > 0) parts.push(plain(` ${plural(others, 'more node')} failed.`));
  return parts;
}

/** The document knows more than the log. */
function failedWithoutEvent(run: FoldedRun): SentencePart[] {
  const { headerError } = run;
  const where =
    run.summary.events === 0 ? 'The source holds no events.' : 'The log does not hold the failure.';
  if (headerError === null) return [...subject(run), strong(' failed'), plain(`. ${where}`)];
  const message = headerError.message === null ? '' : `: “${shown(headerError.message, 140)}”`;
  return [
    ...subject(run),
    strong(' failed with '),
    code(shown(headerError.code, 80)),
    plain(`${message}. ${where}`),
  ];
}

/** " after 3 attempts, 1 truncated". */
function attemptsText(run: FoldedRun): string {
  const failure = run.summary.firstFailure;
  const node = [...(run.state?.nodes.values() ?? [])].find((one) => one.nodeId === failure?.nodeId);
  const truncated =
    node === undefined || node.truncations === 0 ? '' : `, ${countText(node.truncations)} truncated`;
  return run.attempts === null ? '' : ` after ${plural(run.attempts, 'attempt')}${truncated}`;
}

function failedNodes(run: FoldedRun): number {
  let failed = 0;
  for (const node of run.state?.nodes.values() ?? []) if (node.state === 'failed') failed++;
  return failed;
}

function completedSentence(log: VerdictFacts, fold: LogFold, run: FoldedRun): SentencePart[] {
  const { events } = run.summary;
  const parts = [...subject(run), strong(' completed')];
  if (events === 0) return [...parts, plain('. The source holds no events.')];
  const ms = run.statusFromHeader ? null : lengthMs(run);
  if (ms !== null) parts.push(plain(` in ${durationText(ms)}`));
  if (run.statusFromHeader)
    parts.push(plain(`, says the document; the log holds ${plural(events, 'event')} and not the end.`));
  else parts.push(plain(`: ${plural(events, 'event')}, ${plural(fold.nodes.length, 'node')}.`));
  const failed = failedNodes(run);
  if (failed > 0) parts.push(strong(` ${plural(failed, 'node')} failed on the way.`));
  else if (run.summary.firstFailure !== undefined) parts.push(plain(' A failure on the way was made good.'));
  const { error } = log.index.problems.counts;
  if (error > 0) parts.push(strong(` The log has ${plural(error, 'error')}.`));
  return parts;
}

const ASKED: Readonly<Record<string, string>> = {
  approval: 'an approval',
  clarification: 'an answer',
  'external-event': 'an external event',
  'low-confidence': 'a decision, since confidence was too low',
  conversation: 'the next turn of a conversation',
  'conversation.start': 'a conversation to begin',
  'conversation.exchange': 'the next turn of a conversation',
  'conversation.close': 'a conversation to close',
};
const ASKED_BY_STATUS: Readonly<Record<string, string>> = {
  'waiting-approval': 'an approval',
  'waiting-input': 'an answer',
  'waiting-external': 'an external event',
};

function waitingSentence(run: FoldedRun): SentencePart[] {
  const { interrupt, summary, state } = run;
  const kind = interrupt?.kind ?? '';
  const asked =
    (Object.hasOwn(ASKED, kind) ? ASKED[kind] : undefined) ?? ASKED_BY_STATUS[summary.status] ?? 'something';
  const who: SentencePart[] =
    interrupt === null || interrupt.nodeId === null
      ? subject(run)
      : [plain('Node '), code(shown(interrupt.nodeId, 64))];
  const others = (state?.open.size ?? 1) - 1;
  const more = others > 0 ? `, and ${plural(others, 'more interrupt')} are open` : '';
  return [
    ...who,
    strong(` waits for ${asked}`),
    plain(`${more}${summary.events === 0 ? '' : '; the log ends here'}.`),
  ];
}

/** "3 of 5 nodes completed". */
function progress(fold: LogFold): string {
  if (fold.nodes.length === 0) return 'no node has started';
  const done = fold.nodes.filter((node) => node.state === 'completed').length;
  return `${countText(done)} of ${plural(fold.nodes.length, 'node')} completed`;
}

function openSentence(log: VerdictFacts, fold: LogFold, run: FoldedRun): SentencePart[] {
  const { status, events } = run.summary;
  if (events === 0)
    return [...subject(run), plain(' has status '), code(status), plain('; the source holds no events.')];
  const why =
    log.cancelled === true ? 'The load was cancelled' : log.endsEarly === true ? 'The file ends early' : null;
  if (why !== null) {
    return [
      strong(why),
      plain(` after ${plural(events, 'event')}, before the run ends; ${progress(fold)} until then.`),
    ];
  }
  if (run.statusFromHeader && status === 'unknown') {
    return [
      plain('The host says that the run is over; its end is not among '),
      plain(events === 1 ? 'this event.' : `these ${plural(events, 'event')}.`),
    ];
  }
  if (run.statusFromHeader || run.state?.status === null) {
    const told =
      status === 'unknown'
        ? 'Nothing in the log tells the status of the run'
        : 'The document gives the run the status ';
    const named = status === 'unknown' ? [] : [code(status)];
    return [plain(told), ...named, plain(`; ${plural(events, 'event')}, none of which ends it.`)];
  }
  return [
    ...subject(run),
    strong(' has no end in this log'),
    plain(`: ${progress(fold)} after ${plural(events, 'event')}.`),
  ];
}

/** "3 runs: 1 failed, 2 completed." and the first failure. */
function sentenceOfMany(runs: readonly FoldedRun[], worst: FoldedRun): SentencePart[] {
  const counts = WORST_FIRST.map((standing) => ({
    standing,
    count: runs.filter((run) => standingOf(run) === standing).length,
  })).filter(({ count }) => count > 0);
  const words = counts.map(
    ({ standing, count }) => `${countText(count)} ${standing === 'unknown' ? 'unknown' : standing}`,
  );
  const parts: SentencePart[] = [strong(`${plural(runs.length, 'run')}: `), plain(`${words.join(', ')}.`)];
  const failure = worst.summary.firstFailure;
  if (failure === undefined || standingOf(worst) !== 'failed') return parts;
  parts.push(plain(' In run '), code(shown(worst.summary.runId, 48)));
  if (failure.nodeId !== null) parts.push(plain(', node '), code(shown(failure.nodeId, 64)));
  return [...parts, plain(' failed with '), code(shown(failure.code, 80)), plain('.')];
}

function hasProblems(log: LoadedLog, fold: LogFold): boolean {
  return log.index.problems.counts.error > 0 || fold.folded.some((run) => failedNodes(run) > 0);
}

function landOn(log: LoadedLog, standing: Standing, run: FoldedRun): number | null {
  const { state, interrupt, summary } = run;
  if (state === null) return log.order.length === 0 ? null : log.order.ordinalAt(0);
  if (standing === 'failed') return summary.firstFailure?.ordinal ?? state.lastOrdinal;
  if (standing === 'waiting') return interrupt?.ordinal ?? state.lastOrdinal;
  if (isTerminalStatus(standing))
    return standing === 'completed' || state.terminalOrdinal < 0 ? state.firstOrdinal : state.terminalOrdinal;
  return state.lastOrdinal;
}

function rootCauseIn(log: LoadedLog, run: FoldedRun | null): number | null {
  const failure = run?.summary.firstFailure;
  return failure === undefined ? null : rootCauseOfFailure(log, failure.ordinal, failure.nodeId);
}
