/** What documents say about their run next to the events: a bundle, a snapshot, the newest snapshot of a capture. */

import { isRecord, textAt } from '@openwop-inspector/base';
import { clip, failureOf } from '@openwop-inspector/events';
import { runStatus } from '@openwop-inspector/protocol';
import type { SourceFormat } from '../../answers.ts';
import type { RunNames } from '../../index/interner.ts';
import type { LoadedLog } from '../loaded-log.ts';

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
