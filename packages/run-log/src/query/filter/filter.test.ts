import { describe, expect, test } from 'vitest';
import { openRunLog } from '../../open-run-log.ts';
import { textSource } from '../../source/byte-source.ts';
import { asksForNotes, isFilterError, parseFilter, runFilter, wildcard } from './filter.ts';

const docs = [
  {
    eventId: 'a',
    runId: 'r1',
    type: 'run.started',
    sequence: 0,
    timestamp: '2026-05-18T10:00:00.000Z',
    payload: { workflowId: 'w' },
  },
  {
    eventId: 'b',
    runId: 'r1',
    type: 'node.started',
    sequence: 1,
    nodeId: 'plan',
    timestamp: '2026-05-18T10:00:00.500Z',
    payload: {},
  },
  {
    eventId: 'c',
    runId: 'r1',
    type: 'agent.toolReturned',
    sequence: 2,
    nodeId: 'plan',
    timestamp: '2026-05-18T10:00:02.000Z',
    contentTrust: 'untrusted',
    payload: { agentId: 'agt', toolName: 'docs.search', callId: 'c1', outcome: 'Two Markets' },
  },
  {
    eventId: 'd',
    runId: 'r1',
    type: 'node.failed',
    sequence: 4,
    nodeId: 'draft',
    timestamp: '2026-05-18T10:01:00.000Z',
    contentTrust: 'trusted',
    payload: { nodeId: 'draft', error: { code: 'x', message: 'two "words" here' } },
  },
];

async function select(text: string): Promise<string | number[]> {
  const log = openRunLog(textSource('log', JSON.stringify(docs)));
  await log.loaded;
  const filter = await parseFilter(text, log);
  if (isFilterError(filter)) return `${filter.column}: ${filter.message}`;
  const rows = await runFilter(filter, log, { isCancelled: () => false });
  return [...(rows ?? [])].map((row) => docs[row]?.sequence ?? -1);
}

test.each([
  ['is:noted', true],
  ['node:a (x or -is:noted)', true],
  ['is:"noted"', true],
  ['"is:noted"', false],
  ['noted is:failed', false],
  ['is:noted (', false],
])('%s asks for notes: %s', (text, asks) => expect(asksForNotes(text)).toBe(asks));

describe('a filter selects by all of its terms', () => {
  test.each([
    ['', [0, 1, 2, 4]],
    ['type:node.started', [1]],
    ['type:node.*', [1, 4]],
    ['type:*', [0, 1, 2, 4]],
    ['-type:node.*', [0, 2]],
    ['not type:node.* node:plan', [2]],
    ['node:p*n', [1, 2]],
    ['run:r1', [0, 1, 2, 4]],
    ['run:other', []],
    ['seq:2', [2]],
    ['seq:>=2', [2, 4]],
    ['seq:<2', [0, 1]],
    ['seq:1..2', [1, 2]],
    ['time:<1s', [0, 1]],
    ['time:500ms..2s', [1, 2]],
    ['time:>0.5m', [4]],
    ['trust:untrusted', [2]],
    ['trust:trusted', [4]],
    ['trust:absent', [0, 1]],
    ['problem:error', [4]],
    ['problem:none', [0, 1, 2]],
    ['is:failed', [4]],
    ['-is:failed', [0, 1, 2]],
    ['is:other', '0: is: takes failed, recovered, waiting, stream or noted'],
    ['markets', [2]],
    ['MARKETS two', [2]],
    ['"two markets"', [2]],
    ['two', [2, 4]],
    ['-two', [0, 1]],
    ['two -markets', [4]],
    ['"\\\\\\"words"', [4]],
    ['type:node.failed two', [4]],
  ])('%s', async (text, sequences) => {
    expect(await select(text)).toEqual(sequences);
  });
});

/** RFC 8259 section 6: the value that is written counts, not the nearest double. */
describe('a filter compares numbers as they are written', () => {
  test.each([
    ['payload.id:9223372036854775806', ['806']],
    ['payload.id:9223372036854775807', ['807']],
    ['payload.id:>9223372036854775806', ['807', 'beyond']],
    ['payload.id:>=9223372036854775806', ['806', '807', 'beyond']],
    ['payload.id:<9223372036854775807', ['806', 'short']],
    ['payload.id:9223372036854775807..9223372036854775808', ['807']],
    ['payload.id:1e400', ['beyond']],
    ['payload.id:>1e399', ['beyond']],
    ['payload.id:1.1', ['short']],
    ['payload.id:1.10', ['short']],
    ['payload.id:"1.10"', []],
    ['payload.id.text:*', []],
    ['payload.id:*', ['806', '807', 'beyond', 'short']],
  ])('%s', async (text, expected) => {
    const ids = { 806: '9223372036854775806', 807: '9223372036854775807', beyond: '1e400', short: '1.10' };
    const lines = Object.entries(ids).map(
      ([eventId, id], at) =>
        `{"eventId":"${eventId}","runId":"r","type":"a.b","sequence":${at},"timestamp":"2026-05-18T10:00:00.000Z","payload":{"id":${id}}}`,
    );
    const log = openRunLog(textSource('log', lines.join('\n')));
    await log.loaded;
    const filter = await parseFilter(text, log);
    if (isFilterError(filter)) throw new Error(filter.message);
    const rows = await runFilter(filter, log, { isCancelled: () => false });
    expect([...(rows ?? [])].map((row) => Object.keys(ids)[row])).toEqual(expected);
  });
});

describe('a filter that is wrong says where and what', () => {
  test.each([
    ['typ:x', /^0: There is no field typ/],
    ['node:plan seq:abc', /^10: seq: takes a number/],
    ['time:soon', /^0: time: takes/],
    ['trust:maybe', /^0: trust: takes/],
    ['problem:bad', /^0: problem: takes/],
    ['node:plan "open', /^10: A quote is not closed/],
    ['type:', /^0: type: needs a value/],
    ['-', /^0: Nothing follows the negation/],
  ])('%s', async (text, message) => {
    expect(await select(text)).toMatch(message);
  });
});

test('a wildcard takes linear time on a hostile pattern', () => {
  const test = wildcard(`${'*a'.repeat(2_000)}*b`);
  expect(test('a'.repeat(100_000))).toBe(false);
});

test('a filter run that is cancelled answers nothing', async () => {
  const log = openRunLog(
    textSource(
      'log',
      Array.from({ length: 30_000 }, (_, i) =>
        JSON.stringify({ ...docs[0], eventId: `e${i}`, sequence: i }),
      ).join('\n'),
    ),
  );
  await log.loaded;
  const filter = await parseFilter('nothing-has-this', log);
  if (isFilterError(filter)) throw new Error(filter.message);
  expect(await runFilter(filter, log, { isCancelled: () => true })).toBeNull();
});
