/** What is exported as NDJSON opens again as the same log: events, order and causes, with marks in place of secrets. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { masker } from '@openwop-inspector/base';
import { openRunLog, type RunLog, readEventDocument, textSource } from '@openwop-inspector/run-log';
import { openFile } from '@openwop-inspector/run-log/node';
import { ClearCount, plantedBundle } from '@openwop-inspector/testing/planted';
import { describe, expect, test } from 'vitest';
import { NdjsonExport, type NdjsonOptions } from '../src/index.ts';

const repository = join(import.meta.dirname, '../../..');

async function exported(logs: readonly RunLog[], options: NdjsonOptions = {}) {
  const parts: string[] = [];
  const made = new NdjsonExport(async (text) => void parts.push(text), options);
  const requested = (log: RunLog) => ({
    log,
    file: log.name,
    ordinals: ordinalsOf(log),
    isWhole: true,
    onProgress: () => false,
  });
  for (const log of logs) {
    await log.loaded;
    await made.gather(requested(log));
  }
  const ends = [];
  for (const log of logs) ends.push(await made.add(requested(log)));
  return { text: parts.join(''), ends };
}

const ordinalsOf = ({ order }: RunLog): number[] =>
  Array.from({ length: order.length }, (_, place) => order.ordinalAt(place));

/** What must come back: ids as recorded or derived, and the event that each one's cause leads to. */
async function facts(log: RunLog) {
  await log.loaded;
  const rows = await log.rows(ordinalsOf(log));
  const placeOf = new Map(rows.map(({ ordinal }, place) => [ordinal, place]));
  const events = await Promise.all(
    rows.map(async ({ ordinal, eventId, runId, sequence, type, nodeId, timeMs }) => {
      const recorded = readEventDocument(await log.read(ordinal))?.recorded;
      const parent = log.graph?.parent[ordinal] ?? -1;
      const cause = placeOf.get(parent) ?? (parent < 0 ? 'none' : 'envelope');
      // A message of AGH Network has no number of its own: it is that of its place in the file, where channels stand in turns.
      const number = type.startsWith('agh.') ? 'by place' : sequence;
      return {
        eventId,
        runId,
        sequence: number,
        type,
        nodeId,
        timeMs,
        cause,
        causationId: masker.value(recorded?.causationId).value,
      };
    }),
  );
  return { events, envelopes: log.index.envelopes.map(({ correlationId, type }) => [correlationId, type]) };
}

const files = ['samples', 'testing/recordings'].flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:json|ndjson|sse|gz)$/.test(name))
    .map((name) => join(folder, name)),
);

test('there is something to go round', () => expect(files.length).toBeGreaterThan(30));

test.each(files)('%s comes back', async (file) => {
  const log = openRunLog(await openFile(join(repository, file)));
  await log.loaded;
  if (log.order.length === 0) return log.close();
  const { text, ends } = await exported([log]);
  expect(ends).toMatchObject([{ kind: 'written' }]);
  const again = openRunLog(textSource('again.ndjson', text));
  const [before, after] = [await facts(log), await facts(again)];
  // Ids that hold a secret come back under a mark; all others as they are.
  const bare = (value: unknown) =>
    JSON.stringify(value, null, 1).replace(/.{0,4}…\[masked[^\]]*\]/g, '(mark)');
  expect(bare(after)).toBe(bare(before));
  await again.close();
  await log.close();
  expect(again.format).toBe(before.events.length === 1 ? 'event' : 'ndjson');
});

const PASSWORD = 'Vq7xT2mKz9LrWp4nYc';
const KEY = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
const OTHER = `ghp_${'f6G7h8I9j0'.repeat(4).slice(0, 36)}`;
const event = (sequence: number, rest: object) =>
  JSON.stringify({
    eventId: `e${sequence}`,
    runId: 'r',
    type: 'log.appended',
    sequence,
    payload: {},
    ...rest,
  });

describe('marks', () => {
  test('the same secret has the same mark in all of it, in ids and behind a scheme as well; others have others', async () => {
    const one = openRunLog(
      textSource(
        'one',
        [
          event(0, { eventId: KEY, payload: { note: `before its name: ${PASSWORD}` } }),
          event(1, { causationId: KEY, payload: { headers: { Authorization: `Bearer ${KEY}` } } }),
          event(2, { causationId: OTHER, payload: { [PASSWORD]: 1, password: PASSWORD } }),
        ].join('\n'),
      ),
    );
    const two = openRunLog(
      textSource('two', event(0, { runId: 'other', payload: { text: `x${PASSWORD}y` } })),
    );
    const { text } = await exported([one, two]);
    const lines = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const key = lines[0].eventId;
    expect(key).toMatch(/^…\[masked:github #\d+\]$/);
    expect(lines[1].causationId).toBe(key);
    expect(lines[1].payload.headers.Authorization).toBe(`Bearer ${key}`);
    expect(lines[2].causationId).not.toBe(key);
    const password = lines[2].payload.password;
    expect(lines[0].payload.note).toBe(`before its name: ${password}`);
    expect(lines[2].payload[password]).toBe(1);
    expect(lines[3].payload.text).toBe(`x${password}y`);
    const again = openRunLog(textSource('again', text));
    await again.loaded;
    expect(again.graph?.parent[1]).toBe(0);
  });
});

test('of 400 planted secrets none is left, and every event comes back', async () => {
  const { text: bundle, places } = plantedBundle();
  const log = openRunLog(textSource('planted.json', bundle));
  const { text } = await exported([log]);
  const count = new ClearCount(places);
  for (const line of text.trimEnd().split('\n')) count.look('export', JSON.parse(line));
  count.look('as written', text);
  expect([count.known, count.placed]).toEqual([[], []]);
  const again = openRunLog(textSource('again', text));
  await again.loaded;
  expect(again.order.length).toBe(log.order.length);
});

describe('what is left is reported by its place', () => {
  const log = () =>
    openRunLog(textSource('x', event(0, { payload: { list: ['a', { 'b/c': `say LEFT-OVER` }] } })));
  const lookAgain = (line: string) => (line.includes('LEFT') ? [{ start: line.indexOf('LEFT') }] : []);

  test('and refused', async () => {
    const { text, ends } = await exported([log()], { lookAgain });
    expect(text).toBe('');
    const message = expect.stringContaining('what looks like a secret is left');
    expect(ends).toEqual([{ kind: 'leak', places: ['e0:/payload/list/1/b~1c'], message }]);
  });

  test('unless it is named', async () => {
    const allowed = new Set(['e0:/payload/list/1/b~1c']);
    const { text, ends } = await exported([log()], { lookAgain, allowed });
    expect(ends).toMatchObject([{ kind: 'written', rows: 1 }]);
    expect(text).toContain('LEFT-OVER');
  });
});

describe('what lines do not carry is reported, and what they can is written into them', () => {
  test.each([
    [
      'a bundle',
      {
        run: { runId: 'r', workflowId: 'w' },
        host: { name: 'in-memory' },
        events: [{ type: 'x.y', sequence: 0 }],
      },
      { runId: 'r', eventId: 'r-0' },
      ['run, host of the document: not carried over', 'runId, given once for all', 'the derived eventId'],
    ],
    [
      'a poll',
      { runId: 'r', events: [{ type: 'x.y', sequence: 0, payload: { t: ' a\n ' } }], isComplete: true },
      { runId: 'r', payload: { t: ' a\n ' } },
      ['runId, isComplete of the document', 'runId, given once for all'],
    ],
  ])('%s', async (_, document, members, remarks) => {
    const log = openRunLog(textSource('x.json', JSON.stringify(document, null, 2)));
    const { text, ends } = await exported([log]);
    expect(text.split('\n')).toHaveLength(2);
    expect(JSON.parse(text)).toEqual({ ...document.events[0], ...members });
    expect(ends).toMatchObject([{ remarks: remarks.map((words) => expect.stringContaining(words)) }]);
  });
});
