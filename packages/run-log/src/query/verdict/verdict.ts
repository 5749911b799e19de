/** The run, or the runs, of a source in one sentence, and the event to land on. */

import {
  countOf,
  formatCount,
  formatDuration,
  isRecord,
  literal,
  type MaskedText,
  masker,
  unreachable,
  words,
} from '@openwop-inspector/base';
import { clip } from '@openwop-inspector/events';
import { type CatalogueType, isTerminalStatus } from '@openwop-inspector/protocol';
import { CAUSE_WORDS, chainOrigin } from '../chain/chain-origin.ts';
import { eventNames, isV2Log, statedMajor } from '../event-names.ts';
import { type LoadedLog, problemsOf } from '../loaded-log.ts';
import { isConversation } from '../messages/conversation.ts';
import { sourceName } from '../trust/trust.ts';
import {
  code,
  conversationVerdict,
  failedParts,
  failedWithoutEvent,
  type PlacedEvent,
  plain,
  prevented,
  recovered,
  type SentencePart,
  strong,
  type Verdict,
} from './failure-text.ts';
import type { FoldedRun, LogFold } from './fold.ts';

/** What is known about the load next to the log. All may be left out for a log that was read to its end. */
interface VerdictFacts extends LoadedLog {
  readonly endsEarly?: boolean;
  readonly cancelled?: boolean;
  /** The rest did not fit into the memory that the log may take. */
  readonly isFull?: boolean;
  /** True while more is to come. */
  readonly isGrowing?: boolean;
}

/** Status of a run, worst first: the order in which several runs are named. */
const WORST_FIRST = ['failed', 'waiting', 'paused', 'running', 'unknown', 'cancelled', 'completed'] as const;
type Standing = (typeof WORST_FIRST)[number];

const STANDINGS: Readonly<Record<Standing, readonly [tone: Verdict['tone'], title: MaskedText]>> = {
  failed: ['failed', words`Failed`],
  waiting: ['waiting', words`Waiting for clarification`],
  paused: ['waiting', words`Paused`],
  running: ['running', words`Running`],
  unknown: ['unknown', words`Status unknown`],
  cancelled: ['warning', words`Cancelled`],
  completed: ['ok', words`Completed`],
};

/**
 * What happened, where to land, and what led to it. Names of the log are set as code, free text of the log is in
 * quotes, masked and short. O(runs + chain of the failure); reads at most 1,000 events of that chain.
 */
export async function verdictOf(log: VerdictFacts, all: LogFold): Promise<Verdict> {
  const fold = withoutChannels(log, all);
  const [first] = fold.folded;
  if (first === undefined) return withoutRun(log);
  if (log.graph !== null && isConversation(log)) return conversationVerdict(log);
  if (log.graph === null && log.order.length > 0) {
    const sentence = `${countOf(log.order.length, 'event')} so far; causes are not known yet.`;
    return unreported('Reading', sentence, log.order.ordinalAt(0));
  }
  const worst = worstOf(fold.folded);
  const standing = standingOf(worst);
  const sentence =
    fold.folded.length === 1 ? sentenceOf(log, fold, first) : sentenceOfMany(fold.folded, worst);
  const causes = await causesOf(log, standing === 'failed' ? worst : null);
  const incomplete = incompleteParts(log);
  const { aghMessages } = log.index;
  const withProblems = standing === 'completed' && (incomplete.length > 0 || hasProblems(log, fold));
  return {
    tone: withProblems ? 'warning' : STANDINGS[standing][0],
    title: titleOf(standing, worst),
    sentence: [
      ...sentence,
      ...(await causeParts(log, causes.cause)),
      ...incomplete,
      ...(aghMessages === 0 ? [] : [plain(` The log also holds ${countOf(aghMessages, 'AGH message')}.`)]),
      ...majorParts(log),
    ],
    landOn: landOn(log, standing, worst),
    ...causes,
  };
}

/** The events of a host have no run that could have a status (run-events 3.6). */
function withoutRun({ order }: VerdictFacts): Verdict {
  if (order.length === 0) return unreported('No run', 'The source holds no run.', null);
  const sentence = `The source holds ${countOf(order.length, 'event')} of a host and no run.`;
  return unreported('No run', sentence, order.ordinalAt(0));
}

/** The runs of a log that holds messages too: a channel of messages is no run that could fail or end. */
function withoutChannels({ index, graph }: VerdictFacts, fold: LogFold): LogFold {
  if (index.aghMessages === 0 || graph === null || index.aghMessages === index.events) return fold;
  const isRun = (run: FoldedRun): boolean =>
    run.state === null || index.messages.of(run.state.firstOrdinal) === null;
  return { ...fold, folded: fold.folded.filter(isRun) };
}

/** The major of the protocol, where it is not v1 or not known (run-events 3.6). */
function majorParts(log: VerdictFacts): readonly SentencePart[] {
  const names = eventNames(log);
  const stated = statedMajor(log.header);
  if (names !== null && names.v1 > 0 && names.v2 > 0)
    return [plain(' The log mixes names of OpenWOP v1 and v2.')];
  if (isV2Log(log)) return [plain(' An OpenWOP v2 log.')];
  if (stated === null) return [];
  return [plain(` The log is of ${stated.text}, which is not known here, and read as one of v1.`)];
}

/** Of a capture, why it may not be the whole run; nothing as long as it is written. */
function incompleteParts({ header, isGrowing }: VerdictFacts): readonly SentencePart[] {
  const reasons = isGrowing === true ? [] : captureGaps(header);
  if (reasons.length === 0) return [];
  return [strong(' The capture is not known to be complete'), plain(`: ${reasons.join(', ')}.`)];
}

const UNCAUSED = { chainStart: null, cause: null, causes: null } as const;

function unreported(title: 'No run' | 'Reading', sentence: string, landOn: number | null): Verdict {
  return { tone: 'unknown', title: literal(title), sentence: [plain(sentence)], landOn, ...UNCAUSED };
}

function standingOf(run: FoldedRun): Standing {
  const status: string = run.summary.status;
  if (status === 'failed' || status === 'completed' || status === 'cancelled' || status === 'paused')
    return status;
  if (status.startsWith('waiting-')) return 'waiting';
  return status === 'running' || status === 'pending' || status === 'cancelling' ? 'running' : 'unknown';
}

/**
 * The run that the verdict is about: of the worst standing those with a failure, then those in which something was
 * prevented; of the failed ones the one that started first, of others the first in the log.
 */
function worstOf(runs: readonly FoldedRun[]): FoldedRun {
  const rank = (run: FoldedRun): number => {
    const place = WORST_FIRST.indexOf(standingOf(run)) * 3;
    return place + (run.summary.firstFailure !== undefined ? 0 : run.summary.prevented !== undefined ? 1 : 2);
  };
  const isWorse = (run: FoldedRun, worst: FoldedRun): boolean =>
    rank(run) < rank(worst) ||
    (rank(run) === rank(worst) && standingOf(run) === 'failed' && startOf(run) < startOf(worst));
  return runs.reduce((worst, run) => (isWorse(run, worst) ? run : worst));
}

/** Epoch ms; runs without a time come last. */
const startOf = ({ state }: FoldedRun): number => state?.startMs ?? Number.POSITIVE_INFINITY;

/** Titles by status, and by the kind of what a run waits for. */
const TITLES: ReadonlyMap<string, MaskedText> = new Map([
  ['pending', words`Pending`],
  ['cancelling', words`Cancelling`],
  ['waiting-approval', words`Waiting for approval`],
  ['waiting-external-event', words`Waiting for an external event`],
  ['waiting-external', words`Waiting for an external event`],
  ['waiting-low-confidence', words`Waiting for a decision`],
  ['waiting-credential', words`Waiting for a credential`],
  ['waiting-custom', words`Waiting for an answer`],
]);

function titleOf(standing: Standing, { summary, interrupt }: FoldedRun): MaskedText {
  const kind = standing === 'waiting' ? (interrupt?.kind ?? null) : null;
  const status = kind === null ? summary.status : `waiting-${kind}`;
  if (status.startsWith('waiting-conversation')) return words`Waiting for a reply`;
  return TITLES.get(status) ?? STANDINGS[standing][1];
}

function sentenceOf(log: VerdictFacts, fold: LogFold, run: FoldedRun): SentencePart[] {
  const standing = standingOf(run);
  switch (standing) {
    case 'failed':
      return failedSentence(run);
    case 'completed':
      return completedSentence(log, fold, run);
    case 'waiting':
      return [...waitingSentence(run), ...behind(run)];
    case 'cancelled':
      return [...subject(run), strong(' was cancelled'), plain(`${after(run)}.`), ...behind(run)];
    case 'paused':
      return [...subject(run), strong(' is paused'), plain(`; ${progress(fold)}.`), ...behind(run)];
    case 'running':
    case 'unknown':
      return [...openSentence(log, fold, run), ...behind(run)];
    default:
      return unreachable(standing);
  }
}

/** "Workflow x" or "The run". */
const subject = ({ summary: { workflowId } }: FoldedRun): SentencePart[] =>
  workflowId === null ? [plain('The run')] : [plain('Workflow '), code(clip(workflowId, 64))];

function after(run: FoldedRun): string {
  const ms = lengthMs(run);
  return ms === null ? '' : ` after ${formatDuration(ms)}`;
}

/** Wall time of a run; null when a time is missing or they run backwards. */
function lengthMs(run: FoldedRun): number | null {
  const { startMs, endMs } = run.state ?? { startMs: null, endMs: null };
  return startMs === null || endMs === null || endMs < startMs ? null : endMs - startMs;
}

function failedSentence(run: FoldedRun): SentencePart[] {
  const { summary } = run;
  const failure = summary.firstFailure;
  const parts =
    failure === undefined
      ? [...subject(run), ...failedWithoutEvent(run)]
      : failedParts(failure, attemptsText(run));
  const isNode = failure !== undefined && failure.nodeId !== null;
  const others = failedNodes(run, failure?.nodeId);
  if (others > 0) parts.push(plain(` ${countOf(others, isNode ? 'more node' : 'node')} failed.`));
  return [...parts, ...behind(run)];
}

/** What follows the verdict of one run: what recovered, what was prevented, what was undone. */
function behind({ summary, state }: FoldedRun): SentencePart[] {
  const undone = UNDONE.get(state?.undoType ?? '');
  return [
    ...recovered(summary.recovered ?? 0),
    ...prevented(summary.prevented ?? []),
    ...(undone === undefined ? [] : [undone]),
  ];
}

/** How far undoing came, by its last event (run-events 3.2.17). */
const UNDONE: ReadonlyMap<string, SentencePart> = new Map<CatalogueType, SentencePart>([
  ['compensation.requested', plain(' Undoing it is planned and has not started.')],
  ['compensation.started', plain(' Undoing it has not ended in this log.')],
  ['compensation.completed', plain(' Everything was undone.')],
  ['compensation.failed', strong(' Undoing it failed too.')],
  ['compensation.paused', strong(' Undoing it is paused.')],
  ['compensation.manual_intervention_required', strong(' Undoing it failed too: an operator is needed.')],
]);

/** " after 3 attempts, 1 truncated". */
function attemptsText(run: FoldedRun): string {
  const failedId = run.summary.firstFailure?.nodeId;
  const nodes = [...(run.state?.nodes.values() ?? [])];
  const { truncations = 0 } = nodes.find(({ nodeId }) => masker.identity(nodeId) === failedId) ?? {};
  const truncated = truncations === 0 ? '' : `, ${formatCount(truncations)} truncated`;
  return run.attempts === null ? '' : ` after ${countOf(run.attempts, 'attempt')}${truncated}`;
}

/** Failed nodes of a run but for one. */
function failedNodes(run: FoldedRun, but: string | null = null): number {
  const failed = [...(run.state?.nodes.values() ?? [])].filter(({ state }) => state === 'failed');
  return failed.filter(({ nodeId }) => masker.identity(nodeId) !== but).length;
}

function completedSentence(log: VerdictFacts, fold: LogFold, run: FoldedRun): SentencePart[] {
  const { events } = run.summary;
  const parts = [...subject(run), strong(' completed')];
  if (events === 0) return [...parts, plain('. The source holds no events.')];
  const ms = run.statusFromHeader ? null : lengthMs(run);
  if (ms !== null) parts.push(plain(` in ${formatDuration(ms)}`));
  if (run.statusFromHeader)
    parts.push(plain(`, says the document; the log holds ${countOf(events, 'event')} and not the end.`));
  else parts.push(plain(`: ${countOf(events, 'event')}, ${countOf(fold.nodes.length, 'node')}.`));
  const failed = failedNodes(run);
  if (failed > 0) parts.push(strong(` ${countOf(failed, 'node')} failed on the way.`));
  parts.push(...behind(run));
  const { error } = problemsOf(log).counts;
  if (error > 0) parts.push(strong(` The log has ${countOf(error, 'error')}.`));
  return parts;
}

/** What a run waits for, by the kind of its interrupt, else by its status. */
const AWAITED: ReadonlyMap<string, string> = new Map([
  ['kind approval', 'an approval'],
  ['kind clarification', 'an answer'],
  ['kind external-event', 'an external event'],
  ['kind low-confidence', 'a decision, since confidence was too low'],
  ['kind credential', 'a credential'],
  ['kind conversation', 'the next turn of a conversation'],
  ['kind conversation.start', 'a conversation to begin'],
  ['kind conversation.exchange', 'the next turn of a conversation'],
  ['kind conversation.close', 'a conversation to close'],
  ['status waiting-approval', 'an approval'],
  ['status waiting-input', 'an answer'],
  ['status waiting-external', 'an external event'],
]);

function waitingSentence(run: FoldedRun): SentencePart[] {
  const { interrupt, summary, state } = run;
  const byKind = AWAITED.get(`kind ${interrupt?.kind ?? ''}`);
  const requested = byKind ?? AWAITED.get(`status ${summary.status}`) ?? 'something';
  const who: SentencePart[] =
    interrupt === null || interrupt.nodeId === null
      ? subject(run)
      : [plain('Node '), code(clip(interrupt.nodeId, 64))];
  const others = (state?.open.size ?? 1) - 1;
  const more = others > 0 ? `, and ${countOf(others, 'more interrupt is', 'more interrupts are')} open` : '';
  const end = summary.events === 0 ? '.' : '; the log ends here.';
  return [...who, strong(` waits for ${requested}`), plain(`${more}${end}`)];
}

/** "3 of 5 nodes completed". */
function progress(fold: LogFold): string {
  if (fold.nodes.length === 0) return 'no node has started';
  const done = fold.nodes.filter((node) => node.state === 'completed').length;
  return `${formatCount(done)} of ${countOf(fold.nodes.length, 'node')} completed`;
}

function whyNotWhole({ cancelled, isFull, endsEarly }: VerdictFacts): string | null {
  if (cancelled === true) return 'The load was cancelled';
  if (isFull === true) return 'The memory for this log was full';
  return endsEarly === true ? 'The file ends early' : null;
}

function openSentence(log: VerdictFacts, fold: LogFold, run: FoldedRun): SentencePart[] {
  const { status, events } = run.summary;
  if (events === 0)
    return [...subject(run), plain(' has status '), code(status), plain('; the source holds no events.')];
  const why = whyNotWhole(log);
  const counted = countOf(events, 'event');
  if (why !== null)
    return [strong(why), plain(` after ${counted}, before the run ends; ${progress(fold)} until then.`)];
  if (run.statusFromHeader && status === 'unknown') {
    const among = events === 1 ? 'this event.' : `these ${counted}.`;
    return [plain('The host says that the run is over; its end is not among '), plain(among)];
  }
  if (run.statusFromHeader || run.state?.status === null) {
    const said =
      status === 'unknown'
        ? [plain('The log does not record the status of the run')]
        : [plain('The document gives the run the status '), code(status)];
    return [...said, plain(`; ${counted}, none of which ends it.`)];
  }
  return [...subject(run), strong(' has no end in this log'), plain(`: ${progress(fold)} after ${counted}.`)];
}

/** "3 runs: 2 failed, 1 completed." and the failure of the earliest failed run. */
function sentenceOfMany(runs: readonly FoldedRun[], worst: FoldedRun): SentencePart[] {
  const countIn = (standing: Standing) => runs.filter((run) => standingOf(run) === standing).length;
  const words = WORST_FIRST.map((standing) => [countIn(standing), standing] as const)
    .filter(([count]) => count > 0)
    .map(([count, standing]) => `${formatCount(count)} ${standing}`);
  const parts: SentencePart[] = [strong(`${countOf(runs.length, 'run')}: `), plain(`${words.join(', ')}.`)];
  if (standingOf(worst) === 'failed') {
    const failure = worst.summary.firstFailure;
    const isEarliest = countIn('failed') > 1 && Number.isFinite(startOf(worst));
    const which = isEarliest ? ' Earliest failed run ' : ' In run ';
    parts.push(plain(which), code(clip(worst.summary.runId, 48)), plain(': '));
    parts.push(...(failure === undefined ? failedWithoutEvent(worst, true) : failedParts(failure, '')));
  }
  const made = runs.reduce((sum, { summary }) => sum + (summary.recovered ?? 0), 0);
  return [...parts, ...recovered(made), ...prevented(runs.flatMap(({ summary }) => summary.prevented ?? []))];
}

function hasProblems(log: LoadedLog, fold: LogFold): boolean {
  return (
    problemsOf(log).counts.error > 0 ||
    fold.folded.some((run) => failedNodes(run) > 0) ||
    // An `error` envelope of the model is an answer that was taken; the others are answers that were refused.
    fold.folded.some(({ summary }) => summary.prevented?.some(({ kind }) => kind !== 'reported'))
  );
}

/** The failure; what waits; else, of a run that has ended, what was prevented; else the status of the run. */
function landOn(log: LoadedLog, standing: Standing, run: FoldedRun): number | null {
  const { state, interrupt, summary } = run;
  if (state === null) return log.order.length === 0 ? null : log.order.ordinalAt(0);
  const failure = summary.firstFailure?.ordinal;
  if (standing === 'failed') return failure ?? state.lastOrdinal;
  if (standing === 'waiting') return interrupt?.ordinal ?? state.lastOrdinal;
  if (!isTerminalStatus(standing)) return state.lastOrdinal;
  if (standing !== 'completed' && state.terminalOrdinal >= 0) return state.terminalOrdinal;
  return failure ?? firstPrevented(log, run) ?? state.firstOrdinal;
}

/** Of what was prevented the first; what the model reported only when there is nothing else. */
function firstPrevented(log: LoadedLog, { summary }: FoldedRun): number | undefined {
  const outcomes = summary.prevented ?? [];
  const stored = outcomes.filter(({ kind }) => kind !== 'reported');
  const rows = (stored.length > 0 ? stored : outcomes).map(({ ordinal }) => ordinal);
  return rows.sort((a, b) => log.order.indexOf(a) - log.order.indexOf(b))[0];
}

async function causesOf(log: LoadedLog, run: FoldedRun | null) {
  const failure = run?.summary.firstFailure;
  if (failure === undefined || log.graph === null) return UNCAUSED;
  const { start, ending, cause } = await chainOrigin(log, log.graph, failure.ordinal);
  return {
    chainStart: start === null || start === failure.ordinal ? null : placed(log, start),
    cause: cause === null ? null : { ...placed(log, cause.ordinal), rule: cause.rule },
    causes: ending,
  };
}

/** " It failed because of untrusted content from x."; empty while no cause is known. */
async function causeParts(log: LoadedLog, cause: Verdict['cause']): Promise<SentencePart[]> {
  if (cause === null) return [];
  const isUntrusted = cause.rule === 'untrusted';
  const what = isUntrusted ? 'untrusted content' : CAUSE_WORDS[cause.rule];
  const name = await sourceName(log, cause.ordinal);
  const isOther = cause.rule === 'failure' && log.index.typeOf(cause.ordinal) !== 'node.failed';
  const type = isOther ? [plain(' ('), code(log.index.recordedTypeOf(cause.ordinal)), plain(')')] : [];
  const where = name === null ? [] : [plain(isUntrusted ? ' from ' : ' at '), code(name)];
  return [plain(' It failed because of '), strong(what), ...type, ...where, plain('.')];
}

function placed(log: LoadedLog, ordinal: number): PlacedEvent {
  return { ordinal, sequence: log.index.sequenceOf(ordinal) };
}

const frames = (n: string): string => `${n} ${n === '1' ? 'frame' : 'frames'}`;
const events = (n: string): string => `${n} ${n === '1' ? 'event' : 'events'}`;

/** The reasons that a session writes, in our words. */
const WORDS: ReadonlyMap<string, (n: string) => string> = new Map<string, (n: string) => string>([
  ['missing', (n) => `${events(n)} missing`],
  ['bad-frame', (n) => `${frames(n)} could not be read`],
  ['too-large', (n) => `${frames(n)} too large to read`],
  ['too-deep', (n) => `${frames(n)} nested too deep to read`],
  ['conflicting', (n) => `${events(n)} repeated with other content`],
  ['unsequenced', (n) => `${events(n)} without a sequence`],
  ['unwritten', (n) => `${n === '1' ? '1 line' : `${n} lines`} could not be written`],
  ['answer-cut', () => 'an answer of the JSON log broke off'],
  ['log-restarted', () => 'the log of the host ended before what was received'],
  ['reader-failed', () => 'the reader failed'],
  ['stopped', () => 'the last of what came may not have been written'],
  ['start-unknown', () => 'nothing says what came before the first event'],
  ['end-unseen', () => 'the end of the log was not seen'],
  ['goes-on', () => 'the session ended before the run did'],
]);

/**
 * Why a capture is not known to hold the whole run, by its line `end`: clauses, at most one of each kind. Empty for one
 * that is, and for what is no capture.
 */
export function captureGaps(header: ReadonlyMap<string, unknown>): readonly string[] {
  if (!header.has('captureForm')) return [];
  const end = header.get('captureEnd');
  if (!isRecord(end)) return ['its session was not ended'];
  const completeness = isRecord(end.ledger) ? end.ledger.completeness : undefined;
  if (!isRecord(completeness)) return ['its last line does not say so'];
  if (completeness.known === true && end.end === 'run-ended') return [];
  const listed = Array.isArray(completeness.reasons) ? completeness.reasons.slice(0, 100) : [];
  const reasons = new Set(listed.filter(isRecord).flatMap((reason) => textOf(reason) ?? []));
  return reasons.size === 0 ? ['its last line gives no reason'] : [...reasons];
}

function textOf({ code, count }: Readonly<Record<string, unknown>>): string | undefined {
  const words = typeof code === 'string' ? WORDS.get(code) : undefined;
  return words?.(Number.isSafeInteger(count) ? formatCount(Number(count)) : 'some');
}
