import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type ReasoningMoment, reasoningAt, trustOf } from '../src/index.ts';
import type { GivenEvent } from './given-log.ts';
import { givenLog, openPath } from './opened-logs.ts';

const samples = join(import.meta.dirname, '../../../samples');
const recordings = join(import.meta.dirname, '../../../testing/recordings');

const started: GivenEvent = { type: 'node.started', node: 'n', payload: {} };
const tool = (cause?: string, node = 'n'): GivenEvent => ({
  type: 'agent.toolReturned',
  node,
  ...(cause === undefined ? {} : { cause }),
  payload: { toolName: 'docs.search', outcome: 1 },
});
const said = (trust: string | null, cause?: string, node = 'n'): GivenEvent => ({
  type: 'agent.reasoned',
  node,
  ...(cause === undefined ? {} : { cause }),
  payload: { reasoning: 'r' },
  ...(trust === null ? {} : { extra: { contentTrust: trust } }),
});
const plain: GivenEvent = { type: 'node.completed', node: 'n', payload: {} };

describe('trust of an event and where its taint came from (envelope 2.1, security S-16)', () => {
  test.each<[string, readonly GivenEvent[], string, number | null, string | null]>([
    ['says so, by its cause', [tool(), said('untrusted', 'e0')], 'untrusted', 0, 'cause'],
    [
      'says so, over causes that say nothing',
      [tool(), { ...plain, cause: 'e0' }, said('untrusted', 'e1')],
      'untrusted',
      0,
      'cause',
    ],
    ['says so, by its node', [started, tool(), said('untrusted')], 'untrusted', 1, 'node'],
    ['says so, and nothing else does', [said('untrusted')], 'untrusted', null, 'own'],
    [
      'topmost of causes that follow one another',
      [said('untrusted'), said('untrusted', 'e0'), said('untrusted', 'e1')],
      'untrusted',
      0,
      'cause',
    ],
    [
      'a result of a tool is untrusted whatever it says',
      [{ ...tool(), extra: { contentTrust: 'trusted' } }],
      'untrusted',
      0,
      'own',
    ],
    ['so is what was heard', [{ type: 'voice.transcript', payload: { text: 't' } }], 'untrusted', 0, 'own'],
    ['says it is trusted', [tool(), said('trusted', 'e0')], 'trusted', null, 'own'],
    ['says nothing, behind a tool at its node', [started, tool(), said(null)], 'untrusted', 1, 'node'],
    ['says nothing, caused by one at its node', [started, tool(), said(null, 'e1')], 'untrusted', 1, 'cause'],
    [
      'says nothing, the tool stood at another node',
      [tool(undefined, 'm'), said(null, 'e0')],
      'unmarked',
      null,
      null,
    ],
    ['says nothing, the node started again', [started, tool(), started, said(null)], 'unmarked', null, null],
    ['no content of a model', [started, tool(), plain], 'unmarked', null, null],
  ])('%s', async (_name, events, level, source, via) => {
    const log = await givenLog(events);
    const answer = await trustOf(log, events.length - 1);
    expect([answer.level, answer.source?.ordinal ?? null, answer.via]).toEqual([level, source, via]);
  });

  test('the surface of the sample came by a search', async () => {
    const log = await openPath(join(samples, 'acme-prd-draft.bundle.json'));
    expect(await trustOf(log, log.findBySequence(126))).toEqual({
      level: 'untrusted',
      source: { ordinal: 15, sequence: 15, type: 'agent.toolReturned', name: 'docs.search' },
      via: 'cause',
    });
  });

  test('rows name the source where another event is it', async () => {
    const log = await openPath(join(samples, 'acme-prd-draft.bundle.json'));
    const rows = await log.rows([0, 15, 64, 126, 144, 216]);
    expect(rows.map((row) => row.taintFrom?.sequence ?? null)).toEqual([null, null, 15, 15, 137, 137]);
  });

  test('causes in a circle end', async () => {
    const log = await givenLog([said('untrusted', 'e1'), said('untrusted', 'e0')]);
    expect((await log.rows([0, 1])).map((row) => row.taintFrom?.ordinal ?? null)).toEqual([null, 0]);
  });

  test('an event that is not loaded is unmarked', async () => {
    const log = await givenLog([started]);
    for (const odd of [-1, 3, 0.5, Number.NaN]) expect((await trustOf(log, odd)).level).toBe('unmarked');
  });
});

describe('reasoning around an event: three sources, never merged (envelope 5)', () => {
  const delta = (text: string, sequence: number, agentId = 'agent-a'): GivenEvent => ({
    type: 'agent.reasoning.delta',
    node: 'n',
    payload: { agentId, delta: text, sequence },
  });
  const reasoned = (reasoning: string): GivenEvent => ({
    type: 'agent.reasoned',
    node: 'n',
    payload: { agentId: 'agent-a', reasoning },
  });
  const prompt = (payload: object): GivenEvent => ({ type: 'prompt.composed', node: 'n', payload });

  async function at(events: readonly GivenEvent[], ordinal: number): Promise<ReasoningMoment | null> {
    return reasoningAt(await givenLog(events), ordinal);
  }
  const texts = (moment: ReasoningMoment | null): Record<string, string[]> => ({
    payload: (moment?.payload ?? []).map((one) => one.text),
    agent: (moment?.agent ?? []).map((one) => one.text),
    prompt: (moment?.prompt ?? []).map((one) => one.text),
  });

  test('the third attempt of the form in the sample', async () => {
    const log = await openPath(join(samples, 'acme-prd-draft.bundle.json'));
    const moment = await reasoningAt(log, log.findBySequence(126));
    expect(moment?.nodeId).toBe('ask');
    expect(moment?.payload).toMatchObject([{ sequence: 126, untrusted: true, cut: false, pieces: 1 }]);
    expect(moment?.agent).toMatchObject([{ sequence: 119, type: 'agent.reasoned', untrusted: true }]);
    expect(moment?.prompt).toMatchObject([{ sequence: 118, untrusted: false }]);
    expect(moment?.prompt[0]?.text).toMatch(
      /^system: Ask for what is missing[\s\S]*\n\nuser: Missing: market, date\.$/,
    );
  });

  test('the failure of the run has the reasoning of the failed answer', async () => {
    const log = await openPath(join(samples, 'acme-prd-draft.bundle.json'));
    const moment = await reasoningAt(log, log.findBySequence(218));
    expect(moment).toMatchObject({ nodeId: 'draft', prompt: [{ sequence: 143 }] });
    expect(moment?.payload[0]?.text).toBe('The checklist leaves the title to the publishing desk.');
  });

  test('a stream and what closes it are one entry when they say the same', async () => {
    const log = await openPath(join(recordings, 'app/conformance-agent-reasoning-streaming/poll.json'));
    const moment = await reasoningAt(log, 2);
    expect(moment?.agent).toMatchObject([{ type: 'agent.reasoned', pieces: 3 }]);
  });

  test.each<[string, readonly GivenEvent[], string[]]>([
    ['a stream that nothing closes', [delta('a', 0), delta('b', 1)], ['ab']],
    ['a summary that says something else', [delta('long', 0), reasoned('short')], ['long', 'short']],
    ['a stream that begins again', [delta('a', 0), delta('b', 1), delta('c', 0)], ['ab', 'c']],
    ['streams of two agents', [delta('a', 0), delta('x', 0, 'agent-b'), delta('b', 1)], ['ab', 'x']],
  ])('%s', async (_name, events, expected) => {
    expect(texts(await at([started, ...events], 1)).agent).toEqual(expected);
  });

  test.each<[string, object, string]>([
    [
      'counts of tokens by part',
      { tokenCounts: { system: 412, user: 96, 'schema-hint': 704 }, systemPrompt: 'S' },
      'system 412, user 96, schema-hint 704 tokens\n\nsystem: S',
    ],
    [
      'parts',
      {
        parts: [
          { kind: 'system', text: 'S', tokens: 1200 },
          { kind: 'user', text: 'U', tokens: 3 },
        ],
      },
      'system 1,200, user 3 tokens\n\nsystem: S\n\nuser: U',
    ],
    ['one body', { composed: 'C' }, 'C'],
    [
      'no body',
      { kind: 'system-only', refs: ['prompt:a@1.0.0'], hash: 'sha256:0' },
      'system-only, prompt:a@1.0.0, sha256:0',
    ],
  ])('a prompt with %s', async (_name, payload, text) => {
    expect(texts(await at([started, prompt(payload)], 1)).prompt).toEqual([text]);
  });

  test('a turn reaches from its prompts to the next ones, over retries and not over a new start', async () => {
    const retry = { type: 'envelope.retry.attempted', node: 'n', cause: 'c1', payload: { attempt: 2 } };
    const events = [
      started,
      prompt({ composed: 'P1' }),
      reasoned('R1'),
      prompt({ composed: 'P2' }),
      reasoned('R2'),
      retry,
      reasoned('R3'),
      started,
      prompt({ composed: 'P3' }),
    ];
    const log = await givenLog(events);
    const prompts = async (ordinal: number): Promise<string[] | undefined> =>
      texts(await reasoningAt(log, ordinal)).prompt;
    expect(await Promise.all([0, 1, 2, 3, 4, 5, 6, 7, 8].map(prompts))).toEqual([
      ['P1'],
      ['P1'],
      ['P1'],
      ['P2'],
      ['P2'],
      ['P2'],
      ['P2'],
      ['P3'],
      ['P3'],
    ]);
    expect(texts(await reasoningAt(log, 6)).agent).toEqual(['R2', 'R3']);
  });

  test('long text is cut and secrets are masked', async () => {
    const secret = `sk-${'a1B2'.repeat(8)}`;
    const moment = await at([started, reasoned(`${secret} ${'x'.repeat(30_000)}`)], 1);
    expect(moment?.agent[0]).toMatchObject({ cut: true });
    expect(moment?.agent[0]?.text.length).toBe(20_000);
    expect(moment?.agent[0]?.text).not.toContain(secret);
  });

  test('nothing of the kind is nothing', async () => {
    expect(await at([started, plain], 1)).toBeNull();
    for (const odd of [-1, 9, 0.5, Number.NaN]) expect(await at([started], odd)).toBeNull();
  });
});
