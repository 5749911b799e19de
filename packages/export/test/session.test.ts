/** A session file opens as the log it was saved from, with marks in place of secrets. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openRunLog, type RunLog, sessionSummary, textSource } from '@openwop-inspector/run-log';
import { openFile } from '@openwop-inspector/run-log/node';
import { ClearCount, plantedBundle } from '@openwop-inspector/testing/planted';
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_EMBEDDED_LOG, NdjsonExport, type SessionText, sessionText } from '../src/index.ts';

const repository = join(import.meta.dirname, '../../..');
const HEAD = JSON.stringify({
  form: 'openwop-inspector-session/1',
  log: { name: 'run.json', sizeBytes: 1, events: 1 },
  notes: [{ text: 'look' }],
});
const on = { holdsLog: true, onProgress: () => false };

async function loaded(log: RunLog): Promise<RunLog> {
  await log.loaded;
  return log;
}

const textOf = (made: SessionText): string => (made.kind === 'written' ? made.parts.join('') : made.kind);
const again = (made: SessionText): Promise<RunLog> =>
  loaded(openRunLog(textSource('saved.owopsession', textOf(made))));

const files = ['samples', 'testing/recordings'].flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:json|ndjson|sse|gz)$/.test(name))
    .map((name) => join(folder, name)),
);

/** What the user sees of a log as a whole. Marks are longer or shorter than secrets. */
async function seen(log: RunLog) {
  const {
    name: _,
    sizeBytes: __,
    loadMs: ___,
    gzip: ____,
    sessionFile: _____,
    ...summary
  } = await sessionSummary(log);
  const problems = await log.allProblems();
  const bare = JSON.stringify({ summary, problems: problems.map(({ code }) => code) });
  return bare.replace(/.{0,4}…\[masked[^\]]*\]/g, '(mark)');
}

test('there is something to go round', () => expect(files.length).toBeGreaterThan(30));

test.each(files)('%s opens as it was', async (file) => {
  const log = await loaded(openRunLog(await openFile(join(repository, file))));
  const made = await sessionText(log, HEAD, on);
  const stored = await again(made);
  expect(stored.format).toBe(log.format);
  expect(await seen(stored)).toBe(await seen(log));
  expect(stored.sessionHead?.value).toEqual(JSON.parse(HEAD));
  await log.close();
  await stored.close();
});

test.each(files.filter((file) => file.startsWith('samples')))(
  '%s, saved again from its session file, is the same: it does not grow by another head',
  async (file) => {
    const log = await loaded(openRunLog(await openFile(join(repository, file))));
    const made = await sessionText(log, HEAD, on);
    const stored = await again(made);
    expect(textOf(await sessionText(stored, HEAD, on))).toBe(textOf(made));
    await log.close();
    await stored.close();
  },
);

test('of 400 planted secrets none is left, in the head neither', async () => {
  const { text, places } = plantedBundle();
  const log = await loaded(openRunLog(textSource('planted.json', text)));
  const head = JSON.stringify({ ...JSON.parse(HEAD), trial: { text, context: {}, event: {} } });
  const made = await sessionText(log, head, on);
  const count = new ClearCount(places);
  count.look('as written', textOf(made));
  for (const line of textOf(made).split('\n', 1)) count.look('head', JSON.parse(line));
  count.look('log', JSON.parse(textOf(made).slice(textOf(made).indexOf('\n') + 1)));
  expect([count.known, count.placed]).toEqual([[], []]);
  expect((await again(made)).order.length).toBe(log.order.length);
});

test('whatever the secrets are, no session file and no export has one of a documented shape, and few of chance', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const { text, places } = plantedBundle(seed);
      const log = await loaded(openRunLog(textSource('planted.json', text)));
      const count = new ClearCount(places);
      count.look('session', textOf(await sessionText(log, HEAD, on)));
      const lines: string[] = [];
      const events = new NdjsonExport(async (part) => void lines.push(part));
      const ordinals = Array.from({ length: log.order.length }, (_, place) => log.order.ordinalAt(place));
      const requested = { log, file: 'planted', ordinals, isWhole: true, onProgress: () => false };
      await events.gather(requested);
      await events.add(requested);
      count.look('export', lines.join(''));
      expect(count.known).toEqual([]);
      expect(count.worstShare, count.placed.join('\n')).toBeLessThanOrEqual(0.05);
    }),
    { numRuns: runsOf(12, 3) },
  );
});

const KEY = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
const event = (sequence: number, payload: object): string =>
  `${JSON.stringify({ eventId: `e${sequence}`, runId: 'r', sequence, type: 'log.appended', payload })}\n`;

test('the same secret has one mark in head and log, behind a line that is cut as well', async () => {
  const PASSWORD = 'Vq7xT2mKz9LrWp4nYc';
  const text = `${event(0, { password: PASSWORD })}{"runId":"r","note":"cut\n${event(1, { note: `it is ${PASSWORD}` })}`;
  const log = await loaded(openRunLog(textSource('log', text)));
  const made = textOf(await sessionText(log, HEAD.replace('look', `see ${PASSWORD}`), on));
  expect(made).not.toContain(PASSWORD);
  const marks = [...made.matchAll(/…\[masked[^\]]*\]/g)].map(([mark]) => mark);
  expect(marks).toHaveLength(3);
  expect(new Set(marks).size).toBe(1);
});

describe('what is left out', () => {
  test('without its log the file is the head alone, marked', async () => {
    const log = await loaded(openRunLog(textSource('log', event(0, { token: KEY }))));
    const made = await sessionText(log, HEAD.replace('look', KEY), { ...on, holdsLog: false });
    expect(textOf(made)).toMatch(/^\{"form".*masked:github #1.*\}\n$/);
    expect((await again(made)).format).toBe('session');
  });

  test('a log that is too large is refused, and one that is stopped is not whole', async () => {
    const log = await loaded(
      openRunLog(textSource('log', event(0, { text: 'x'.repeat(600_000) }).repeat(2))),
    );
    const large = Object.create(log, { logBytes: { value: { from: 7, to: 8 + MAX_EMBEDDED_LOG } } });
    expect(await sessionText(large, HEAD, on)).toEqual({ kind: 'too-large' });
    for (const stopsAt of [1, 2, 3]) {
      let reported = 0;
      const made = await sessionText(log, HEAD, { ...on, onProgress: () => ++reported >= stopsAt });
      expect(made).toEqual({ kind: 'stopped' });
    }
  });

  test('of several files together the events remain', async () => {
    const sources = [0, 1].map((at) => textSource(`${at}.ndjson`, event(at, { token: KEY })));
    const log = await loaded(openRunLog(sources, { name: 'folder/' }));
    const made = await sessionText(log, HEAD, on);
    expect(textOf(made)).not.toContain(KEY);
    expect((await again(made)).index.events).toBe(2);
  });
});
