/** What counts of two events, what is masked, and how the difference is reported. */
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEFAULT_RULES, eventDifference, type MaskRules, readMaskRules } from '../src/index.ts';
import { compareTexts, firstRun } from './generated-runs.ts';

const event = (payload: unknown, fields: object = {}): string =>
  JSON.stringify({ eventId: 'e', runId: 'run-one', sequence: 0, type: 'a.b', payload, ...fields });

const RULES: MaskRules = {
  names: ['nonce'],
  pointers: ['/payload/meta/*/at', '/payload/list/0'],
  shapes: ['uuid', 'iso-time', 'hex-id', 'run-id'],
  orderAcrossNodes: true,
};

/** An event whose payload is a number as it is written. */
const number = (text: string): string => event('N').replace('"N"', text);

async function compared(textA: string, textB: string, rules: MaskRules = RULES) {
  const { comparison, a, b } = await compareTexts(textA, textB, { rules });
  const [ofA, ofB] = [a, b].map((log) => ({ log, ordinal: log.order.ordinalAt(0) }));
  if (ofA === undefined || ofB === undefined) throw new Error('two events are needed');
  return { comparison, difference: await eventDifference(ofA, ofB, rules) };
}

const UUID = ['6fa459ea-ee8a-4ca4-894e-db77e160355e', '16fd2706-8baf-433b-82eb-8c7fada847da'] as const;

describe('what counts', () => {
  test.each<readonly [what: string, a: string, b: string, same: boolean]>([
    ['the order of members', event({ x: 1, y: 2 }), event({ y: 2, x: 1 }), true],
    ['the order of items', event([1, 2]), event([2, 1]), false],
    ['how a number is written', event('N').replace('"N"', '10'), event('N').replace('"N"', '1.0e1'), true],
    ['the sign of zero', event('N').replace('"N"', '-0'), event('N').replace('"N"', '0.0'), true],
    ['an integer over 2^53', number('9223372036854775807'), number('9223372036854775806'), false],
    ['an integer over 2^53 with an exponent', number('1e21'), number('1000000000000000000000'), true],
    ['an integer over 2^53 in a list', number('[1e400]'), number('[2e400]'), false],
    ['zeros behind the point', number('1.10'), number('1.1'), true],
    [
      'the last digit of a long decimal',
      number('0.12345678901234567891'),
      number('0.12345678901234567892'),
      false,
    ],
    ['a number beyond a double', number('1e400'), number('10.0e399'), true],
    ['a digit', event({ n: 1.25 }), event({ n: 1.26 }), false],
    ['how a text is written', event('N').replace('N', '\\u00e9\\ud83d\\ude00\\/'), event('é😀/'), true],
    ['a letter', event('é'), event('e'), false],
    ['a number and its text', event({ n: 1 }), event({ n: '1' }), false],
    ['null and nothing, of a member', event({ x: null }), event({}), false],
    ['null and nothing, of the payload', event(null), event({}), true],
    ['the payload under its other name', event({ x: 1 }), event(undefined, { data: { x: 1 } }), true],
    ['members next to the payload', event({}), event({}, { contentTrust: 'untrusted' }), false],
    ['members next to it that are null', event({}), event({}, { contentTrust: null }), true],
    ['where a level ends', event({ a: { b: 1 }, c: 2 }), event({ a: { b: 1, c: 2 } }), false],
    ['an empty list and an empty object', event({ a: [] }), event({ a: {} }), false],
    ['a name that is masked', event({ x: { nonce: 1 } }), event({ x: { nonce: [2] } }), true],
    ['a name that is masked, on one side', event({ nonce: 1 }), event({ x: 1 }), false],
    ['a pointer', event({ meta: { k: { at: 1 } } }), event({ meta: { k: { at: 2 } } }), true],
    ['a place next to the pointer', event({ meta: { at: 1 } }), event({ meta: { at: 2 } }), false],
    ['a pointer to an item', event({ list: [1, 2] }), event({ list: [7, 2] }), true],
    ['the item behind it', event({ list: [1, 2] }), event({ list: [1, 3] }), false],
    ['a UUID', event({ x: UUID[0] }), event({ x: UUID[1] }), true],
    ['a UUID inside of a text', event({ x: `id ${UUID[0]}` }), event({ x: `id ${UUID[1]}` }), false],
    ['a time', event({ x: '2026-03-02T09:00:00.5Z' }), event({ x: '2026-03-05T11:30:00+02:00' }), true],
    ['a day', event({ x: '2026-03-02' }), event({ x: '2026-03-05' }), false],
    ['hexadecimal digits', event({ x: 'ab'.repeat(16) }), event({ x: '0c'.repeat(16) }), true],
    [
      'the id of the run in a text',
      event({ x: '/runs/run-one/e' }),
      event({ x: '/runs/run-other/e' }, { runId: 'run-other' }),
      true,
    ],
    [
      'the id of the run that is replayed',
      event({ x: 'of run-one' }),
      event({ x: 'of run-one' }, { runId: 'run-other' }),
      true,
    ],
    ['the id of a third run', event({ x: 'of run-six' }), event({ x: 'of run-ten' }), false],
  ])('%s', async (_, a, b, same) => {
    const { comparison, difference } = await compared(a, b);
    expect(comparison.isSame).toBe(same);
    expect(difference.total > 0).toBe(!same);
  });

  test('the hash of two events and their difference agree', async () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const near = fc
      .tuple(value, value, fc.boolean())
      .map(([one, other, isSame]) => [one, isSame ? one : other]);
    await fc.assert(
      fc.asyncProperty(near, async ([one, other]) => {
        const { comparison, difference } = await compared(event({ x: one }), event({ x: other }));
        expect(difference.total > 0).toBe(!comparison.isSame);
      }),
      { numRuns: runsOf(400) },
    );
  });
});

describe('the difference of two events', () => {
  test('has pointers from the event, what changed, and both values', async () => {
    const { difference } = await compared(
      event({ a: 1, b: [1, 2], gone: true, t: 'x', 'k/y': { z: 1 } }),
      event({ a: 2, b: [1, 3, 4], t: ['x'], 'k/y': { z: 2 }, added: null }),
    );
    expect(difference).toEqual({
      total: 7,
      isKnown: true,
      list: [
        { pointer: '/payload/a', change: 'value', a: '1', b: '2' },
        { pointer: '/payload/b/1', change: 'value', a: '2', b: '3' },
        { pointer: '/payload/b/2', change: 'onlyB', a: null, b: '4' },
        { pointer: '/payload/gone', change: 'onlyA', a: 'true', b: null },
        { pointer: '/payload/t', change: 'type', a: '"x"', b: '["x"]' },
        { pointer: '/payload/k~1y/z', change: 'value', a: '1', b: '2' },
        { pointer: '/payload/added', change: 'onlyB', a: null, b: 'null' },
      ],
    });
  });

  test('shows all digits of numbers', async () => {
    const { difference } = await compared(number('9223372036854775807'), number('[1e400,1.5]'));
    expect(difference.list).toEqual([
      { pointer: '/payload', change: 'type', a: '9223372036854775807', b: '[1e400,1.5]' },
    ]);
  });

  test('lists 100 of many and counts all; long values are cut', async () => {
    const many = (text: string) => event({ text, items: Array.from({ length: 4999 }, (_, i) => text + i) });
    const { difference } = await compared(many('a'.repeat(500)), many('b'.repeat(500)));
    expect([difference.list.length, difference.total]).toEqual([100, 5000]);
    expect(Math.max(...difference.list.map(({ a }) => a?.length ?? 0))).toBe(200);
  });

  test('says that a secret changed, and never what it is', async () => {
    const token = (letter: string): string => `ghp_${letter.repeat(4)}${'a1B2c3D4e5'.repeat(4).slice(0, 32)}`;
    const holding = (letter: string): string =>
      event({ note: token(letter), password: `${letter}orse-battery`, [token(letter)]: letter.repeat(9) });
    const { difference } = await compared(holding('x'), holding('y'));
    const text = JSON.stringify(difference);
    expect(difference.total).toBe(4);
    for (const letter of ['x', 'y']) {
      expect(text).not.toContain(token(letter));
      expect(text).not.toContain('orse-battery');
    }
  });

  test('of an event that cannot be read is not known', async () => {
    const { difference } = await compared(event(1).replace('1', '1'), event({}).replace('"a.b"', '"a.b",,'));
    expect(difference).toMatchObject({ total: 0, isKnown: false });
  });
});

describe('rules that people write', () => {
  const read = (value: unknown): MaskRules => {
    const reading = readMaskRules(value);
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
    return reading.rules;
  };

  test('come on top of the built-in ones, and take away from them', () => {
    expect(read({})).toEqual(DEFAULT_RULES);
    const rules = read({
      names: ['nonce'],
      pointers: ['/payload/a'],
      shapes: ['hex-id'],
      keep: ['callId', 'uuid'],
    });
    expect(rules.names).toEqual([...DEFAULT_RULES.names.filter((name) => name !== 'callId'), 'nonce']);
    expect(rules.pointers).toEqual(['/payload/a']);
    expect(rules.shapes).toEqual(['iso-time', 'hex-id', 'run-id']);
  });

  test('stand alone when requested', () => {
    expect(read({ defaults: false, names: ['x'], orderAcrossNodes: false })).toEqual({
      names: ['x'],
      pointers: [],
      shapes: [],
      orderAcrossNodes: false,
    });
  });

  test.each([
    ['a field that there is not', { nams: [] }, '/nams'],
    ['a pointer that is none', { pointers: ['payload/a'] }, '/pointers/0'],
    ['a shape that there is not', { shapes: ['ulid'] }, '/shapes/0'],
    ['a list that is none', { names: 'x' }, '/names'],
    ['a document that is none', [], ''],
    ['more than a thousand', { names: Array.from({ length: 1001 }, String) }, '/names'],
  ])('%s is refused with its place', (_, value, pointer) => {
    const reading = readMaskRules(value);
    expect(reading.ok ? null : reading.problems[0]?.pointer).toBe(pointer);
  });

  test('decide whether the order of siblings of different nodes counts', async () => {
    const run = (order: readonly string[]): string =>
      ['start', ...order]
        .map((node, sequence) =>
          JSON.stringify({
            eventId: node,
            runId: 'r',
            sequence,
            type: 'node.started',
            nodeId: node,
            payload: {},
            ...(sequence === 0 ? {} : { causationId: 'start' }),
          }),
        )
        .join('\n');
    const texts = [run(['x', 'y']), run(['y', 'x'])] as const;
    expect((await compareTexts(...texts)).comparison.counts.moved).toBe(1);
    const rules = { ...DEFAULT_RULES, orderAcrossNodes: false };
    expect((await compareTexts(...texts, { rules })).comparison.isSame).toBe(true);
  });
});

test('what was masked is counted, by what masked it', async () => {
  const payload = { nonce: 1, x: UUID[0], meta: { k: { at: 1 } } };
  const { comparison } = await compared(event(payload), event(payload));
  expect(comparison.masked).toEqual({ names: 2, pointers: 2, shapes: 2 });
});

test('the run of the first event is taken by the helpers of these tests', async () => {
  const { a } = await compareTexts(event(1), event(1));
  expect(a.index.runs.textOf(firstRun(a))).toBe('run-one');
});
