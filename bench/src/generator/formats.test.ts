import { describe, expect, test } from 'vitest';
import { FORMAT_NAMES, type FormatName } from './formats.ts';
import { writeLog } from './write-log.ts';

const ORDER = { events: 300, seed: 3 };

function written(format: FormatName): string {
  const parts: string[] = [];
  writeLog({ ...ORDER, format }, (bytes) => parts.push(Buffer.from(bytes).toString('utf8')));
  return parts.join('');
}

interface Row {
  readonly eventId: string;
  readonly sequence: number;
  readonly payload?: unknown;
  readonly data?: unknown;
}

/** A plain reading of each shape, independent of how it was written. */
const READERS: Readonly<Record<FormatName, (text: string) => readonly Row[]>> = {
  ndjson: (text) =>
    text
      .trimEnd()
      .split('\n')
      .map(parsed<Row>),
  bundle: (text) => parsed<{ events: Row[] }>(text).events,
  'app-bundle': (text) => parsed<{ events: Row[] }>(text).events,
  poll: (text) => parsed<{ events: Row[] }>(text).events,
  'event-log': (text) => parsed<Row[]>(text),
  sse: (text) =>
    text
      .split('\n\n')
      .flatMap((frame) => frame.split('\n').find((line) => line.startsWith('data: ')) ?? [])
      .map((line) => parsed<Row>(line.slice('data: '.length))),
};

function parsed<T>(text: string): T {
  return JSON.parse(text) as T;
}

describe('formats', () => {
  const lines = READERS.ndjson(written('ndjson'));

  test.each(FORMAT_NAMES)('%s holds the same events', (format) => {
    const rows = READERS[format](written(format));
    expect(rows.map(({ eventId }) => eventId)).toEqual(lines.map(({ eventId }) => eventId));
    expect(rows.map(({ payload, data }) => payload ?? data)).toEqual(lines.map(({ payload }) => payload));
  });

  test('a debug bundle says what the spec wants of it', () => {
    const bundle = parsed<Record<string, unknown>>(written('bundle'));
    expect(bundle).toMatchObject({
      bundleVersion: '1',
      host: { name: 'acme-host', version: '1.1.7' },
      run: { workflowId: 'acme.document-factory', status: 'failed' },
      metrics: { eventCount: ORDER.events },
      redactionApplied: true,
      redactionMode: 'mask',
    });
  });

  test('an SSE capture names each frame by sequence and type', () => {
    const frame = written('sse').split('\n\n')[1];
    expect(frame).toMatch(/^id: 0\nevent: run\.started\ndata: \{/);
  });
});
