import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import messages from '@opentelemetry/otlp-transformer/build/src/generated/root.js';
import { openRunLog, type RunLog, textSource } from '@openwop-inspector/run-log';
import { openFile } from '@openwop-inspector/run-log/node';
import { describe, expect, test } from 'vitest';
import { type OtlpAttribute, OtlpExport, type OtlpSpan } from '../src/index.ts';
import { stableId } from '../src/otlp/spans.ts';

/** What is exported is compared with the published messages of OTLP, and with what spans must be to one another. */

const samples = join(import.meta.dirname, '../../../samples');
const logs = readdirSync(samples).filter(
  (name) => /\.(sse|json|ndjson|gz)$/.test(name) && name !== 'index.json',
);
const TOKEN = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

interface MessageType {
  fromObject(value: unknown): unknown;
  toObject(message: unknown, options: object): unknown;
  verify(message: unknown): string | null;
}

/** The messages as OpenTelemetry publishes them, compiled by its own project. */
const Request = [
  'opentelemetry',
  'proto',
  'collector',
  'trace',
  'v1',
  'ExportTraceServiceRequest',
].reduce<unknown>((found, name) => Reflect.get(Object(found), name), messages) as MessageType;

interface OtlpRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

async function exported(log: RunLog, file = 'a.json'): Promise<readonly string[]> {
  const lines: string[] = [];
  await log.loaded;
  const end = await new OtlpExport(async (line) => void lines.push(line)).add({
    log,
    file,
    onProgress: () => false,
  });
  expect(end.kind).toBe('written');
  await log.close();
  return lines;
}

const spansOf = (lines: readonly string[]): readonly OtlpSpan[] =>
  lines.flatMap((line) => {
    const request: OtlpRequest = JSON.parse(line);
    return request.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });

describe.each(logs)('%s', (name) => {
  const lines = openFile(join(samples, name)).then((source) => exported(openRunLog(source), name));

  test('each line is an ExportTraceServiceRequest, with no field that the messages do not have', async () => {
    expect((await lines).length).toBeGreaterThan(0);
    for (const line of await lines) {
      expect(line.endsWith('\n')).toBe(true);
      const value: unknown = JSON.parse(line);
      const message = Request.fromObject(value);
      expect(Request.verify(message)).toBeNull();
      // Ids are hexadecimal in OTLP's JSON and base64 in other JSON of messages: as texts they come back as they were.
      expect(Request.toObject(message, { longs: String, enums: Number, bytes: String })).toEqual(value);
    }
  });

  test('ids have their length, no span ends before it starts, parents and links are there', async () => {
    const spans = spansOf(await lines);
    const ids = new Set(spans.map(({ traceId, spanId }) => `${traceId} ${spanId}`));
    expect(ids.size).toBe(spans.length);
    for (const { traceId, spanId, parentSpanId, startTimeUnixNano, endTimeUnixNano, links = [] } of spans) {
      expect([traceId, spanId]).toEqual([
        expect.stringMatching(/^[0-9a-f]{32}$/),
        expect.stringMatching(/^[0-9a-f]{16}$/),
      ]);
      expect(BigInt(endTimeUnixNano) >= BigInt(startTimeUnixNano)).toBe(true);
      if (parentSpanId !== undefined) expect(ids).toContain(`${traceId} ${parentSpanId}`);
      for (const link of links) expect(ids).toContain(`${link.traceId} ${link.spanId}`);
    }
  });

  test('a trace has one span without a parent: its run', async () => {
    const spans = spansOf(await lines);
    for (const traceId of new Set(spans.map((span) => span.traceId)))
      expect(
        spans.filter((span) => span.traceId === traceId && span.parentSpanId === undefined),
      ).toHaveLength(1);
  });
});

test('the failed draft: its node failed, its tool call and its model calls are below it', async () => {
  const spans = spansOf(
    await exported(openRunLog(await openFile(join(samples, 'acme-prd-draft.bundle.json')))),
  );
  const [run] = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
  expect(run?.status).toEqual({ code: 2, message: expect.stringMatching(/^[a-z_]+: .{20}/) });
  const failed = spans.filter(
    ({ status, parentSpanId }) => status?.code === 2 && parentSpanId === run?.spanId,
  );
  expect(failed.map(({ name }) => name)).toContain('draft');
  const keys = spans.flatMap(({ attributes }) => attributes.map(({ key }) => key));
  for (const key of [
    'gen_ai.tool.name',
    'gen_ai.request.model',
    'gen_ai.usage.input_tokens',
    'openwop.node.id',
  ])
    expect(keys).toContain(key);
  expect(spans.some(({ links }) => links !== undefined)).toBe(true);
});

test('ids of runs and nodes are as recorded, with what no eye sees', async () => {
  const event = { eventId: 'e', type: 'node.started', sequence: 0, timestamp: '2026-10-05T10:00:00Z' };
  const [runId, nodeId] = ['r\u202e1', 'a\u200b\nb'];
  const log = textSource('x', JSON.stringify({ ...event, runId, nodeId, payload: {} }));
  const attributes = spansOf(await exported(openRunLog(log))).flatMap((span) => span.attributes);
  for (const [key, stringValue] of Object.entries({ 'openwop.run.id': runId, 'openwop.node.id': nodeId }))
    expect(attributes).toContainEqual({ key, value: { stringValue } });
});

test('the same log gives the same ids, and near names give others', async () => {
  const twice = [0, 1].map(async () =>
    exported(openRunLog(await openFile(join(samples, 'fan-out.ndjson.gz')))),
  );
  const [one, other] = await Promise.all(twice);
  expect(one).toEqual(other);
  expect(new Set(Array.from({ length: 20_000 }, (_, i) => stableId(`node r n${i}`, 8))).size).toBe(20_000);
});

test('names of runs and nodes are masked, and a log without times has no span', async () => {
  const event = (sequence: number, type: string, time: string) =>
    JSON.stringify({
      eventId: `e${sequence}`,
      runId: TOKEN,
      type,
      sequence,
      nodeId: TOKEN,
      timestamp: time,
      payload: {},
    });
  const log = (time: (second: number) => string) =>
    openRunLog(
      textSource(
        'x',
        ['run.started', 'node.started', 'node.failed']
          .map((type, at) => event(at, type, time(at)))
          .join('\n'),
      ),
    );
  const lines = await exported(log((second) => `2026-03-02T09:00:0${second}Z`));
  expect(spansOf(lines).length).toBeGreaterThan(1);
  expect(lines.join('')).not.toContain(TOKEN);
  expect(spansOf(await exported(log(() => 'some time')))).toEqual([]);
});

/** A log of a run `p` that starts a run `c`, and of one node that does `count` things. */
function events(types: readonly (readonly [run: string, type: string, payload: unknown, nodeId?: string])[]) {
  return types
    .map(([runId, type, payload, nodeId], sequence) =>
      JSON.stringify({
        eventId: `e${sequence}`,
        runId,
        type,
        sequence,
        payload,
        nodeId,
        timestamp: new Date(Date.UTC(2026, 2, 2) + sequence * 10).toISOString(),
      }),
    )
    .join('\n');
}

test('a run that names the one it was started by has a link to it', async () => {
  const log = events([
    ['p', 'run.started', { workflowId: 'w' }],
    ['c', 'run.started', { workflowId: 'v', parentRunId: 'p' }],
    ['c', 'run.completed', {}],
    ['p', 'run.completed', {}],
  ]);
  const spans = spansOf(await exported(openRunLog(textSource('x', log))));
  const [parent, child] = ['p', 'c'].map((runId) =>
    spans.find(
      ({ parentSpanId, attributes }) =>
        parentSpanId === undefined && JSON.stringify(attributes).includes(`"stringValue":"${runId}"`),
    ),
  );
  expect(child?.links).toEqual([{ traceId: parent?.traceId, spanId: parent?.spanId }]);
});

test('what a failed span says is what the host said, for nodes and for runs', async () => {
  const log = events([
    ['r', 'run.started', { workflowId: 'w' }],
    ['r', 'node.started', {}, 'n'],
    ['r', 'node.failed', { error: { code: 'provider_error', message: 'the model was not there' } }, 'n'],
    ['r', 'run.failed', { error: { code: 'node_failed', message: 'n came to nothing' } }],
  ]);
  const spans = spansOf(await exported(openRunLog(textSource('x', log))));
  expect(spans.map(({ status }) => status)).toEqual([
    { code: 2, message: 'node_failed: n came to nothing' },
    { code: 2, message: 'provider_error: the model was not there' },
  ]);
});

test('a node that ran ten thousand times has as many spans, in lines of bounded length', async () => {
  const runs = Array.from({ length: 10_000 }, () => [
    ['r', 'node.started', {}, 'n'] as const,
    ['r', 'node.completed', {}, 'n'] as const,
  ]);
  const log = events([['r'.repeat(40_000), 'run.started', {}], ...runs.flat()]);
  const lines = await exported(openRunLog(textSource('x', log)));
  expect(spansOf(lines).length).toBe(10_002);
  for (const line of lines) expect(line.length).toBeLessThan(600_000);
});
