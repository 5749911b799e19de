import { describe, expect, test } from 'vitest';
import { aghGraph } from './graph.ts';

const message = (id: string, more: Record<string, unknown> = {}) => ({
  id,
  from: 'a',
  channel: 'c',
  kind: 'say',
  ...more,
});
const parents = (messages: readonly unknown[]) =>
  aghGraph(messages).nodes.map(({ parent }) =>
    parent === null ? null : [parent.field, parent.to, ...parent.marks],
  );

describe('agh 6: causes', () => {
  test('causation_id before reply_to before for_id before the opener', () => {
    const lane = { interaction_id: 'i' };
    expect(
      parents([
        message('m1', { kind: 'direct', to: 'b', ...lane }),
        message('m2', { causation_id: 'm1', reply_to: 'm3' }),
        message('m3', { reply_to: 'm2', body: { for_id: 'm1' } }),
        message('m4', { body: { for_id: 'm1' }, ...lane }),
        message('m5', lane),
        message('m6', { ...lane, channel: 'other' }),
      ]),
    ).toEqual([null, ['causation_id', 0], ['reply_to', 1], ['for_id', 0], ['interaction_id', 0], null]);
  });

  test('what is not in the file is a stub', () => {
    const graph = aghGraph([
      message('m1', { causation_id: 'm0', reply_to: 'x' }),
      message('m2', { reply_to: 'x' }),
    ]);
    expect(graph.stubs).toEqual(['m0', 'x']);
    expect(graph.nodes[0]?.parent).toEqual({ field: 'causation_id', id: 'm0', to: null, marks: ['stub'] });
  });

  test('an id of two senders: an answer goes to its addressee, a cause is ambiguous', () => {
    const both = [message('m1'), message('m1', { from: 'b' })];
    const answer = message('m2', { reply_to: 'm1', to: 'b' });
    expect(aghGraph([...both, answer])).toMatchObject({
      ambiguous: [],
      nodes: [{}, {}, { parent: { to: 1 } }],
    });
    const cause = message('m2', { causation_id: 'm1', to: 'b' });
    expect(aghGraph([...both, cause])).toMatchObject({
      ambiguous: ['m1'],
      nodes: [{}, {}, { parent: { to: 0 } }],
    });
  });

  test('cycles end at the edge that closes them', () => {
    const cycle = [
      message('m1', { reply_to: 'm3' }),
      message('m2', { reply_to: 'm1' }),
      message('m3', { reply_to: 'm2' }),
    ];
    expect(aghGraph(cycle).cycle).toBe(true);
    expect(parents(cycle)).toEqual([
      ['reply_to', 2, 'forward'],
      ['reply_to', 0],
      ['reply_to', 1, 'cycle'],
    ]);
    expect(parents([message('m1', { reply_to: 'm1' })])).toEqual([['reply_to', 0, 'self']]);
  });

  test('an opener caused by its own interaction is a cycle as well', () => {
    const lane = { interaction_id: 'i' };
    const messages = [
      message('m1', { kind: 'direct', to: 'b', ...lane, reply_to: 'm2' }),
      message('m2', lane),
    ];
    expect(parents(messages)).toEqual([
      ['reply_to', 1, 'forward'],
      ['interaction_id', 0, 'cycle'],
    ]);
  });

  test('the lane of the later dialect is its work', () => {
    const messages = [message('m1', { work_id: 'w' }), message('m2', { kind: 'receipt', work_id: 'w' })];
    expect(parents(messages)).toEqual([null, ['work_id', 0]]);
  });

  test('walks a chain of 100,000 without recursion; invalid messages are nodes without edges', () => {
    const chain = Array.from({ length: 100_000 }, (_, at) =>
      message(`m${at}`, { causation_id: `m${at - 1}` }),
    );
    expect(aghGraph(chain)).toMatchObject({ cycle: false, stubs: ['m-1'] });
    expect(aghGraph([null, 5, []]).nodes).toHaveLength(3);
  });
});
