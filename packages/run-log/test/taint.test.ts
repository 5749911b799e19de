/** Untrusted content: where it came in, the ways it took, what it reached (acceptor 7, security S-16). */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type TaintOfEvent, taintOfEvent, taintOfLog } from '../src/index.ts';
import type { GivenEvent } from './given-log.ts';
import { givenLog, openPath } from './opened-logs.ts';

const samples = join(import.meta.dirname, '../../../samples');
const LIMITS = { flows: 10, reached: 10 };

type Given = Partial<GivenEvent> & { readonly trust?: string };
const at = (type: string, { trust, ...rest }: Given = {}): GivenEvent => ({
  type,
  node: 'n',
  payload: {},
  ...(trust === undefined ? {} : { extra: { contentTrust: trust } }),
  ...rest,
});
const started = at('node.started');
const tool = at('agent.toolReturned', { payload: { toolName: 'docs.search', outcome: 1 } });

const wayOf = ({ way }: Pick<TaintOfEvent, 'way'>): readonly string[] =>
  way.map(({ row, via, isMarked }) => `${via ?? 'in'} ${row.ordinal}${isMarked ? '' : ' unmarked'}`);

describe('the way to an event', () => {
  test.each<[string, readonly GivenEvent[], way: readonly string[], isCertain: boolean]>([
    ['nothing untrusted', [started, at('node.completed')], [], true],
    ['itself', [tool], ['in 0'], true],
    [
      'along its cause',
      [tool, at('agent.reasoned', { cause: 'e0', trust: 'untrusted' })],
      ['in 0', 'cause 1'],
      true,
    ],
    [
      'inside a node',
      [started, tool, at('artifact.created', { trust: 'untrusted' })],
      ['in 1', 'node 2'],
      true,
    ],
    [
      'what the model wrote behind it',
      [started, tool, at('artifact.created')],
      ['in 1', 'node 2 unmarked'],
      false,
    ],
    [
      'over events that say nothing, which may have carried nothing',
      [tool, at('node.completed', { cause: 'e0' }), at('node.started', { node: 'm', cause: 'e1' })],
      ['in 0', 'cause 1 unmarked', 'cause 2 unmarked'],
      false,
    ],
    [
      'ends where an event that no model wrote says it is trusted',
      [tool, at('node.completed', { cause: 'e0', trust: 'trusted' })],
      [],
      true,
    ],
    [
      'leads to what a model wrote, which cannot raise trust',
      [tool, at('agent.reasoned', { cause: 'e0', trust: 'trusted' })],
      ['in 0', 'cause 1 unmarked'],
      true,
    ],
    ['a new execution of the node begins again', [started, tool, started, at('artifact.created')], [], true],
    ['a mark that follows from nothing', [at('log.appended', { trust: 'untrusted' })], ['in 0'], true],
    [
      'an effect that comes before its cause',
      [at('agent.reasoned', { cause: 'e1', trust: 'untrusted' }), tool],
      ['in 1', 'cause 0'],
      true,
    ],
  ])('%s', async (_, events, way, isCertain) => {
    const log = await givenLog(events);
    const last = events[0]?.cause === 'e1' ? 0 : events.length - 1;
    const answer = await taintOfEvent(log, last, 10);
    expect(answer && wayOf(answer)).toEqual(way);
    expect(answer?.isCertain).toBe(isCertain);
  });

  test('causes that run in a circle end', async () => {
    const untrusted = (cause: string): GivenEvent => at('agent.reasoned', { cause, trust: 'untrusted' });
    const log = await givenLog([untrusted('e1'), untrusted('e0')]);
    const ways = await Promise.all([0, 1].map((row) => taintOfEvent(log, row, 10)));
    // One of the two counts as the first.
    expect(ways.map((one) => one?.way.length).sort()).toEqual([1, 2]);
  });

  test('a way of 100,000 events reports the source, its end and how many are left out', async () => {
    const events = Array.from({ length: 100_000 }, (_, i) =>
      i === 0 ? tool : at('agent.reasoned', { cause: `e${i - 1}`, trust: 'untrusted' }),
    );
    const answer = await taintOfEvent(await givenLog(events), 99_999, 10);
    expect(answer?.way.length).toBe(24);
    expect(answer?.leftOut).toBe(99_976);
    expect(answer?.way[0]?.row.ordinal).toBe(0);
    expect(answer?.way.at(-1)?.row.ordinal).toBe(99_999);
  });
});

describe('what was reached, compared with the protocol', () => {
  test('an answer that no way leads to follows from its cause', async () => {
    const answer = await taintOfLog(
      await givenLog([
        at('agent.reasoned'),
        at('interrupt.requested', { payload: { kind: 'approval' } }),
        at('node.resumed', { cause: 'e0', payload: { action: 'accept' } }),
      ]),
      LIMITS,
    );
    expect(answer?.unreached.map(wayOf)).toEqual([['in 0 unmarked', 'cause 2 unmarked']]);
  });

  const surface = at('ui.a2ui-surface', { cause: 'e0', trust: 'untrusted' });
  const answered = (action: string): GivenEvent =>
    at('approval.received', { cause: 'e1', payload: { action } });
  test.each<[string, readonly GivenEvent[], kind: string, verdict: string]>([
    ['a surface that says so', [tool, surface], 'surface', 'agrees'],
    ['a surface that says nothing', [tool, at('ui.a2ui-surface', { cause: 'e0' })], 'surface', 'unknown'],
    [
      'a question that says so',
      [tool, at('approval.requested', { cause: 'e0', trust: 'untrusted' })],
      'approval',
      'agrees',
    ],
    ['a call of a tool', [tool, at('agent.toolCalled', { cause: 'e0' })], 'tool', 'unknown'],
    ['an untrusted surface lets a run go on', [tool, surface, answered('accept')], 'decision', 'deviates'],
    ...(['interrupt.resolved', 'node.interrupt.resolved'] as const).flatMap((type) => {
      const resolved = (resumeValue: unknown): GivenEvent =>
        at(type, { cause: 'e1', payload: { kind: 'approval', resumeValue } });
      const named = `recorded as ${type}`;
      return [
        [
          `${named}: it lets a run go on`,
          [tool, surface, resolved({ action: 'accept' })],
          'decision',
          'deviates',
        ],
        [`${named}, a bare word`, [tool, surface, resolved('edit-accept')], 'decision', 'deviates'],
        [
          `${named}: the id of a button is not a verdict`,
          [tool, surface, resolved({ action: 'reject' })],
          'decision',
          'unknown',
        ],
        [`${named}: the answer is no`, [tool, surface, resolved('reject')], 'decision', 'agrees'],
        [
          `${named} and as an answer that was received: one decision`,
          [tool, surface, answered('accept'), resolved({ action: 'accept' })],
          'decision',
          'deviates',
        ],
        [
          `${named}, caused by the answer that was received: one decision`,
          [
            tool,
            surface,
            answered('accept'),
            at(type, { cause: 'e2', payload: { kind: 'approval', resumeValue: { action: 'accept' } } }),
          ],
          'decision',
          'deviates',
        ],
      ] as [string, readonly GivenEvent[], string, string][];
    }),
    ['an untrusted surface, and the answer is no', [tool, surface, answered('reject')], 'decision', 'agrees'],
    [
      'an answer to a question, of which the log does not say who gave it',
      [tool, at('approval.requested', { cause: 'e0', trust: 'untrusted' }), answered('accept')],
      'decision',
      'unknown',
    ],
    [
      'a user who answers a question',
      [
        tool,
        at('approval.requested', { cause: 'e0', trust: 'untrusted' }),
        at('approval.received', { cause: 'e1', payload: { action: 'accept', decidedBy: 'user:ada' } }),
      ],
      'decision',
      'agrees',
    ],
    [
      'an agent that answers a question',
      [
        tool,
        at('approval.requested', { cause: 'e0', trust: 'untrusted' }),
        at('approval.received', { cause: 'e1', payload: { action: 'accept', decidedBy: 'agent:ada' } }),
      ],
      'decision',
      'unknown',
    ],
    [
      'events of one envelope of which one lost the mark',
      [
        tool,
        at('log.appended', { cause: 'corr-1', trust: 'untrusted', payload: { level: 'info', message: 'x' } }),
        at('clarification.requested', { cause: 'corr-1' }),
      ],
      'interrupt',
      'deviates',
    ],
  ])('%s', async (_, events, kind, verdict) => {
    const answer = await taintOfLog(await givenLog(events), LIMITS);
    const reached = answer.flows.flatMap((flow) => flow.reached);
    expect(reached.find((one) => one.kind === kind)).toMatchObject({ kind, verdict });
    expect(reached.filter((one) => one.kind === 'decision').length).toBeLessThan(2);
    expect(answer.deviating).toBe(verdict === 'deviates' ? 1 : 0);
  });

  test('the end of an interrupt that is no approval decides none', async () => {
    const resolved = at('interrupt.resolved', {
      cause: 'e1',
      payload: { kind: 'clarification', resumeValue: 'accept' },
    });
    const { flows } = await taintOfLog(await givenLog([tool, surface, resolved]), LIMITS);
    expect(flows.flatMap(({ reached }) => reached.map(({ kind }) => kind))).toEqual(['surface']);
  });

  test('from an event in the middle only itself and what lies after it is reported', async () => {
    const log = await givenLog([tool, surface, at('agent.toolCalled', { cause: 'e0' }), answered('reject')]);
    const answer = await taintOfEvent(log, 1, 10);
    expect(answer?.reached.map(({ kind }) => kind)).toEqual(['surface', 'decision']);
  });
});

test('the sample of a blocked approval: the mail came in, the approval was refused, nothing deviates', async () => {
  const answer = await taintOfLog(await openPath(join(samples, 'blocked-approval.app-bundle.json')), LIMITS);
  expect(answer.deviating).toBe(0);
  const kinds = answer.flows.flatMap(({ reached }) =>
    reached.map(({ kind, verdict }) => `${kind} ${verdict}`),
  );
  expect(kinds).toContain('refusal agrees');
  expect(kinds).toContain('approval agrees');
});
