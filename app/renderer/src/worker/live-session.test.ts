import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { runners } from './jobs.ts';
import type { SessionEvent } from './sessions.ts';

/** A live session in the worker: what `grow` leads to, over a file that a shell serves while it is written. */

const encoder = new TextEncoder();
let text = '';
let server: Server | null = null;

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const HEAD = line({ capture: 'openwop-inspector/1', hostName: 'h', runId: 'r', discovery: null });
const event = (sequence: number, more: Readonly<Record<string, unknown>> = {}): string =>
  line({
    eventId: `e${sequence}`,
    runId: 'r',
    sequence,
    type: 'log.appended',
    timestamp: '2026-05-18T10:00:00Z',
    payload: { level: 'info', message: `m${sequence}` },
    ...more,
  });

/** Serves the text as it is by now, by ranges. */
async function serve(): Promise<string> {
  server = createServer((request, response) => {
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(request.headers.range ?? '') ?? [];
    const bytes = encoder.encode(text).subarray(Number(from), Number(to) + 1);
    response.writeHead(206, { ETag: '"one"' }).end(bytes);
  });
  const { promise, resolve } = later();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/capture`;
}

function later(): { promise: Promise<void>; resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

afterEach(() => {
  server?.close();
  text = '';
});

/** A session with the events it emits, and a way to wait for one. */
async function openLive(): Promise<{
  readonly sent: SessionEvent[];
  readonly until: (holds: (event: SessionEvent) => boolean) => Promise<void>;
  readonly grow: (more: string, ended?: boolean) => void;
}> {
  const url = await serve();
  const sent: SessionEvent[] = [];
  let wake = later();
  const source = {
    kind: 'live',
    name: 'live',
    url,
    sizeBytes: encoder.encode(text).length,
    liveId: 'l',
  } as const;
  runners.open({ sessionId: 's', source, secret: null }, (news) => {
    sent.push(news);
    wake.resolve();
    wake = later();
  });
  return {
    sent,
    until: async (holds) => {
      while (!sent.some(holds)) await wake.promise;
    },
    grow: (more, ended = false) => {
      text += more;
      runners.grow({ sessionId: 's', sizeBytes: encoder.encode(text).length, ended }, () => undefined);
    },
  };
}

const shows =
  (events: number) =>
  (news: SessionEvent): boolean =>
    news.kind === 'summary' && news.summary.events === events;
const nothing = (): void => undefined;

test('reports a summary of what it found, and of all that came, with checks afterwards', async () => {
  text = HEAD + event(0);
  const live = await openLive();
  await live.until(shows(1));
  const before = live.sent.at(-2);
  expect(before).toMatchObject({ kind: 'progress', progress: { phase: 'done', events: 1 } });
  live.grow(event(1) + event(3).slice(0, 20));
  await live.until(shows(2));
  live.grow(event(3).slice(20) + event(4, { type: 'run.started', payload: { workflowId: 7 } }));
  await live.until(shows(4));
  await live.until((news) => news.kind === 'summary' && news.summary.problemCounts.warning > 0);
  expect(await runners.gaps({ sessionId: 's', filterId: 0 }, nothing)).toMatchObject([{ first: 2, last: 2 }]);
  live.grow(event(2), true);
  await live.until(shows(5));
  expect(await runners.gaps({ sessionId: 's', filterId: 0 }, nothing)).toEqual([]);
  const facts = await runners.liveFacts({ sessionId: 's' }, nothing);
  expect(facts.newestOrdinal).toBe(3);
  expect(live.sent.some((news) => news.kind === 'progress' && news.progress.phase === 'checks')).toBe(false);
  await runners.close({ sessionId: 's' }, nothing);
});

test('a filter continues where it stopped, and one over problems restarts', async () => {
  text = HEAD + event(0) + event(1);
  const live = await openLive();
  await live.until(shows(2));
  const ask = async (filter: string): Promise<readonly (number | null)[]> => {
    const { id } = await runners.filter({ sessionId: 's', text: filter }, nothing);
    const { rows } = await runners.rows({ sessionId: 's', filterId: id, offset: 0, limit: 10 }, nothing);
    return rows.map(({ sequence }) => sequence);
  };
  expect([await ask('m1'), await ask('problem:error')]).toEqual([[1], []]);
  live.grow(event(11) + event(12));
  await live.until(shows(4));
  expect([await ask('m1'), await ask('problem:error')]).toEqual([[1, 11, 12], [11]]);
  // A late event is inserted at its place, also in what was selected before.
  live.grow(event(10));
  await live.until(shows(5));
  expect([await ask('m1'), await ask('problem:error')]).toEqual([[1, 10, 11, 12], [10]]);
  const lanes = { foldIdleMs: null, order: 'start', folded: [], window: null, widthPx: 100 } as const;
  const { total } = await runners.laneWindow(
    { sessionId: 's', ...lanes, offset: 0, limit: 10, events: [] },
    nothing,
  );
  expect(total).toBe(1);
  await runners.close({ sessionId: 's' }, nothing);
});
