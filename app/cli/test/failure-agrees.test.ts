/** Verdict, runs, nodes and audit name the same failure of a log, by code, node and event. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { contextFromEvidence, createAcceptor } from '@openwop-inspector/acceptor-core';
import { auditLog, FindingGroups } from '@openwop-inspector/audit';
import {
  bytesSource,
  envelopeEvidence,
  type NodeLanes,
  nodeLanes,
  openRunLog,
  type RunListRow,
  type RunLog,
  type SessionSummary,
  sessionSummary,
} from '@openwop-inspector/run-log';
import { generateLog } from '@openwop-inspector/testing/files';
import { afterAll, expect, test } from 'vitest';
import { recordings, ScratchFolder, sample } from './scratch-folder.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => /\.(?:json|jsonl|ndjson|sse|gz)$/.test(path) && statSync(path).isFile());

function generated(format: 'ndjson' | 'adverse'): readonly string[] {
  const file = join(scratch.path, `generated.${format}`);
  generateLog(4_000, file, format);
  return [file];
}

/** Runs that failed with a failure in the log, and their failures. */
type FailedRun = RunListRow & Required<Pick<RunListRow, 'firstFailure'>>;
const isFailed = (run: RunListRow): run is FailedRun =>
  run.status === 'failed' && run.firstFailure !== undefined;

/** Opens files as one log; returns how many failed runs the answers agree about. */
async function agreedFailures(files: readonly string[]): Promise<number> {
  const log = openRunLog(files.map((file) => bytesSource(file, readFileSync(file))));
  try {
    await log.loaded;
    const { runs, verdict, conversation } = await sessionSummary(log);
    const listed = await log.runs();
    expect(listed.map(({ runId, firstFailure }) => [runId, firstFailure])).toEqual(
      runs.map(({ runId, firstFailure }) => [runId, firstFailure]),
    );
    const failed = listed.filter(isFailed);
    if (conversation === undefined) verdictAgrees(verdict, failed);
    const lanes = await nodeLanes(log, null);
    for (const run of listed) laneAgrees(lanes, run);
    for (const run of failed) await eventAgrees(log, run);
    await auditAgrees(log, failed);
    return failed.length;
  } finally {
    await log.close();
  }
}

/** The verdict is about the failed run that started first, and lands on its failure. */
function verdictAgrees({ landOn, sentence }: SessionSummary['verdict'], failed: readonly FailedRun[]): void {
  const start = ({ startMs }: FailedRun): number => startMs ?? Number.MAX_VALUE;
  const [earliest] = [...failed].sort((a, b) => start(a) - start(b));
  if (earliest === undefined) return;
  const { ordinal, nodeId, code, isCoded } = earliest.firstFailure;
  expect(landOn).toBe(ordinal);
  const names = sentence.filter(({ kind }) => kind === 'code').map(({ text }) => text);
  if (nodeId !== null) expect(names).toContain(nodeId);
  if (isCoded) expect(names).toContain(code);
}

/** A run is failed in the nodes view when it is in the list, and the node of its failure is, by the same event. */
function laneAgrees({ lanes }: NodeLanes, { runId, status, firstFailure }: RunListRow): void {
  const own = lanes.filter((lane) => lane.runId === runId);
  const run = own.find(({ kind }) => kind === 'run');
  expect(run?.state === 'failed', runId).toBe(status === 'failed');
  const { nodeId, ordinal, code, source } = firstFailure ?? { nodeId: null };
  const node = own.find((lane) => lane.kind === 'node' && lane.nodeId === nodeId);
  if (nodeId === null || node === undefined) return;
  expect(node.state, `${runId} ${nodeId}`).toBe('failed');
  const bar = node.spans.find(({ state, endOrdinal }) => state === 'failed' && endOrdinal === ordinal);
  expect(bar, `${runId} ${nodeId}`).toBeDefined();
  if (source === 'event') expect(bar?.label).toBe(code);
}

async function eventAgrees(log: RunLog, { runId, firstFailure }: FailedRun): Promise<void> {
  const { ordinal, eventId, type, nodeId } = firstFailure;
  const [row] = await log.rows([ordinal]);
  expect(row).toMatchObject({ runId, eventId, type });
  // The end of a run may name a node in its payload alone.
  if (row?.nodeId !== null) expect(row?.nodeId).toBe(nodeId);
}

/** An audit lists the envelope of a failure, and takes code and event of the failure as what its host recorded. */
async function auditAgrees(log: RunLog, failed: readonly FailedRun[]): Promise<void> {
  await log.runChecks();
  const parts = { file: '', groups: new FindingGroups(), context: {}, acceptorOf: createAcceptor };
  const { listed } = await auditLog(log, { ...parts, onProgress: () => false });
  for (const { runId, firstFailure } of failed) {
    const { ordinal, eventId, code } = firstFailure;
    const evidence = await envelopeEvidence(log, { ordinal });
    // A failure before the model answered has no envelope to audit.
    if (evidence === null || evidence.correlationId === null) continue;
    const recorded = contextFromEvidence(evidence).hostRecorded;
    if (recorded?.code == null) continue;
    expect(recorded.code).toBe(code);
    expect(recorded.events.map((event) => event.eventId)).toContain(eventId);
    const own = listed.filter((one) => one.runId === runId).map(({ correlationId }) => correlationId);
    expect(own).toContain(evidence.correlationId);
  }
}

test.each([
  ['every recording', () => filesIn(recordings), 150],
  ['every sample', () => filesIn(sample('.')), 2],
  ['a generated log', () => generated('ndjson'), 1],
  ['an adverse log', () => generated('adverse'), 1],
])('in %s', { timeout: 120_000 }, async (_what, files, least) => {
  let failures = 0;
  for (const file of files()) failures += await agreedFailures([file]);
  expect(failures).toBeGreaterThanOrEqual(least);
});

test('in a folder of runs', { timeout: 120_000 }, async () => {
  const bundles = filesIn(recordings).filter((file) => file.endsWith('debug-bundle.json'));
  expect(await agreedFailures(bundles)).toBeGreaterThan(5);
});

test('of a run whose end alone names the node', async () => {
  const events = [
    { type: 'run.started', runId: 'r', sequence: 0, payload: { workflowId: 'w' } },
    { type: 'node.started', runId: 'r', sequence: 1, nodeId: 'review', payload: {} },
    { type: 'run.dead_lettered', runId: 'r', sequence: 2, payload: { failedNodeId: 'review' } },
  ];
  const file = scratch.write('named.json', JSON.stringify(events));
  expect(await agreedFailures([file])).toBe(1);
});
