import { textSource } from '@openwop-inspector/run-log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { filterRows } from './selection-rows.ts';
import { type FilterAnswer, Session } from './sessions.ts';

/** Rows are searched for in slices of 32,768: this log has four. */
const EVENTS = 100_000;
const EVERY = 1000;

/** Every thousandth event says so. */
function log(): string {
  const lines = Array.from({ length: EVENTS }, (_, at) => {
    const message = at % EVERY === 0 ? 'a needle' : 'hay';
    return `{"runId":"r","sequence":${at},"type":"log.appended","payload":{"message":"${message}"}}`;
  });
  return lines.join('\n');
}

const text = 'needle';
const found = EVENTS / EVERY;
const session = new Session(textSource('large.ndjson', log()), {});
const nothing = (): void => undefined;
const rowsOf = ({ id }: FilterAnswer): readonly number[] => [...(session.selection(id).rows ?? [])];

beforeAll(() => session.log.loaded);
afterAll(() => session.close());

test('events with a note are the given ones', async () => {
  expect((await filterRows(session, 'is:noted')).error?.message).toContain('Notes are of the window');
  const answer = await filterRows(session, 'is:noted -seq:7', nothing, undefined, [3, 7, 9]);
  expect([answer.error, rowsOf(answer)]).toEqual([null, [3, 9]]);
  expect((await filterRows(session, 'is:noted', nothing, undefined, [])).total).toBe(0);
});

test('a search reports what it has found so far, in one selection whose rows grow', async () => {
  const parts: FilterAnswer[] = [];
  const displayed: number[][] = [];
  const answer = await filterRows(
    session,
    text,
    (part) => {
      parts.push(part);
      displayed.push([...rowsOf(part)]);
    },
    0,
  );
  expect(parts.map(({ done }) => done)).toEqual([32_768, 65_536, 98_304]);
  expect(parts.map(({ total }) => total)).toEqual([33, 66, 99]);
  expect(new Set([...parts, answer].map(({ id }) => id)).size).toBe(1);
  expect([answer.total, answer.done, answer.of]).toEqual([found, EVENTS, EVENTS]);
  const whole = rowsOf(answer);
  expect(whole).toEqual(Array.from({ length: found }, (_, at) => at * EVERY));
  for (const rows of displayed) expect(rows).toEqual(whole.slice(0, rows.length));
});

test('the same text again is the same selection', async () => {
  const first = await filterRows(session, text);
  expect(await filterRows(session, text)).toEqual(first);
});

test('a search that is ended keeps what it has found until the text changes, and then continues', async () => {
  const stops = '"a needle"';
  const stopped = await filterRows(session, stops, () => session.stopSearch(), 0);
  expect([stopped.total, stopped.done]).toEqual([33, 32_768]);
  expect(await filterRows(session, stops)).toEqual(stopped);
  expect(rowsOf(stopped)).toHaveLength(33);
  await filterRows(session, '');
  const whole = await filterRows(session, stops);
  expect([whole.total, whole.done]).toEqual([found, EVENTS]);
  expect(rowsOf(whole)).toEqual(Array.from({ length: found }, (_, at) => at * EVERY));
});

test('a request for a running search gets its progress from then on', async () => {
  const first: number[] = [];
  const second: number[] = [];
  const again: Promise<FilterAnswer>[] = [];
  const answer = await filterRows(
    session,
    'needle"',
    ({ done }) => {
      first.push(done);
      again.push(filterRows(session, 'needle"', (part) => void second.push(part.done), 0));
    },
    0,
  );
  expect(first).toEqual([32_768]);
  expect(second).toEqual([65_536, 98_304]);
  expect(await Promise.all(again)).toEqual([answer]);
});

test('two requests for one pattern share a search while it is compiled', async () => {
  const [first, second] = await Promise.all([
    filterRows(session, '/a need[l]e/'),
    filterRows(session, '/a need[l]e/'),
  ]);
  expect(first).toEqual(second);
  expect([first.text, first.total]).toEqual(['/a need[l]e/', found]);
});

test('the next search ends the one before, which reports nothing more', async () => {
  const parts: string[] = [];
  const next: Promise<FilterAnswer>[] = [];
  await filterRows(
    session,
    'a needl',
    (part) => {
      parts.push(part.text);
      if (next.length === 0) next.push(filterRows(session, 'eedle', nothing, 0));
    },
    0,
  );
  expect(parts).toEqual(['a needl']);
  expect((await Promise.all(next)).map(({ total }) => total)).toEqual([found]);
});

test('where runs are interleaved, what was found so far is in display order all the same', async () => {
  const lines = log()
    .split('\n')
    .map((line, at) => line.replace('"runId":"r"', `"runId":"r${at % 2}"`));
  const interleaved = new Session(textSource('interleaved.ndjson', lines.join('\n')), {});
  await interleaved.log.loaded;
  const parts: number[][] = [];
  const shares: number[] = [];
  const answer = await filterRows(
    interleaved,
    'needle',
    ({ id, total, done, of }) => {
      const rows = [...(interleaved.selection(id).rows ?? [])];
      expect(rows).toHaveLength(total);
      parts.push(rows);
      shares.push(Math.round((done / of) * 100));
    },
    0,
  );
  const places = (rows: Iterable<number>): number[] =>
    Array.from(rows, (row) => interleaved.log.order.indexOf(row));
  const whole = interleaved.selection(answer.id).rows ?? [];
  expect(shares).toEqual([33, 66, 98]);
  expect(parts.map(({ length }) => length)).toEqual([33, 66, 99]);
  for (const rows of [...parts, whole]) expect(places(rows)).toEqual(places(rows).sort((a, b) => a - b));
  expect([...whole].sort((a, b) => a - b)).toEqual(Array.from({ length: found }, (_, at) => at * EVERY));
  expect([answer.total, answer.done]).toEqual([found, EVENTS]);
  const stopped = await filterRows(interleaved, 'a needl', () => interleaved.stopSearch(), 0);
  expect(stopped.total).toBe(33);
  await filterRows(interleaved, '');
  expect((await filterRows(interleaved, 'a needl')).total).toBe(found);
  await interleaved.close();
});

test('what is quick has no parts', async () => {
  const parts: FilterAnswer[] = [];
  const answer = await filterRows(session, 'seq:10..19', (part) => void parts.push(part), 0);
  expect([answer.total, parts]).toEqual([10, []]);
});

test('a log whose load was cancelled is searched like any other', async () => {
  const cancelled = new Session(textSource('cancelled.ndjson', log()), {});
  await cancelled.log.loaded;
  cancelled.stop.abort();
  expect((await filterRows(cancelled, text)).total).toBe(found);
  await cancelled.close();
});
