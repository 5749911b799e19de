import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { envelopePosition, logicalEnvelopes, openRunLog, type RunLog, textSource } from '../src/index.ts';
import { all, failed, line, started, surface, taken } from './given-envelopes.ts';
import type { GivenEvent } from './given-log.ts';
import { closedAfterwards, givenLog, openPath, openString } from './opened-logs.ts';

/** Logical envelopes next to the events, in texts and snapshots; search and places (envelope 1, 7.5 and 10). */

const samples = join(import.meta.dirname, '../../../samples');
const recordings = join(import.meta.dirname, '../../../testing/recordings');
const openNamed = (name: string, text: string): Promise<RunLog> => openString(text, name);

describe('outside the events', () => {
  const envelope = (id: string, more = ''): string =>
    `{"type":"v.a","correlationId":"${id}","nodeId":"n","payload":{"title":"T"},"meta":{"contentTrust":"untrusted"}${more}}`;
  const partial = (isPartial: boolean, index: number): string =>
    `,"partial":{"isPartial":${isPartial},"index":${index},"total":-1}`;

  test('envelopes of a file: each whole one an attempt, chunks one together', async () => {
    const lines = [
      envelope('c1'),
      envelope('c2', partial(true, 0)),
      envelope('c2', partial(true, 1)),
      envelope('c1'),
      envelope('c3', partial(true, 0)),
      envelope('c3', partial(false, 1)),
    ];
    const page = await all(await openNamed('some.ndjson', `${lines.join('\n')}\n`));
    expect(page).toMatchObject({ total: 3, attempts: 4 });
    expect(page.rows.map(line)).toEqual([
      'v.a n unknown: unknown #null, unknown #null',
      'v.a n buffered: buffered #null',
      'v.a n unknown: unknown #null',
    ]);
    expect(page.rows[0]).toMatchObject({
      foundIn: 'file',
      ordinal: -1,
      untrusted: true,
      summary: 'T',
      key: 'c0',
    });
  });

  test('an envelope of the file with its events is one row', async () => {
    const event = {
      eventId: 'e',
      runId: 'r',
      sequence: 0,
      type: 'log.appended',
      causationId: 'c1',
      payload: {},
    };
    const page = await all(await openNamed('some.ndjson', `${envelope('c1')}\n${JSON.stringify(event)}\n`));
    expect(page.rows).toHaveLength(1);
    expect(page.rows[0]).toMatchObject({
      foundIn: 'file',
      envelopeType: 'v.a',
      correlationId: 'c1',
      ordinal: 0,
    });
  });

  test('text with fences', async () => {
    const text = `Here:\n\`\`\`json\n${envelope('c1')}\n\`\`\`\nand\n\`\`\`json\n${envelope('c2')}\n\`\`\`\n`;
    expect((await all(await openNamed('answer.md', text))).rows.map((row) => row.correlationId)).toEqual([
      'c1',
      'c2',
    ]);
  });

  test('a snapshot that waits with a surface', async () => {
    const snapshot = {
      runId: 'r1',
      workflowId: 'w',
      status: 'waiting-input',
      interrupt: { kind: 'clarification', nodeId: 'ask', data: surface(3) },
    };
    const page = await all(await openNamed('snapshot.json', JSON.stringify(snapshot)));
    expect(page.rows[0]).toMatchObject({
      key: 's0',
      foundIn: 'snapshot',
      runId: 'r1',
      nodeId: 'ask',
      summary: '3 components',
      state: 'unknown',
    });
  });

  test('the list of open interrupts that the app host gives', async () => {
    const log = await openPath(join(recordings, 'app/_extra/a2ui-clarify/interrupts.json'));
    expect((await all(log)).rows.map(line)).toEqual(['ui.a2ui-surface ask unknown: unknown #null']);
  });
});

describe('model text of a turn in which no event reports an envelope', () => {
  const chunk = (text: string, isLast = false): GivenEvent => ({
    type: 'output.chunk',
    node: 'n',
    payload: { nodeId: 'n', chunk: text, isLast },
  });
  const envelope = '{"type":"v.a","correlationId":"c1","payload":{"title":"T"},"meta":{}}';

  test('an envelope in it is one that was found in text', async () => {
    const log = await givenLog([started, chunk(envelope.slice(0, 20)), chunk(envelope.slice(20), true)]);
    const page = await all(log);
    expect(page.rows.map(line)).toEqual(['v.a n unknown: unknown #2']);
    expect(page.rows[0]).toMatchObject({ foundIn: 'text', correlationId: 'c1', summary: 'T', ordinal: 2 });
    expect(await envelopePosition(log, 2)).toBe(0);
  });

  test('not when events tell of it', async () => {
    const page = await all(await givenLog([started, chunk(envelope, true), taken('v.a', 'c1')]));
    expect(page.rows.map((row) => row.foundIn)).toEqual(['event']);
  });

  test('several of one text stand behind one another, between the events around them', async () => {
    const texts = [`${'```'}json\n[${envelope},${envelope.replace('c1', 'c2')}]\n${'```'}`];
    const page = await all(
      await givenLog([taken('v.x'), started, chunk(texts.join(''), true), { ...taken('v.y'), node: 'm' }]),
    );
    expect(page.rows.map((row) => [row.envelopeType, row.key])).toEqual([
      ['v.x', 'e0'],
      ['v.a', 'e2'],
      ['v.a', 'e2.1'],
      ['v.y', 'e3'],
    ]);
  });

  test('more texts than are read are reported', async () => {
    const events = Array.from({ length: 70 }, () => [started, chunk('words', true)]).flat();
    expect((await all(await givenLog(events))).leftOut).toBe(6);
  });
});

describe('a search', () => {
  const log = (): Promise<RunLog> =>
    givenLog([
      taken('v.Alpha', 'c1'),
      { ...failed('envelope_invalid', 'other'), node: 'Berlin' },
      { type: 'ui.a2ui-surface', node: 'n', payload: surface(1) },
    ]);

  test.each([
    ['the kind', 'ALPHA', ['c0']],
    ['the node', 'berl', ['c1']],
    ['the correlationId', 'OTHER', ['c1']],
    ['the state', 'invalid', ['c1']],
    ['nothing', '   ', ['c0', 'c1', 'e2']],
    ['what is not there', 'zzz', []],
  ])('by %s', async (_name, text, keys) => {
    const page = await all(await log(), text);
    expect(page.rows.map((row) => row.key)).toEqual(keys);
    expect(page).toMatchObject({ total: keys.length, attempts: keys.length, leftOut: 0 });
  });

  test('beyond what is read nodes and whole ids are found, and the rest is reported', async () => {
    const many = Array.from({ length: 5_200 }, (_, i) => ({ ...taken('v.a', `id-${i}`), node: `node-${i}` }));
    const large = await givenLog(many);
    expect(await all(large, 'node-5199')).toMatchObject({ total: 1, leftOut: 200 });
    expect((await all(large, 'id-5100')).rows.map((row) => row.nodeId)).toEqual(['node-5100']);
    expect(await all(large, 'v.a')).toMatchObject({ total: 5_000, leftOut: 200 });
  });
});

describe('places', () => {
  test('the row of an event, and -1 for one of no envelope', async () => {
    const log = await openPath(join(samples, 'acme-prd-draft.bundle.json'));
    const rowOf = async (sequence: number): Promise<number> =>
      envelopePosition(log, log.findBySequence(sequence));
    expect(await Promise.all([65, 114, 121, 122, 126, 128, 188, 216, 218, 0].map(rowOf))).toEqual([
      0, 2, 3, 3, 3, 4, 5, 5, -1, -1,
    ]);
    for (const odd of [-1, 0.5, Number.NaN, 10_000]) expect(await envelopePosition(log, odd)).toBe(-1);
  });

  test('any requested page', async () => {
    const log = await openPath(join(samples, 'acme-prd-draft.bundle.json'));
    const keys = async (offset: number, limit: number): Promise<string[]> =>
      (await logicalEnvelopes(log, { offset, limit })).rows.map((row) => row.key);
    expect(await keys(4, 10)).toEqual(['c4', 'c5']);
    expect(await keys(6, 10)).toEqual([]);
    expect(await keys(-3, 1)).toEqual(['c0']);
    expect(await keys(Number.NaN, Number.NaN)).toHaveLength(6);
    expect(await keys(0, 0)).toEqual([]);
  });
});

test('while the log is read there is nothing', async () => {
  const log = closedAfterwards(openRunLog(textSource('log', '[]')));
  expect(await all(log)).toEqual({ total: 0, attempts: 0, rows: [], leftOut: 0 });
  await log.loaded;
});
