import { gzipSync } from 'node:zlib';
import type { EventDoc, RecordedStory, SampleShape } from '@openwop-inspector/testing/stories';
import { asBundleEvent, ndjsonFormat, sseFormat } from '../generator/formats.ts';
import { spansOf } from './story-spans.ts';

/** Text of a sample file before it is packed. One event a line in every shape, so that a change shows as a line. */
export function sampleText(told: RecordedStory): string {
  return WRAPPED[told.story.shape](told);
}

/** Bytes of a sample file. Packed bytes may differ between versions of Node; compare `sampleText`. */
export function sampleBytes(told: RecordedStory): Uint8Array {
  const text = sampleText(told);
  return isPacked(told.story.shape) ? gzipSync(text, { level: 9 }) : new TextEncoder().encode(text);
}

export function isPacked(shape: SampleShape): boolean {
  return shape === 'ndjson.gz';
}

const WRAPPED: Readonly<Record<SampleShape, (told: RecordedStory) => string>> = {
  bundle: debugBundle,
  'app-bundle': appBundle,
  ndjson: ({ events }) => events.map(ndjsonFormat.event).join(''),
  'ndjson.gz': ({ events }) => events.map(ndjsonFormat.event).join(''),
  sse: sseCapture,
  poll: pollAnswer,
  'event-log': ({ events }) => `[\n${lines(events)}\n]\n`,
};

function debugBundle(told: RecordedStory): string {
  const { run, events, startedAt, endedAt } = told;
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
  return `${inner(head)},\n"events":[\n${listed}\n],\n"spans":[\n${lines(spansOf(told))}\n],\n${rest(tail)}\n`;
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
