/**
 * The failure that ended a run, walked back from the run's end: by the node that the end names, by causation, by the
 * error that the run ended with, and else the last failure that has not recovered (run-events 4, 5.3, 6). A node that
 * failed and completed afterwards has recovered; its failures are none of these. Nor is a failure behind which the run
 * went on until it ended with an error of its own.
 */
import { isRecord, type MaskedText, masker, textAt } from '@openwop-inspector/base';
import { clip, type Failure, failureOf, isSilent } from '@openwop-inspector/events';
import { runStatus } from '@openwop-inspector/protocol';
import type { SourceFormat } from '../../answers.ts';
import { parentOf } from '../../graph/child-index.ts';
import type { RunNames } from '../../index/interner.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { PayloadReader } from '../payload/read-payload.ts';
import { type NodeState, type RunState, runStates } from './fold-pass.ts';

/** Failures that are read to be compared with the error of the run: the latest. */
const COMPARED = 32;
/** Codes of limits that are the run's own and no node's. */
const RUN_LIMITS: ReadonlySet<string> = new Set([
  'run_timeout',
  'recursion_limit_exceeded',
  'loop_limit_exceeded',
  'token_budget_exceeded',
  'budget_exhausted',
]);
/** Codes by which the end of a run says no more than that something in it failed. */
const SAYS_NO_MORE =
  /^(?:node|step|task|tool|activity|child|workflow|run|execution)[_-](?:run[_-])?(?:failed|failure|error)$/i;

/** A run whose failure is searched for, and what its events are read with. */
interface EndedRun {
  readonly run: RunState;
  readonly header: HeaderRun;
  readonly reader: PayloadReader;
}

/** With the payload of its end. */
type ReadEnd = EndedRun & { readonly end: unknown };

/** Where the words of a failure are: in its event, in the end of the run, in a bundle on its run, or in a snapshot. */
export type FailureSource = 'event' | 'run.failed' | 'bundle' | 'snapshot';

/** The failure that ended a run, or of a run that did not fail the last one that has not recovered. */
export type FailureSummary = Awaited<ReturnType<typeof summaryOf>>;

/** What is said of a failure. */
interface FailureWords {
  /** That of the host; where `isCoded` is false the host gives none and this is our own `node_failed`. */
  readonly code: MaskedText;
  readonly isCoded: boolean;
  readonly message: MaskedText | null;
  /** Where code and message stand; null when the host says neither. */
  readonly source: FailureSource | null;
  /** What the run says it ended with, when that is another code or other words, and where it says so. */
  readonly endedWith?: {
    readonly code: MaskedText;
    readonly message: MaskedText | null;
    readonly source: FailureSource;
  };
}

/** The event of a failure, with the node that is named next to it. */
interface Found {
  readonly ordinal: number;
  /** The node that the end of the run names, when the event itself is not one of that node. */
  readonly nodeId: string | null;
  /**
   * How it was found from the end of the run: the end names its node, its event is a cause of the end, it has the error
   * of the run, it is the last that has not recovered, or it is the end itself.
   */
  readonly foundBy: 'failedNodeId' | 'causation' | 'error' | 'last' | 'end';
}

/**
 * The failure that ended a failed run; of another run the last failure of a node whose last state is failed. Null when there
 * is none, and when the log does not hold it. O(nodes + chain of causes of the end); reads the end and at most 32
 * failures.
 */
export async function endingFailure(run: EndedRun, hasFailed: boolean): Promise<FailureSummary | null> {
  if (!run.reader.hasBudget) return null;
  if (!hasFailed) {
    const ordinal = lastOf(run.reader.log, failures(run).standing);
    return ordinal < 0 ? null : summaryOf(run, { ordinal, nodeId: null, foundBy: 'last' }, null);
  }
  const ended = { ...run, end: (await run.reader.read(run.run.failedOrdinal))?.payload };
  const found = await findEnding(ended);
  return found === null ? null : summaryOf(run, found, ended);
}

/**
 * The failure that a `run.failed` reports as the end of its run: of a node, or of a child run; null for any other event,
 * for the end of another failure of the same run, and where the end itself is all that is known.
 */
export async function failureBehindEnd(reader: PayloadReader, row: number): Promise<FailureSummary | null> {
  const { log } = reader;
  const run = runStates(log).find(({ failedOrdinal }) => failedOrdinal === row);
  if (run === undefined || log.index.typeOf(row) !== 'run.failed') return null;
  const failure = await failureOfRun(reader, run);
  return failure?.ordinal === row ? null : failure;
}

/** The failure that ended a run, whatever its status is. As `endingFailure`. */
export function failureOfRun(reader: PayloadReader, run: RunState): Promise<FailureSummary | null> {
  const { log } = reader;
  const header = headerFor(headerRuns(log), run.runId, runStates(log).length);
  return endingFailure({ run, header, reader }, true);
}

async function findEnding(ended: ReadEnd): Promise<Found | null> {
  const { run, reader } = ended;
  const { log } = reader;
  const named = namedNode(ended);
  if (named !== null) {
    const node = run.nodes.get(log.index.nodes.find(named));
    if (node !== undefined && node.failures > 0)
      return { ordinal: node.failedOrdinal, nodeId: null, foundBy: 'failedNodeId' };
    if (run.failedOrdinal >= 0) return { ordinal: run.failedOrdinal, nodeId: named, foundBy: 'failedNodeId' };
  }
  const caused = causedBy(ended);
  if (caused < 0) return byError(ended);
  const atEnd = isDirectCause(log, run, caused) ? null : await ownEnd(ended, [caused]);
  return atEnd ?? { ordinal: caused, nodeId: null, foundBy: 'causation' };
}

/** True when the end of the run names the failure, or an envelope that both follow from, as its cause. */
function isDirectCause({ graph }: LoadedLog, run: RunState, failure: number): boolean {
  const cause = graph === null ? -1 : parentOf(graph, run.failedOrdinal);
  return cause === failure || (graph !== null && cause >= graph.base);
}

/**
 * The end of the run itself, when it gives an error of its own: another code than the failures, and either that of a
 * limit of the run, or the run went on after the last of them. Null when one of them ended it.
 */
async function ownEnd(ended: ReadEnd, open: readonly number[]): Promise<Found | null> {
  const { run, reader } = ended;
  const error = failureOf(ended.end);
  if (run.failedOrdinal < 0 || !error.isCoded || SAYS_NO_MORE.test(error.code)) return null;
  const { ordinal, differ } = await sameError(ended, open, error);
  if (ordinal >= 0) return null;
  const isLimit = RUN_LIMITS.has(error.code);
  const hasGoneOn = goesOnBehind(reader.log, run, lastOf(reader.log, open));
  const isOwn = isLimit ? differ || hasGoneOn : differ && hasGoneOn;
  return isOwn ? { ordinal: run.failedOrdinal, nodeId: null, foundBy: 'end' } : null;
}

/** True when a node began, resumed or was retried behind a row, or a limit of the run was reached. O(nodes). */
function goesOnBehind({ order }: LoadedLog, run: RunState, row: number): boolean {
  const place = order.indexOf(row);
  const isBehind = (other: number): boolean => other >= 0 && order.indexOf(other) > place;
  return isBehind(run.limitOrdinal) || [...run.nodes.values()].some((node) => isBehind(node.movedOrdinal));
}

/** The node that the end of the run says failed. */
function namedNode({ run, header, end, reader: { log } }: ReadEnd): string | null {
  const named = textAt(end, 'failedNodeId');
  if (named !== null) return named;
  const own = run.failedOrdinal < 0 ? 0 : (log.index.columns.node[run.failedOrdinal] as number);
  return own === 0 ? header.failedNodeId : log.index.nodes.textOf(own);
}

/** The nearest failure up the causes of the end inside its run that has not recovered; -1 for none. */
function causedBy(ended: EndedRun): number {
  const { run, reader } = ended;
  const { graph, index } = reader.log;
  if (graph === null || run.failedOrdinal < 0) return -1;
  const { columns } = index;
  const open = new Set(failures(ended).open);
  for (let node = parentOf(graph, run.failedOrdinal); node >= 0; node = parentOf(graph, node)) {
    if (node < graph.base) {
      if (columns.run[node] !== run.run) return -1;
      if (open.has(node)) return node;
      continue;
    }
    // The end hangs from an envelope: so does the failure of the node that the envelope was refused to (acceptor S13).
    const envelope = graph.envelopes[node - graph.base];
    const failed = [...open].filter(
      (row) => columns.causeA[row] === envelope?.a && columns.causeB[row] === envelope?.b,
    );
    if (failed.length > 0) return lastOf(reader.log, failed);
  }
  return -1;
}

/** By the error that the run ended with, else the last failure that has not recovered. */
async function byError(ended: ReadEnd): Promise<Found | null> {
  const { run, header, reader } = ended;
  const { open, standing } = failures(ended);
  const recorded = failureOf(ended.end);
  const error = recorded.isCoded || header.error === null ? recorded : header.error;
  const same = error.isCoded ? await sameError(ended, open, error) : { ordinal: -1, differ: false };
  if (same.ordinal >= 0) return { ordinal: same.ordinal, nodeId: null, foundBy: 'error' };
  const atEnd: Found | null =
    run.failedOrdinal < 0 ? null : { ordinal: run.failedOrdinal, nodeId: null, foundBy: 'end' };
  const last = lastOf(reader.log, standing.length > 0 ? standing : open);
  if (last < 0) return atEnd;
  // Without its end a log may have been cut before the failure that the document reports.
  if (atEnd === null && same.differ) return null;
  const own = await ownEnd(ended, standing.length > 0 ? standing : open);
  return own ?? { ordinal: last, nodeId: null, foundBy: 'last' };
}

/** The latest failure with the error of the run; `differ`: each that was read has a code, and another one. */
async function sameError({ reader }: EndedRun, open: readonly number[], error: Failure) {
  const { order } = reader.log;
  const latest = [...open].sort((a, b) => order.indexOf(b) - order.indexOf(a)).slice(0, COMPARED);
  let ordinal = -1;
  let differ = true;
  for (const row of latest) {
    const one = failureOf((await reader.read(row))?.payload);
    if (!one.isCoded) differ = false;
    if (one.code !== error.code || !one.isCoded) continue;
    if (one.message !== null && one.message === error.message) return { ordinal: row, differ: false };
    if (ordinal < 0) ordinal = row;
  }
  return { ordinal, differ };
}

/** Last failures of nodes that have not recovered; `standing`: of those the ones that nothing followed at their node. */
function failures({ run, reader: { log } }: EndedRun) {
  const nodes = [...run.nodes.values()].filter((node) => node.failures > 0);
  const unnamed = run.unnamedFailure >= 0 ? [run.unnamedFailure] : [];
  const rows = (of: readonly NodeState[]): number[] => of.map(({ failedOrdinal }) => failedOrdinal);
  return {
    open: [...rows(nodes), ...unnamed].filter((row) => log.order.indexOf(row) >= 0),
    standing: [...rows(nodes.filter(({ state }) => state === 'failed')), ...unnamed],
  };
}

const lastOf = (log: LoadedLog, rows: readonly number[]): number =>
  rows.reduce((last, row) => (last < 0 || log.order.indexOf(row) > log.order.indexOf(last) ? row : last), -1);

async function summaryOf({ reader }: EndedRun, { ordinal, nodeId, foundBy }: Found, ended: ReadEnd | null) {
  const { log } = reader;
  const { index } = log;
  const document = await reader.read(ordinal);
  return {
    ordinal,
    sequence: index.sequenceOf(ordinal),
    eventId: log.eventIdOf(ordinal, document?.recorded.eventId),
    type: index.typeLabelOf(ordinal),
    nodeId: nodeId === null ? index.nodeIdOf(ordinal) : masker.identity(nodeId),
    foundBy,
    ...labelOf(failureOf(document?.payload), ordinal, ended),
  };
}

/** The host's words for a failure: of its event, of the end of the run, of the document, in this order. */
function labelOf(own: Failure, ordinal: number, ended: ReadEnd | null): FailureWords {
  if (ended === null) return { ...own, source: isSilent(own) ? null : 'event' };
  const { run, header, end } = ended;
  const atEnd = run.failedOrdinal === ordinal ? null : failureOf(end);
  const others: readonly (readonly [Failure | null, FailureSource])[] = [
    [atEnd, 'run.failed'],
    [header.error, header.source],
  ];
  let [words, source]: readonly [Failure, FailureSource | null] = [own, isSilent(own) ? null : 'event'];
  for (const [other, from] of others) {
    if (other === null || isSilent(other)) continue;
    if (isSilent(words)) [words, source] = [other, from];
    // Of the same error one place may hold the message and another the code alone.
    else if (words.message === null && other.message !== null && words.code === other.code)
      [words, source] = [{ ...words, message: other.message }, from];
    else if (!words.isCoded && other.isCoded && words.message === other.message)
      [words, source] = [other, from];
  }
  const said = others.find(([other]) => other !== null && saysMore(words, other));
  if (said?.[0] === undefined || said[0] === null) return { ...words, source };
  return { ...words, source, endedWith: { code: said[0].code, message: said[0].message, source: said[1] } };
}

/** Whether the run gives another code than the failure, or other words for it; a longer version of the same text is no other. */
function saysMore(words: Failure, { isCoded, code, message }: Failure): boolean {
  if (!isCoded || !words.isCoded) return false;
  if (code !== words.code) return true;
  if (message === null || words.message === null) return false;
  const known = words.message.replace(/…$/, '');
  return !message.startsWith(known) && !known.startsWith(message.replace(/…$/, ''));
}

/* What documents say about their run next to the events: a bundle, a snapshot, the newest snapshot of a capture. */

/** What each source of a log says, in their order. */
export function headerRuns(log: LoadedLog): readonly HeaderRun[] {
  const { index, results } = log;
  const all = results.length > 1 ? results : [{ header: log.header, format: results[0]?.format }];
  return all.map(({ header, format }) => headerRun(index.runs, header, format));
}

/** What a document says about its run. */
export type HeaderRun = ReturnType<typeof headerRun>;

function headerRun(runs: Pick<RunNames, 'wholeIdOf'>, header: LoadedLog['header'], format?: SourceFormat) {
  const root = Object.fromEntries(header);
  const from = isRecord(root.run) ? root.run : root;
  const status = textAt(from, 'status') ?? textAt(root, 'runStatus');
  const runId = textAt(from, 'runId') ?? textAt(root, 'runId');
  const { error } = from;
  /** Where the words of the document come from, as they are named next to them. */
  const source: 'bundle' | 'snapshot' = format === 'snapshot' || format === 'capture' ? 'snapshot' : 'bundle';
  return {
    runId: runId === null ? null : runs.wholeIdOf(runId),
    workflowId: textAt(from, 'workflowId'),
    parentRunId: textAt(from, 'parentRunId'),
    status: status === null ? null : (runStatus(status) ?? clip(status, 64)),
    /** `run.error`; null when there is none. */
    error: isRecord(error) || (typeof error === 'string' && error !== '') ? failureOf({ error }) : null,
    /** The node that `run.error` names. */
    failedNodeId: textAt(error, 'failedNodeId') ?? textAt(error, 'nodeId'),
    source,
    /** True when the document says that it leaves events out. */
    truncated: header.get('truncated') === true,
    /** A poll says that the run is over (bundles 7), perhaps on a page without its end. */
    saysOver: header.get('isComplete') === true || header.get('isTerminal') === true,
  };
}

const NO_HEADER = headerRun({ wholeIdOf: (runId) => runId }, new Map());

/**
 * What the documents say of one run: each speaks of the run it names, or, when it names none, of the only one there is.
 * Of several the first counts, and what it leaves out is taken from the others.
 */
export function headerFor(headers: readonly HeaderRun[], runId: string, runs: number): HeaderRun {
  const own = headers.filter((header) => (header.runId === null ? runs === 1 : header.runId === runId));
  const [first] = own;
  if (first === undefined) return NO_HEADER;
  const withError = own.find(({ error }) => error !== null) ?? first;
  const ended = own.find(({ status }) => status !== null) ?? first;
  return {
    ...first,
    workflowId: first.workflowId ?? own.find(({ workflowId }) => workflowId !== null)?.workflowId ?? null,
    status: ended.status,
    error: withError.error,
    failedNodeId: withError.failedNodeId,
    source: withError.source,
  };
}
