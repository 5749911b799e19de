import { describe, expect, test } from 'vitest';
import { openRunLog } from '../../open-run-log.ts';
import { textSource } from '../../source/byte-source.ts';
import { isFilterError, parseFilter } from '../filter/filter.ts';
import {
  type EventHits,
  LISTED_HITS,
  type PayloadBatch,
  type PayloadHit,
  payloadFinder,
  searchPayloads,
} from './payload-search.ts';

const TOKEN = `ghp_${'aB3dE5gH7jK9'.repeat(3)}`;

const docs = [
  { runId: 'r1', sequence: 0, type: 'run.started', payload: { workflowId: 'plan-a', note: 'The Plan' } },
  { runId: 'r1', sequence: 1, type: 'node.started', nodeId: 'plan', payload: { steps: ['draft', 'plan'] } },
  {
    runId: 'r1',
    sequence: 2,
    type: 'log.appended',
    data: { 'plan of work': 7, said: 'two "quoted"\nlines' },
  },
  { runId: 'r1', sequence: 3, type: 'log.appended', payload: { auth: `Bearer ${TOKEN}`, code: 40412 } },
  { runId: 'r1', sequence: 4, type: 'log.appended', payload: 'plan as a text' },
  { runId: 'r1', sequence: 5, type: 'plan.made' },
];

async function logOf(lines: readonly string[]) {
  const log = openRunLog(textSource('run.ndjson', lines.join('\n')));
  await log.loaded;
  return log;
}

const small = logOf(docs.map((doc) => JSON.stringify(doc)));

async function found(typed: string, filter = '', opened = small) {
  const finder = await payloadFinder(typed);
  if ('column' in finder) throw new Error(finder.message);
  const log = await opened;
  const scope = filter === '' ? null : await parseFilter(filter, log);
  if (scope !== null && isFilterError(scope)) throw new Error(scope.message);
  const batches: PayloadBatch[] = [];
  const isWhole = await searchPayloads(log, {
    finder,
    scope,
    isCancelled: () => false,
    onBatch: (batch) => batches.push(batch),
  });
  const events: readonly EventHits[] = batches.flatMap((batch) => batch.events);
  const hits = batches.reduce((sum, batch) => sum + batch.hits, 0);
  return { isWhole, events, hits, batches };
}

const places = (events: readonly EventHits[]): readonly string[] =>
  events.flatMap(({ sequence, hits }) => hits.map(({ pointer, part }) => `${sequence} ${pointer} ${part}`));

const marked = ({ text, places: [first] }: PayloadHit): string | null =>
  first === undefined ? null : text.slice(first.from, first.to);

describe('members of payloads are found by name and value, whatever else the event says', () => {
  test.each<readonly [string, readonly string[]]>([
    [
      'plan',
      [
        '0 /payload/workflowId value',
        '0 /payload/note value',
        '1 /payload/steps/1 value',
        '2 /data/plan of work name',
        '4 /payload value',
      ],
    ],
    ['THE PLAN', ['0 /payload/note value']],
    ['two "quoted"', ['2 /data/said value']],
    ['40412', ['3 /payload/code value']],
    ['workflowid', ['0 /payload/workflowId name']],
    ['/^(draft|plan)$/', ['1 /payload/steps/0 value', '1 /payload/steps/1 value']],
    ['/THE plan/i', ['0 /payload/note value']],
    ['/THE plan/', []],
    ['/error/plan', []],
    ['node.started', []],
    ['payload', []],
  ])('%s', async (typed, wanted) => {
    const { events, hits, isWhole } = await found(typed);
    expect(places(events)).toEqual(wanted);
    expect(hits).toBe(wanted.length);
    expect(isWhole).toBe(true);
  });
});

test('a filter narrows the search', async () => {
  expect(places((await found('plan', 'type:node.*')).events)).toEqual(['1 /payload/steps/1 value']);
  expect(places((await found('plan', 'draft OR text')).events)).toEqual([
    '1 /payload/steps/1 value',
    '4 /payload value',
  ]);
});

describe('the place of a match is reported', () => {
  test.each<readonly [string, string]>([
    ['plan-A', 'plan-a'],
    ['said', 'said'],
    ['quoted', 'quoted'],
    ['/qu[a-z]+/', 'quoted'],
    ['/[0-9]{2}/', '40'],
    ['/text$/', 'text'],
  ])('of %s', async (typed, wanted) => {
    const [event] = (await found(typed)).events;
    expect(event?.hits.map(marked)).toEqual([wanted]);
  });

  test('in a piece of a long text, and where letters become longer in lower case', async () => {
    const long = `${'İ'.repeat(300)} needle ${'x'.repeat(3000)} needle`;
    const line = JSON.stringify({ runId: 'r', sequence: 0, type: 'log.appended', payload: { long } });
    const [event] = (await found('NEEDLE', '', logOf([line]))).events;
    const [hit] = event?.hits ?? [];
    expect(hit === undefined ? null : marked(hit)).toBe('needle');
    expect(hit?.places).toHaveLength(1);
    expect(hit?.isCut).toEqual([true, true]);
    expect(hit?.text.length).toBeLessThan(300);
  });
});

test.each([TOKEN, TOKEN.slice(6, 20), `/${TOKEN.slice(8, 20)}[a-zA-Z0-9]+/`])(
  'a match in what is masked is reported, and not displayed: %s',
  async (typed) => {
    const { events } = await found(typed);
    expect(places(events)).toEqual(['3 /payload/auth value']);
    const [hit] = events[0]?.hits ?? [];
    expect(hit).toMatchObject({ places: [], isMasked: true });
    expect(hit?.text).toContain('…[masked');
    expect(JSON.stringify(events)).not.toContain(TOKEN.slice(6, 16));
  },
);

test('a hit by name has the value too, masked', async () => {
  expect((await found('auth')).events[0]?.hits).toMatchObject([{ part: 'name', text: 'auth' }]);
  const [hit] = (await found('auth')).events[0]?.hits ?? [];
  expect(hit?.value).toMatch(/^Bearer .{0,4}…\[masked/);
  expect((await found('steps')).events[0]?.hits).toMatchObject([{ part: 'name', value: null }]);
});

test('a mark is found where it is displayed', async () => {
  const { events } = await found('[masked');
  expect(places(events)).toEqual(['3 /payload/auth value']);
  expect(events[0]?.hits.map(marked)).toEqual(['[masked']);
});

test.each<readonly [string, number]>([
  ['/a(/', 2],
  ['/a/g', 0],
  [' ', 0],
])('%s is refused with its column', async (typed, column) => {
  expect(await payloadFinder(typed)).toMatchObject({ column });
});

describe('of a large log', () => {
  const EVENTS = 70_000;
  const large = logOf(
    Array.from(
      { length: EVENTS },
      (_, at) =>
        `{"runId":"r${at % 2}","sequence":${at >> 1},"type":"log.appended","payload":{"m":"hay ${at}"}}`,
    ),
  );

  test('hits are counted to the end, and listed as far as there is room', async () => {
    const { events, hits, batches } = await found('hay', '', large);
    expect(hits).toBe(EVENTS);
    expect(events).toHaveLength(LISTED_HITS);
    expect(batches.length).toBeGreaterThan(1);
    expect(batches.at(-1)).toMatchObject({ done: EVENTS, of: EVENTS });
  });

  test('a search that is cancelled ends and says so', async () => {
    const finder = await payloadFinder('hay');
    if ('column' in finder) throw new Error(finder.message);
    let batches = 0;
    const isWhole = await searchPayloads(await large, {
      finder,
      scope: null,
      isCancelled: () => batches > 0,
      onBatch: () => {
        batches++;
      },
    });
    expect(isWhole).toBe(false);
    expect(batches).toBe(1);
  });
});
