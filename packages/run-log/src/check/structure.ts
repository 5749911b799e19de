import { countOf, formatCount, formatDuration, isRecord } from '@openwop-inspector/base';
import {
  eventTypeInfo,
  foldedType,
  isTerminalStatus,
  isTerminalType,
  type ProblemCode,
  runStatus,
} from '@openwop-inspector/protocol';
import { type CausalGraph, MARK, RULE } from '../graph/causal-graph.ts';
import { FLAG } from '../index/event-columns.ts';
import { type MessageRow, messageCausePointer } from '../index/message-rows.ts';
import { backwardTimes } from '../query/counts/sequence-gaps.ts';
import { eventNames, isOfV2, statedMajor } from '../query/event-names.ts';
import type { LoadedLog } from '../query/loaded-log.ts';
import { CarriedPasses } from '../query/rows/rows.ts';
import { captureGaps } from '../query/verdict/verdict.ts';
import type { TellFound } from './check-control.ts';
import { hostTruncation, LeftOut, StructurePass, truncationText } from './structure-pass.ts';

/** A log with what the checks of its source as a whole need next to its rows. */
export interface CheckedLog extends LoadedLog {
  /** The shape as far as it was seen, also for a document that stops early. */
  readonly likelyFormat: string;
  readonly endsEarly: boolean;
  readonly cancelled: boolean;
  /** True while more is to come: what is missing at the end says nothing yet. */
  readonly isGrowing: boolean;
}

/** A run is written in the names of one major (run-events 3.6). */
function checkNames(log: CheckedLog): void {
  const names = eventNames(log);
  if (names === null || names.v1 === 0 || names.v2 === 0) return;
  const [few, row] =
    names.v1 < names.v2 ? (['v1', names.firstV1] as const) : (['v2', names.firstV2] as const);
  const counts = `${countOf(names.v1, 'event')} with names of v1 alone, ${formatCount(names.v2)} with names of v2`;
  log.index.problemOf('mixed_event_names', `${counts}; this is the first of ${few}`, row, '/type');
}

const passes = new CarriedPasses<StructurePass>((pass, row) => pass.take(row));

/** Replaces the findings about order, runs, causes and the document. A few passes over the rows; reads no payload. */
export function checkStructure(log: CheckedLog): void {
  log.index.problems.replaceFound('structure', () => check(log));
}

function check(log: CheckedLog): void {
  const { likelyFormat: format, endsEarly, cancelled, isGrowing } = log;
  const tell: TellFound = (...found) => log.index.problemOf(...found);
  const truncation = hostTruncation(log.header, log.index.entries);
  if (truncation !== null)
    tell('truncated_by_host', truncationText(truncation, log.index.entries), null, '/truncated');
  const leftOut = new LeftOut(truncation?.leftOut ?? 0);
  const isBundle = format === 'debug-bundle' || format === 'app-bundle';
  const isWhole = !endsEarly && !isGrowing;
  // What a cut bundle lacks may stand behind the cut: nothing is said of it.
  if (isWhole && (isBundle || format === 'capture'))
    checkFirst(log, isBundle ? 'bundle' : 'capture', leftOut, tell);
  const gap = format === 'sse' && !isOfDebugMode(log) ? 'stream_mode_gap' : 'sequence_gap';
  passes.over(log.order, () => new StructurePass(log.index)).report(leftOut, gap);
  checkNames(log);
  checkCauses(log, tell);
  checkTimes(log);
  if (isBundle && !endsEarly) checkBundle(log, tell);
  if (format === 'capture' && !isGrowing && !endsEarly) checkCapture(log, tell);
  if (cancelled)
    tell('load_cancelled', 'The load was cancelled; what was read until then is displayed', null);
}

/** A raw stream does not say its mode: one with a type that mode debug alone shows leaves nothing out (run-events 3.5). */
function isOfDebugMode({ index }: LoadedLog): boolean {
  for (let id = 0; id < index.types.size; id++)
    if (eventTypeInfo(index.types.textOf(id))?.debugOnly === true) return true;
  return false;
}

/** Clocks that run backwards: one note, at the event that is the furthest back. */
function checkTimes(log: LoadedLog): void {
  const all = backwardTimes(log);
  const [first] = all;
  if (first === undefined) return;
  const { row, earlier, byMs, isCause } = all.reduce(
    (most, one) => (one.byMs > most.byMs ? one : most),
    first,
  );
  const before = isCause ? 'its cause' : 'the event before it';
  const words = `The time is ${formatDuration(byMs)} before that of ${before} ${log.index.placeOf(earlier)}`;
  const others = all.length === 1 ? '' : `; ${countOf(all.length - 1, 'more event')} by less`;
  log.index.problemOf('clock_backwards', words + others, row, '/timestamp');
}

function checkCauses(log: LoadedLog, tell: TellFound): void {
  const { graph, index } = log;
  if (graph === null) return;
  if (graph.withCause === 0) {
    const { flags, length } = index.columns;
    if (flags.subarray(0, length).some((own) => (own & (FLAG.message | FLAG.ofHost)) === 0))
      tell('causation_omitted', 'No event names a cause: the host omitted causationId', null);
    return;
  }
  for (const row of graph.remarkable) {
    const message = index.messages.of(row);
    if (message !== null) tellOfMessage(log, graph, message);
    else tellOfEvent(log, graph, row);
  }
}

/** What is odd about the cause that an event names. */
function tellOfEvent(log: LoadedLog, graph: CausalGraph, row: number): void {
  const rule = graph.rule[row];
  const marks = graph.marks[row] as number;
  const tell = (code: ProblemCode, words: string): void =>
    log.index.problemOf(code, words, row, '/causationId');
  if (rule === RULE.dangling) tell('dangling_causation', 'causationId references nothing in this log');
  if (rule === RULE.otherRun) tell('causation_cross_run', 'causationId names an event of another run');
  if (rule === RULE.external) tell('cross_host_cause', 'The cause is on another host');
  if ((marks & MARK.self) !== 0) tell('causation_self', 'The event names itself as its cause');
  if ((marks & MARK.cycle) !== 0) tell('causation_cycle', 'The causes of this event lead back to it');
  if ((marks & MARK.forward) !== 0) tell('causation_forward', forwardText(log, graph.parent[row] as number));
  if ((marks & MARK.ambiguous) !== 0)
    tell('ambiguous_causation', 'causationId names an event and an envelope; the event counts');
}

function forwardText({ index }: LoadedLog, cause: number): string {
  const place = cause < 0 ? '' : `, ${index.placeOf(cause)}`;
  return `The cause comes later than its effect${place}; a cause comes first`;
}

/**
 * What is odd about the message that a message names; one in another channel is nothing odd (agh 6), nor is one that
 * arrived later and was not sent later (agh 5).
 */
function tellOfMessage({ index }: LoadedLog, graph: CausalGraph, message: MessageRow): void {
  const { ordinal, causeField } = message;
  const [rule, marks] = [graph.rule[ordinal], graph.marks[ordinal] as number];
  const { time } = index.columns;
  const wasSentLater = (time[graph.parent[ordinal] as number] as number) > (time[ordinal] as number);
  const pointer = messageCausePointer(causeField);
  const tell = (code: ProblemCode, words: string): void => index.problemOf(code, words, ordinal, pointer);
  if (rule === RULE.dangling)
    tell('agh_dangling_reference', `The message that ${causeField} names is not in the file`);
  if ((marks & MARK.self) !== 0) tell('causation_self', `${causeField} names the message itself`);
  if ((marks & MARK.cycle) !== 0) tell('causation_cycle', `${causeField} leads back to the message`);
  if ((marks & MARK.forward) !== 0 && wasSentLater)
    tell('causation_forward', `${causeField} names a message that was sent later`);
}

/** The capture of a session that has ended: a log from its first event to its last, or it says what is missing. */
function checkCapture(log: CheckedLog, tell: TellFound): void {
  const run = log.header.get('run');
  if (isRecord(run) && typeof run.status === 'string') checkStatus(log, run.status, tell);
  const gaps = captureGaps(log.header);
  const words = `The capture is not known to hold the whole run: ${gaps.join(', ')}`;
  if (gaps.length > 0) tell('capture_incomplete', words, null);
}

/** The bundle against itself (bundles-and-transport.md section 2.2). */
function checkBundle(log: CheckedLog, tell: TellFound): void {
  const { header } = log;
  const run = isRecord(header.get('run')) ? (header.get('run') as Record<string, unknown>) : null;
  const isApp = log.likelyFormat === 'app-bundle';
  checkVersion(log, isApp, tell);
  checkRedaction(log, tell);
  checkCount(log, tell);
  const host = header.get('host');
  if (!isRecord(host) || typeof host.name !== 'string' || typeof host.version !== 'string') {
    tell('host_incomplete', 'The bundle does not say the name and version of its host', null, '/host');
  }
  const ids = isApp ? { runId: header.get('runId'), workflowId: header.get('workflowId') } : run;
  if (ids === null || typeof ids.runId !== 'string' || typeof ids.workflowId !== 'string') {
    tell('run_incomplete', 'The bundle does not name its run and workflow', null, '/run');
  }
  if (log.order.length === 0) tell('eventless', 'The bundle holds no event', null, '/events');
  const status = isApp ? header.get('status') : run?.status;
  if (typeof status === 'string') checkStatus(log, status, tell);
  checkSpans(log, tell);
}

/** A complete log starts at 0 or 1. */
function checkFirst(log: LoadedLog, what: 'bundle' | 'capture', leftOut: LeftOut, tell: TellFound): void {
  if (log.order.length === 0) return;
  const row = log.order.ordinalAt(0);
  const first = log.index.columns.sequence[row] as number;
  if (first > 1 && !leftOut.covers(first - 1))
    tell('sequence_gap', `The ${what} starts at sequence ${first}; what came before is missing`, row);
}

function checkVersion(log: LoadedLog, isApp: boolean, tell: TellFound): void {
  const version = log.header.get('bundleVersion');
  if (version === undefined && isApp) return;
  const isV2 = statedMajor(log.header)?.isV2 === true || isOfV2(log, log.order.ordinalAt(0));
  const known = isV2 ? /^[12](\.\d+)?$/ : /^1(\.\d+)?$/;
  if (typeof version === 'string' && known.test(version)) return;
  const words = 'bundleVersion is not 1 or 1.x; read as version 1';
  tell('bundle_version_unknown', words, null, '/bundleVersion');
}

function checkRedaction({ header }: LoadedLog, tell: TellFound): void {
  const applied = header.get('redactionApplied');
  const mode = header.get('redactionMode');
  if (typeof applied !== 'boolean' || typeof mode !== 'string') {
    const words = 'The bundle does not say whether it is redacted; treat it as unredacted';
    tell('redaction_missing', words, null, '/redactionApplied');
  } else if (applied === (mode === 'passthrough')) {
    const words = `redactionApplied is ${applied} and redactionMode says otherwise`;
    tell('redaction_contradiction', words, null, '/redactionMode');
  } else if (!applied)
    tell('unredacted', 'The bundle was written without redaction', null, '/redactionApplied');
}

function checkCount(log: LoadedLog, tell: TellFound): void {
  const { header } = log;
  const truncated = header.get('truncated') === true;
  const isDeclared = hostTruncation(header, log.index.entries) !== null;
  const reason = header.get('truncatedReason');
  if (truncated !== (typeof reason === 'string' && reason !== '')) {
    const text = truncated
      ? 'truncated is true without a reason'
      : 'A truncation reason is given without truncated';
    tell('truncation_incomplete', text, null, '/truncated');
  }
  const metrics = header.get('metrics');
  const count = isRecord(metrics) ? metrics.eventCount : undefined;
  if (typeof count === 'number' && !isDeclared && isAlone(log) && count !== log.index.entries) {
    const words = `metrics.eventCount is ${count} and the bundle holds ${log.index.entries}`;
    tell('event_count_mismatch', words, null, '/metrics/eventCount');
  }
}

/** Of several files the events are not those of one document alone. */
const isAlone = ({ results }: LoadedLog): boolean => results.length === 1;

function checkStatus(log: CheckedLog, status: string, tell: TellFound): void {
  const { index, order, header } = log;
  const known = runStatus(status);
  if (known === null)
    tell('unknown_status', 'The run has a status that the protocol does not name', null, '/run/status');
  if (known === null || !isTerminalStatus(known) || !isAlone(log)) return;
  const terminal = lastTerminalType(log);
  if (terminal === null) {
    if (!log.cancelled && hostTruncation(header, index.entries) === null)
      tell('no_terminal_event', `The run is ${known} and its log has no terminal event`, null, '/events');
  } else if (terminal !== `run.${known}`) {
    const last = order.ordinalAt(order.length - 1);
    tell('terminal_contradicts_status', `The log ends with ${terminal} and the run is ${known}`, last);
  }
}

function lastTerminalType(log: LoadedLog): string | null {
  const { index, order } = log;
  for (let i = order.length - 1; i >= 0; i--) {
    const type = foldedType(index.typeOf(order.ordinalAt(i)));
    if (isTerminalType(type)) return type;
  }
  return null;
}

/** Spans whose parent is missing or that lead in a circle. */
function checkSpans({ header }: LoadedLog, tell: TellFound): void {
  const spans = header.get('spans');
  if (!Array.isArray(spans)) return;
  const parents = new Map<string, string | null>();
  for (const span of spans) {
    if (!isRecord(span) || typeof span.spanId !== 'string') continue;
    parents.set(span.spanId, typeof span.parentSpanId === 'string' ? span.parentSpanId : null);
  }
  const settled = new Set<string>();
  for (const [id, parent] of parents) {
    if (parent !== null && !parents.has(parent)) {
      tell('span_parent_dangling', 'A span names a parent that the bundle does not hold', null, '/spans');
    }
    const walk = new Set<string>();
    let at: string | null = id;
    while (at !== null && !settled.has(at) && !walk.has(at)) {
      walk.add(at);
      at = parents.get(at) ?? null;
    }
    if (at !== null && walk.has(at))
      tell('span_cycle', 'The parents of a span lead back to it', null, '/spans');
    for (const one of walk) settled.add(one);
  }
}
