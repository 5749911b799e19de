import { describe, expect, test } from 'vitest';
import { type GivenEvent, openGiven } from '../../../test/given-log.ts';
import { surfaceAnswer } from './surface-answer.ts';

const surface = (title: string, node?: string): GivenEvent => ({
  type: 'ui.a2ui-surface',
  payload: { catalogVersion: '0.9.1', surface: { title, components: [] } },
  ...(node === undefined ? {} : { node }),
});
const requested: GivenEvent = {
  type: 'interrupt.requested',
  node: 'n',
  payload: { kind: 'clarification', data: {} },
};
const resolved = (payload: object): GivenEvent => ({ type: 'interrupt.resolved', node: 'n', payload });
const completed: GivenEvent = { type: 'node.completed', node: 'n' };

const of = async (events: readonly GivenEvent[], ordinal = 0) =>
  surfaceAnswer(await openGiven(events), ordinal);

describe('the answer', () => {
  test('is read from the events that end the wait: who, what and when', async () => {
    const { answer, interrupt } = await of([
      surface('a', 'n'),
      requested,
      resolved({ resumeValue: { when: '2026', invite: true, action: 'ok' } }),
      { type: 'clarification.resolved', node: 'n', payload: { answers: {}, answeredBy: 'somebody' } },
      completed,
    ]);
    expect(interrupt).toMatchObject({ ordinal: 1, sequence: 1, kind: 'clarification' });
    expect(answer).toMatchObject({ ordinal: 2, sequence: 2, by: 'somebody', outcome: null, total: 3 });
    expect(answer?.entries.map(({ path, value }) => `${path} ${value}`)).toEqual([
      '/when 2026',
      '/invite true',
      '/action ok',
    ]);
  });

  test.each<[string, object, readonly string[]]>([
    [
      'nested values by their pointers',
      { resumeValue: { a: { 'b/c': [1, null] }, d: {} } },
      ['/a/b~1c/0 1', '/a/b~1c/1 null', '/d {}'],
    ],
    [
      'a turn of a conversation by its content',
      { resumeValue: { operation: 'exchange', turn: { content: { x: 'y' } } } },
      ['/x y'],
    ],
    ['a value that is no object', { resumeValue: 'yes' }, [' yes']],
    ['nothing where nothing is recorded', { interruptId: 'i' }, []],
  ])('holds %s', async (_, payload, entries) => {
    const { answer } = await of([surface('a', 'n'), requested, resolved(payload)]);
    expect(answer?.entries.map(({ path, value }) => `${path} ${value}`)).toEqual(entries);
    expect(answer?.values === null).toBe(entries.length === 0);
  });

  test('masks what was entered, and says what the host made of it', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`;
    const payload = { outcome: 'rejected', reason: 'timeout', resumeValue: { key: token } };
    const { answer } = await of([surface('a', 'n'), requested, resolved(payload)]);
    expect(answer?.outcome).toBe('rejected, timeout');
    expect(JSON.stringify(answer)).not.toContain(token);
  });

  test('is none where the node continues without it, and where nothing was requested', async () => {
    expect(
      (await of([surface('a', 'n'), requested, completed, resolved({ resumeValue: 1 })])).answer,
    ).toBeNull();
    expect(await of([surface('a', 'n'), completed])).toMatchObject({
      interrupt: null,
      answer: null,
      effects: [],
    });
  });
});

test('surfaces before the answer take the place of the one before, those behind it do not', async () => {
  const { updated } = await of(
    [requested, surface('a'), surface('b'), surface('c', 'other'), surface('d'), resolved({}), surface('e')],
    1,
  );
  expect(updated).toMatchObject({ count: 2, ordinal: 4, payload: { surface: { title: 'd' } } });
  expect((await of([surface('a', 'n'), requested, resolved({})])).updated).toBeNull();
});

describe('what followed', () => {
  const reported = ({ effects }: Awaited<ReturnType<typeof of>>) =>
    effects.map(({ row, by }) => `${row.ordinal} ${by}`);

  test('is what recorded causes lead to from the answer', async () => {
    const events = [surface('a', 'n'), requested, resolved({}), { type: 'log.appended', node: 'n' }];
    const caused = [
      { type: 'node.resumed', node: 'n', cause: 'e2' },
      { ...completed, cause: 'e4' },
    ];
    expect(reported(await of([...events, ...caused]))).toEqual(['4 cause', '5 cause']);
  });

  test('goes no further than the first event of another node', async () => {
    const next = [
      { ...completed, cause: 'e2' },
      { type: 'node.started', node: 'next', cause: 'e3' },
      { type: 'node.completed', node: 'next', cause: 'e4' },
    ];
    expect(reported(await of([surface('a', 'n'), requested, resolved({}), ...next]))).toEqual([
      '3 cause',
      '4 cause',
    ]);
  });

  test('is the rest of the node where no cause is recorded', async () => {
    const events = [surface('a', 'n'), requested, resolved({}), { type: 'log.appended', node: 'other' }];
    expect(reported(await of([...events, completed, { type: 'node.started', node: 'n' }]))).toEqual([
      '4 order',
    ]);
  });
});
