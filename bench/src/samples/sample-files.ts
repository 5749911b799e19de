import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { CONVERSATIONS, conversationText } from '@openwop-inspector/testing/conversations';
import {
  type EventDoc,
  type RecordedStory,
  type SampleShape,
  STORIES,
  tellAll,
} from '@openwop-inspector/testing/stories';
import { asBundleEvent, ndjsonFormat, sseFormat } from '../generator/formats.ts';

const INDEX_FILE = 'index.json';

/** What the shells read to list the samples: `[{sampleId, file, title}]`, the default first. */
export function sampleIndex(): string {
  const entries = [...STORIES, ...CONVERSATIONS].map(({ sampleId, file, title }) => ({
    sampleId,
    file,
    title,
  }));
  return `${JSON.stringify(entries, null, 2)}\n`;
}

/** Writes samples that are missing or differ, and the index. Returns the names of the files it wrote. */
export function writeSamples(folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const stale = staleSamples(folder);
  for (const reported of tellAll()) {
    if (stale.includes(reported.story.file))
      writeFileSync(path.join(folder, reported.story.file), sampleBytes(reported));
  }
  if (stale.includes(INDEX_FILE)) writeFileSync(path.join(folder, INDEX_FILE), sampleIndex());
  for (const one of CONVERSATIONS)
    if (stale.includes(one.file)) writeFileSync(path.join(folder, one.file), conversationText(one));
  return stale;
}

/** Names of the files that are missing or not what the stories tell. Packed files are compared by what is in them. */
export function staleSamples(folder: string): readonly string[] {
  const files = tellAll().map((reported) => ({
    file: reported.story.file,
    text: sampleText(reported),
    packed: isPacked(reported.story.shape),
  }));
  const spoken = CONVERSATIONS.map((one) => ({ file: one.file, text: conversationText(one), packed: false }));
  const expected = [...files, ...spoken, { file: INDEX_FILE, text: sampleIndex(), packed: false }];
  return expected
    .filter(({ file, text, packed }) => readText(path.join(folder, file), packed) !== text)
    .map(({ file }) => file);
}

/** Undefined when the file is not there or cannot be unpacked. */
function readText(file: string, packed: boolean): string | undefined {
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  if (!packed) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch {
    return undefined; // not a gzip file: as stale as a missing one
  }
}

/** Text of a sample file before it is packed. One event a line in every shape, so that a change shows as a line. */
export function sampleText(reported: RecordedStory): string {
  return WRAPPED[reported.story.shape](reported);
}

/** Bytes of a sample file. Packed bytes may differ between versions of Node; compare `sampleText`. */
export function sampleBytes(reported: RecordedStory): Uint8Array {
  const text = sampleText(reported);
  return isPacked(reported.story.shape) ? gzipSync(text, { level: 9 }) : new TextEncoder().encode(text);
}

function isPacked(shape: SampleShape): boolean {
  return shape === 'ndjson.gz';
}

const WRAPPED: Readonly<Record<SampleShape, (reported: RecordedStory) => string>> = {
  bundle: debugBundle,
  'app-bundle': appBundle,
  ndjson: ({ events }) => events.map(ndjsonFormat.event).join(''),
  'ndjson.gz': ({ events }) => events.map(ndjsonFormat.event).join(''),
  sse: sseCapture,
  poll: pollAnswer,
  'event-log': ({ events }) => `[\n${lines(events)}\n]\n`,
};

function debugBundle(reported: RecordedStory): string {
  const { run, events, startedAt, endedAt } = reported;
  const head = {
    bundleVersion: '1',
    generatedAt: new Date(Date.parse(endedAt) + 4_000).toISOString(),
    host: { name: 'acme-host', version: '1.1.7', vendor: 'acme' },
    run: {
      runId: run.runId,
      workflowId: run.workflowId,
      status: run.status,
      startedAt,
      endedAt,
      error: run.error ?? null,
      inputs: run.inputs ?? {},
      variables: {},
      nodeStates: run.nodeStates ?? {},
    },
  };
  const tail = {
    metrics: { nodeCount: Object.keys(run.nodeStates ?? {}).length, eventCount: events.length },
    redactionApplied: true,
    redactionMode: 'mask',
    truncated: false,
  };
  const listed = lines(events.map(asBundleEvent));
  return `${inner(head)},\n"events":[\n${listed}\n],\n"spans":[\n${lines(spansOf(reported))}\n],\n${rest(tail)}\n`;
}

function appBundle({ run, events }: RecordedStory): string {
  const { runId, workflowId, status } = run;
  const tail = { truncated: false, metrics: { eventCount: events.length } };
  return `${inner({ runId, workflowId, status })},\n"events":[\n${lines(events)}\n],\n${rest(tail)}\n`;
}

function pollAnswer({ run, events }: RecordedStory): string {
  const tail = { lastEventSeq: events.at(-1)?.sequence ?? -1, runStatus: run.status, isTerminal: true };
  return `${inner({ runId: run.runId })},\n"events":[\n${lines(events)}\n],\n${rest(tail)}\n`;
}

/** Hosts send a keep-alive when nothing has happened for a while; so does this capture. */
const QUIET_EVENTS = 40;

function sseCapture({ events }: RecordedStory): string {
  const frames = events.map((event, index) => {
    const comment = index > 0 && index % QUIET_EVENTS === 0 ? ': heartbeat\n\n' : '';
    return comment + sseFormat.event(event, 0);
  });
  return `: open\n\n${frames.join('')}`;
}

function lines(items: readonly (EventDoc | object)[]): string {
  return items.map((item) => JSON.stringify(item)).join(',\n');
}

/** An object without its closing brace. */
function inner(members: object): string {
  return JSON.stringify(members).slice(0, -1);
}

/** An object without its opening brace. */
function rest(members: object): string {
  return JSON.stringify(members).slice(1);
}

/** A span as a debug bundle lists it (bundles-and-transport.md section 2.1). */
interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly kind: 'internal';
  readonly startedAt: string;
  readonly endedAt: string;
  readonly status: { readonly code: 'ok' | 'error'; readonly message?: string };
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** One span for the run and one for every node that was started and ended. */
function spansOf(reported: RecordedStory): readonly Span[] {
  const { run, startedAt, endedAt } = reported;
  const traceId = digest(run.runId, 32);
  const root = digest(`${run.runId}/run`, 16);
  const failed = run.status === 'failed';
  const runSpan: Span = {
    name: 'openwop.run',
    traceId,
    spanId: root,
    parentSpanId: null,
    kind: 'internal',
    startedAt,
    endedAt,
    status: failed ? { code: 'error', message: run.error?.code ?? 'failed' } : { code: 'ok' },
    attributes: { 'openwop.run_id': run.runId, 'openwop.workflow_id': run.workflowId },
  };
  return [runSpan, ...nodeSpans(reported.events, traceId, root)];
}

function nodeSpans(events: readonly EventDoc[], traceId: string, parentSpanId: string): readonly Span[] {
  const starts = new Map<string, EventDoc>();
  const spans: Span[] = [];
  for (const event of events) {
    const { nodeId, type } = event;
    if (nodeId === undefined) continue;
    if (type === 'node.started') starts.set(nodeId, event);
    const start = starts.get(nodeId);
    if (start === undefined || (type !== 'node.completed' && type !== 'node.failed')) continue;
    const typeId = typeIdOf(start);
    spans.push({
      name: `openwop.node.${typeId}`,
      traceId,
      spanId: digest(`${event.runId}/${nodeId}/${start.sequence}`, 16),
      parentSpanId,
      kind: 'internal',
      startedAt: start.timestamp,
      endedAt: event.timestamp,
      status: { code: type === 'node.failed' ? 'error' : 'ok' },
      attributes: {
        'openwop.node_id': nodeId,
        'openwop.node_type': typeId,
        'openwop.event_seq': start.sequence,
      },
    });
  }
  return spans;
}

function typeIdOf(start: EventDoc): string {
  const { payload } = start;
  const known = typeof payload === 'object' && payload !== null && 'typeId' in payload;
  return known && typeof payload.typeId === 'string' ? payload.typeId : 'unknown';
}

function digest(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
