import { textSource } from '@openwop-inspector/run-log';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PayloadAnswer, searchSession } from './search-job.ts';
import { Session } from './sessions.ts';

/** Payloads are searched in slices of 32,768 events: this log has four. */
const EVENTS = 100_000;
const EVERY = 1000;

/** Every thousandth event says so; runs `a` and `b` follow each other. */
const log = Array.from({ length: EVENTS }, (_, at) => {
  const message = at % EVERY === 0 ? 'a needle' : 'hay';
  const run = at < EVENTS / 2 ? 'a' : 'b';
  return `{"runId":"${run}","sequence":${at},"type":"log.appended","payload":{"message":"${message}"}}`;
}).join('\n');

const session = new Session(textSource('large.ndjson', log), {});
const needle = { text: 'Needle', filter: '' };
const sequences = (answers: readonly PayloadAnswer[]) =>
  answers.flatMap(({ found }) => found.map(({ sequence }) => sequence));

beforeAll(() => session.log.loaded);
afterAll(() => session.close());

test('each part has what was found since the one before, and the totals so far', async () => {
  const parts: PayloadAnswer[] = [];
  const answer = await searchSession(session, needle, (part) => void parts.push(part), 0);
  expect(parts.map(({ done }) => done)).toEqual([32_768, 65_536, 98_304]);
  expect(parts.map(({ hits }) => hits)).toEqual([33, 66, 99]);
  expect(answer).toMatchObject({ hits: 100, inEvents: 100, done: EVENTS, of: EVENTS, isStopped: false });
  expect(sequences([...parts, answer])).toEqual(Array.from({ length: 100 }, (_, at) => at * EVERY));
});

test('a search stays within the filter, and within the visible run', async () => {
  const whole = (question: typeof needle) => searchSession(session, question, undefined, Infinity);
  const some = await whole({ ...needle, filter: 'seq:0..2000' });
  expect([some.hits, sequences([some])]).toEqual([3, [0, 1000, 2000]]);
  session.narrow('b');
  const own = await whole(needle);
  session.narrow(null);
  expect([own.hits, own.of]).toEqual([50, EVENTS / 2]);
});

test.each([
  ['stopped', () => session.payloadSearch.stop()],
  ['followed by another', () => void searchSession(session, { text: 'hay', filter: 'seq:1' })],
])('a search that is %s answers with what it has found', async (_how, end) => {
  const parts: PayloadAnswer[] = [];
  const answer = await searchSession(
    session,
    needle,
    (part) => {
      parts.push(part);
      end();
    },
    0,
  );
  expect(answer).toMatchObject({ hits: 33, isStopped: true, done: 32_768 });
  expect(sequences([...parts, answer])).toHaveLength(33);
});

test.each<readonly [string, string, 'text' | 'filter']>([
  ['/a(/', '', 'text'],
  ['a', '"not closed', 'filter'],
])('%s within %s: the error is reported', async (text, filter, of) => {
  expect(await searchSession(session, { text, filter })).toMatchObject({ found: [], error: { of } });
});
