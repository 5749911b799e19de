import { expect, test } from 'vitest';
import { type GivenEvent, openGiven } from '../../../test/given-log.ts';
import type { LaneSpan } from './lane-marks.ts';
import { nodeLanes } from './lanes.ts';
import { type SpanUse, spanUse } from './span-use.ts';

const go = (): boolean => false;
const use = (payload: Readonly<Record<string, unknown>>, node = 'a'): GivenEvent => ({
  type: 'provider.usage',
  node,
  payload: { provider: 'p', model: 'm', ...payload },
});
const started: GivenEvent = { type: 'node.started', node: 'a' };
const completed: GivenEvent = { type: 'node.completed', node: 'a' };

/** What the bars of a kind used, as `in/out/tokens/cost`; `-` for what is not recorded. */
async function usesOf(events: readonly GivenEvent[], kind: LaneSpan['kind']): Promise<readonly string[]> {
  const log = await openGiven(events);
  const uses = await spanUse(log, go);
  const { lanes } = await nodeLanes(log, null);
  const spans = lanes.flatMap((lane) => (lane.kind === 'run' ? [] : lane.spans));
  const reported = ({ inputTokens, outputTokens, tokens, costUsd }: SpanUse): string =>
    [inputTokens, outputTokens, tokens, costUsd].map((one) => one ?? '-').join('/');
  return spans
    .filter((span) => span.kind === kind)
    .map((span) => {
      const own = uses?.of(span) ?? null;
      return own === null ? 'none' : reported(own);
    });
}

test.each<[string, readonly GivenEvent[], LaneSpan['kind'], readonly string[]]>([
  [
    'a call of a model used what its event reports',
    [
      started,
      use({ inputTokens: 10, outputTokens: 4, costEstimateUsd: 0.5 }),
      use({ totalTokens: 7 }),
      completed,
    ],
    'modelCall',
    ['10/4/14/0.5', '-/-/7/-'],
  ],
  [
    'a node at work used what was reported meanwhile, and no other node',
    [
      started,
      use({ inputTokens: 10, outputTokens: 4, costEstimateUsd: 0.5 }),
      use({ outputTokens: 1 }, 'b'),
      use({ inputTokens: 1, outputTokens: 2 }),
      completed,
      started,
      use({ outputTokens: 9 }),
      completed,
    ],
    'ran',
    ['11/6/17/0.5', '-/9/9/-'],
  ],
  ['what has not ended used all that came', [started, use({ inputTokens: 3 })], 'ran', ['3/-/3/-']],
  [
    'a cost in another currency is left out',
    [started, use({ inputTokens: 1, costEstimateUsd: 2, currency: 'EUR' })],
    'ran',
    ['1/-/1/-'],
  ],
  [
    'nothing is said where nothing is recorded',
    [started, use({ inputTokens: -4 }), completed],
    'ran',
    ['none'],
  ],
  [
    'a call of a tool uses no model',
    [
      started,
      { type: 'agent.toolCalled', node: 'a', payload: { callId: 'c' } },
      use({ inputTokens: 4 }),
      { type: 'agent.toolReturned', node: 'a', payload: { callId: 'c' } },
      completed,
    ],
    'toolCall',
    ['none'],
  ],
])('%s', async (_, events, kind, uses) => expect(await usesOf(events, kind)).toEqual(uses));
