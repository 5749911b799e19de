import { literal } from '@openwop-inspector/base';
import { type Problem, problemInfo, unknown } from '@openwop-inspector/protocol';
import type {
  EventRow,
  FailureSummary,
  RunSummary,
  SessionSummary,
  SourceFormat,
} from '@openwop-inspector/run-log';
import { STOPPED } from '../open/open-log.ts';
import { pick } from './pick.ts';

/** What the document of a file is made from. */
export interface InspectedFile {
  readonly file: string;
  readonly summary: SessionSummary;
  readonly assumedFormat: SourceFormat;
  readonly problems: readonly Problem[];
  readonly chainStart: EventRow | null;
  readonly cause: EventRow | null;
}

/**
 * What `inspect --json` prints of a file that was read, wholly or in part. The keys up to `problems` are the contract;
 * those behind are extra and may grow.
 */
export function inspectDocument({ file, summary, assumedFormat, problems, ...found }: InspectedFile) {
  const { format, hostName, items, events, verdict } = summary;
  const channels = new Set(summary.conversation?.channels.map(({ channel }) => channel));
  const { chainStart, cause } = found;
  return {
    /** As given on the command line. */
    file,
    format,
    /** Why nothing, or not everything, could be read; absent when all went well. */
    error: summary.error ?? (isRefused(summary) ? whyRefused(summary) : undefined),
    runs: summary.runs.filter(({ runId }) => !channels.has(runId)).map(inspectedRun),
    entries: summary.entries,
    events: events - (summary.aghMessages ?? 0),
    ...pick(summary, ['duplicates', 'unreadable', 'envelopes', 'causal']),
    problems,
    /** All problems, counted; `problems` lists at most 10,000 of one code. */
    problemCounts: summary.problemCounts,
    /** What the checks of payloads came to; without `known` problems of payloads may be missing, for the `reasons`. */
    checks: summary.checks,
    /** The shape as far as it was seen, when the file ends before it is certain. */
    assumedFormat: assumedFormat === format ? undefined : assumedFormat,
    /** What the file is, when it holds no run. */
    explanation: summary.explanation,
    /** The run in one sentence; absent when there is no event. */
    verdict: events === 0 ? undefined : verdictText(summary),
    /** Topmost event of the chain of the failure that the verdict is about, when it is not the failure itself. */
    chainStartsAt: chainStart === null ? undefined : eventName(chainStart),
    /** The earliest event of that chain that is itself abnormal, with the rule that says so. */
    cause:
      cause === null || verdict.cause === null
        ? undefined
        : { ...eventName(cause), rule: verdict.cause.rule },
    host: hostName ?? undefined,
    items: items === 0 ? undefined : items,
    /** The first 1,000 items of an export bundle. */
    exportItems: summary.exportItems,
    /** AGH messages, which are rows and no events of a run; what is said of them all. */
    aghMessages: summary.aghMessages,
    conversation: summary.conversation,
    gzip: summary.gzip,
    sizeBytes: summary.sizeBytes,
    /** False for a file that ends early or whose load was stopped. */
    complete: summary.complete,
  };
}

/** The document of a file that could not be opened. */
export function unreadableDocument(file: string, error: string) {
  const { severity, clause } = problemInfo('source_unreadable');
  return {
    file,
    format: 'unknown',
    error,
    runs: [],
    entries: 0,
    events: 0,
    duplicates: 0,
    unreadable: 0,
    envelopes: 0,
    causal: {
      roots: 0,
      edges: 0,
      byRule: { eventId: 0, correlationId: 0 },
      orphans: [],
      cycles: [],
      ambiguous: [],
      omitted: false,
    },
    problems: [{ code: 'source_unreadable', severity, message: error, clause }],
    problemCounts: { error: 1, warning: 0, note: 0 },
    checks: unknown({ code: 'missing-input', what: literal('the source') }),
    gzip: false,
    sizeBytes: 0,
    complete: false,
  };
}

/** True when nothing that the inspector knows was found in the source. */
export function isRefused(summary: SessionSummary): boolean {
  return summary.format === 'unknown' && summary.events === 0 && summary.envelopes === 0;
}

/** Why nothing was found, in words. */
export function whyRefused({ explanation, error, cancelled }: SessionSummary): string {
  if (cancelled) return STOPPED;
  return explanation ?? error ?? 'No event was found in it';
}

/** The verdict as plain text. */
export function verdictText({ verdict }: SessionSummary): string {
  return verdict.sentence.map((part) => part.text).join('');
}

/** An event's row by the names of the contract. */
function eventName(row: EventRow) {
  return pick(row, ['sequence', 'eventId', 'type']);
}

/** One run; `prevented` are envelopes that were not taken, without a failure. */
function inspectedRun({ firstFailure, prevented, ...run }: RunSummary) {
  return {
    ...run,
    firstFailure: firstFailure && failureDocument(firstFailure),
    prevented: prevented?.map((one) => pick(one, ['kind', 'count', 'isAtLeast'])),
  };
}

/**
 * The failure that ended the run, or of one that did not fail the last that has not recovered. `source` says where code
 * and message stand; where `isCoded` is false the host gives no code.
 */
function failureDocument(failure: FailureSummary) {
  const place = pick(failure, ['sequence', 'eventId', 'type', 'nodeId']);
  return { ...place, ...pick(failure, ['code', 'message', 'isCoded', 'source', 'foundBy', 'endedWith']) };
}
