import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deltaChain, type RunLog } from '../src/index.ts';
import { openPath, openString } from './opened-logs.ts';

/** Delta frames are transport only: excluded from the events, found again for the player (envelope 7.6). */

const run = join(import.meta.dirname, '../../../testing/recordings/app/_envelopes/a2ui-run');

const open = (...names: readonly string[]): Promise<RunLog> =>
  openPath(...names.map((name) => join(run, name)));
const stream = (text: string): Promise<RunLog> => openString(text, 'capture.sse');

const frame = (id: number | null, event: string, data: unknown): string =>
  `${id === null ? '' : `id: ${id}\n`}event: ${event}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
const surface = (sequence: number, title: string): string =>
  frame(sequence, 'ui.a2ui-surface', {
    eventId: `s${sequence}`,
    runId: 'r',
    sequence,
    type: 'ui.a2ui-surface',
    payload: { catalogVersion: '0.9.1', surface: { title, components: [] } },
  });
const delta = (id: number | null, surfaceRef: string, title: string): string =>
  frame(id, 'ui.a2ui-surface.delta', {
    surfaceRef,
    catalogVersion: '0.9.1',
    patch: [{ op: 'replace', path: '/title', value: title }],
  });

test('a frame with a number that is printed otherwise has its JSON as written', async () => {
  const numbered = '{"surfaceRef":"s1","patch":[],"n":107505301260286111,"m":1.10}';
  const log = await stream(
    surface(1, 'a') + frame(2, 'ui.a2ui-surface.delta', numbered) + delta(3, 's1', 'b'),
  );
  const chain = await deltaChain(log, log.findBySequence(1));
  expect(chain?.frames.map(({ written }) => written)).toEqual([numbered, null]);
});

describe('the recorded stream', () => {
  test.each(['live.debug.a2uiDelta1.sse', 'sse.debug.a2uiDelta1.sse'])(
    '%s: base, frames, no end',
    async (name) => {
      const log = await open(name);
      const base = log.findBySequence(4);
      const chain = await deltaChain(log, base);
      expect(chain).toMatchObject({
        baseOrdinal: base,
        surfaceRef: '9cf6fb50-2950-40af-8a8a-cf1faa786987',
        baseUntrusted: false,
        framesLeftOut: 0,
        finalOrdinal: null,
        final: null,
      });
      expect(chain?.frames.map(({ sequence, line }) => [sequence, line])).toEqual([
        [5, 19],
        [6, 23],
        [7, 27],
        [8, 31],
      ]);
      const bytes = await log.readAt(0, chain?.frames[1]?.byteOffset ?? 0, 13);
      expect(new TextDecoder().decode(bytes)).toBe('{"surfaceRef"');
      expect(log.index.events).toBe(log.order.length);
    },
  );

  test('outside the log: it ends in the surface that the log has, from any surface of the chain', async () => {
    const log = await open('live.debug.a2uiDelta1.sse', 'poll.json');
    for (const sequence of [4, 5, 6, 7, 8]) {
      const chain = await deltaChain(log, log.findBySequence(sequence));
      expect(chain?.baseOrdinal).toBe(log.findBySequence(4));
      expect(chain?.finalOrdinal).toBe(log.findBySequence(8));
      expect(chain?.frames).toHaveLength(4);
    }
    expect(await deltaChain(log, log.findBySequence(2))).toBeNull();
  });

  test('a log without a stream has no chain', async () => {
    const log = await open('poll.json');
    expect(await deltaChain(log, log.findBySequence(4))).toBeNull();
  });
});

test('the next full surface of the same stream is the end', async () => {
  const log = await stream(surface(1, 'A') + delta(2, 's1', 'B') + surface(3, 'C'));
  expect(await deltaChain(log, 0)).toMatchObject({ baseOrdinal: 0, finalOrdinal: 1 });
  expect(await deltaChain(log, 1)).toMatchObject({ baseOrdinal: 0, finalOrdinal: 1 });
});

test('frames without a number count by where they stood', async () => {
  const log = await stream(surface(1, 'A') + delta(null, 's1', 'B') + surface(3, 'C'));
  expect(await deltaChain(log, 0)).toMatchObject({ finalOrdinal: 1, frames: [{ sequence: null }] });
});

test('each surfaceRef is a chain of its own', async () => {
  const log = await stream(surface(1, 'A') + surface(2, 'B') + delta(3, 's2', 'C') + delta(4, 's1', 'D'));
  expect((await deltaChain(log, 0))?.frames.map((one) => one.sequence)).toEqual([4]);
  expect((await deltaChain(log, 1))?.frames.map((one) => one.sequence)).toEqual([3]);
});

test('a base that is not loaded: found from the event before the frames', async () => {
  const log = await stream(surface(1, 'A') + delta(2, 'gone', 'B'));
  expect(await deltaChain(log, 0)).toMatchObject({ baseOrdinal: null, base: null, surfaceRef: 'gone' });
});

test('a frame of several data lines is found in one piece', async () => {
  const lines = '{"surfaceRef":"s1",\ndata: "catalogVersion":"0.9.1","patch":[]}';
  const log = await stream(`${surface(1, 'A')}id: 2\ndata: ${lines}\n\n`);
  expect((await deltaChain(log, 0))?.frames[0]).toMatchObject({ sequence: 2, value: { patch: [] } });
});

test('more than a thousand frames are counted, secrets in them masked', async () => {
  const secret = `sk-${'a1B2'.repeat(8)}`;
  const frames = Array.from({ length: 1_005 }, (_, i) => delta(i + 2, 's1', i === 0 ? secret : 't'));
  const log = await stream(surface(1, 'A') + frames.join(''));
  const chain = await deltaChain(log, 0);
  expect(chain).toMatchObject({ framesLeftOut: 5 });
  expect(chain?.frames).toHaveLength(1_000);
  expect(JSON.stringify(chain)).not.toContain(secret);
});

test('an event that is not loaded has none', async () => {
  const log = await stream(surface(1, 'A') + delta(2, 's1', 'B'));
  for (const odd of [-1, 7, 0.5, Number.NaN]) expect(await deltaChain(log, odd)).toBeNull();
});
