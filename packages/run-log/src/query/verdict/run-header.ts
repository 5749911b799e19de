/** What documents say about their run next to the events: a bundle, a snapshot, the newest snapshot of a capture. */

import { isRecord, textAt } from '@openwop-inspector/base';
import { clip, type Failure, failureOf } from '@openwop-inspector/events';
import { runStatus } from '@openwop-inspector/protocol';
import type { SourceFormat } from '../../answers.ts';
import type { RunNames } from '../../index/interner.ts';
import type { LoadedLog } from '../loaded-log.ts';

/** Where the words of a document come from, as they are named next to them. */
export type HeaderSource = 'bundle' | 'snapshot';

/** What a document says about its run. */
export interface HeaderRun {
  readonly runId: string | null;
  readonly workflowId: string | null;
  readonly parentRunId: string | null;
  readonly status: string | null;
  /** `run.error`; null when there is none. */
  readonly error: Failure | null;
  /** The node that `run.error` names. */
  readonly failedNodeId: string | null;
  readonly source: HeaderSource;
  /** True when the document says that it leaves events out. */
  readonly truncated: boolean;
  /** A poll says that the run is over (bundles 7), perhaps on a page without its end. */
  readonly saysOver: boolean;
}

export const NO_HEADER: HeaderRun = {
  runId: null,
  workflowId: null,
  parentRunId: null,
  status: null,
  error: null,
  failedNodeId: null,
  source: 'bundle',
  truncated: false,
  saysOver: false,
};

/** What each source of a log says, in their order. */
export function headerRuns(log: LoadedLog): readonly HeaderRun[] {
  const { index, results } = log;
  const all = results.length > 1 ? results : [{ header: log.header, format: results[0]?.format }];
  return all.map(({ header, format }) => headerRun(index.runs, header, format));
}

function headerRun(runs: RunNames, header: LoadedLog['header'], format?: SourceFormat): HeaderRun {
  const root = Object.fromEntries(header);
  const from = isRecord(root.run) ? root.run : root;
  const status = textAt(from, 'status') ?? textAt(root, 'runStatus');
  const runId = textAt(from, 'runId') ?? textAt(root, 'runId');
  const { error } = from;
  return {
    runId: runId === null ? null : runs.wholeIdOf(runId),
    workflowId: textAt(from, 'workflowId'),
    parentRunId: textAt(from, 'parentRunId'),
    status: status === null ? null : (runStatus(status) ?? clip(status, 64)),
    error: isRecord(error) || (typeof error === 'string' && error !== '') ? failureOf({ error }) : null,
    failedNodeId: textAt(error, 'failedNodeId') ?? textAt(error, 'nodeId'),
    source: format === 'snapshot' || format === 'capture' ? 'snapshot' : 'bundle',
    truncated: header.get('truncated') === true,
    saysOver: header.get('isComplete') === true || header.get('isTerminal') === true,
  };
}

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
