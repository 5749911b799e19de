/** Logs of AGH messages, opened like runs: rows, causes, states, problems (agh 1 to 10). */
import { createMessageJudge } from '@openwop-inspector/acceptor-core';
import {
  messageFacts,
  nodeLanes,
  openRunLog,
  type RunLog,
  sequenceGaps,
  sessionSummary,
  textSource,
} from '@openwop-inspector/run-log';
import { sampleText } from '@openwop-inspector/testing/samples';
import { describe, expect, test } from 'vitest';

async function opened(text: string): Promise<RunLog> {
  const log = openRunLog(textSource('messages', text), {
    startJudge: async (dialect) => createMessageJudge(dialect),
  });
  await log.loaded;
  await log.runChecks();
  return log;
}

type Doc = Readonly<Record<string, unknown>>;

/** A well-formed `say` unless given otherwise. */
const said = (id: string, more: Doc = {}): Doc => ({
  protocol: 'agh-network/v0',
  id,
  kind: 'say',
  channel: 'c',
  from: 'a',
  ts: 100,
  body: { text: 'x' },
  ...more,
});
const direct = (id: string, more: Doc = {}): Doc =>
  said(id, { kind: 'direct', to: 'b', interaction_id: 'i', ...more });
const trace = (id: string, state: string, more: Doc = {}): Doc =>
  said(id, { kind: 'trace', from: 'b', to: 'a', interaction_id: 'i', body: { state }, ...more });
const lines = (messages: readonly Doc[]): string => messages.map((one) => JSON.stringify(one)).join('\n');
const codesOf = async (log: RunLog): Promise<readonly string[]> =>
  (await log.allProblems()).map(({ code }) => code);
const verdictOf = async (log: RunLog): Promise<string> =>
  (await sessionSummary(log)).verdict.sentence.map(({ text }) => text).join('');

describe('every shape that holds messages is opened (agh 1, bundles 1)', () => {
  const two = [said('1'), said('2')];
  const event = {
    eventId: 'e',
    runId: 'r',
    type: 'run.started',
    sequence: 0,
    timestamp: '2026-05-18T10:00:00Z',
    payload: {},
  };
  test.each([
    ['lines', lines(two), 'ndjson', 2, 0],
    ['a list', JSON.stringify(two), 'agh-log', 2, 0],
    ['one message', JSON.stringify(said('1')), 'agh-envelope', 1, 0],
    ['one message over several lines', JSON.stringify(said('1'), null, 2), 'agh-envelope', 1, 0],
    ['a broken line between', `${lines(two)}\n{"protocol":\n${JSON.stringify(said('3'))}`, 'ndjson', 3, 1],
    ['a cut last line', `${lines(two)}\n{"protocol":"agh-n`, 'ndjson', 2, 1],
    ['a number in a list', JSON.stringify([said('1'), 7, said('2')]), 'agh-log', 2, 1],
    ['a stranger in a list', JSON.stringify([said('1'), { a: 1 }]), 'agh-log', 1, 1],
    ['messages between events', lines([event, said('1')]), 'ndjson', 1, 0],
    ['events between messages, in a list', JSON.stringify([said('1'), event]), 'agh-log', 1, 0],
    ['messages between events, in a list', JSON.stringify([event, said('1')]), 'event-log', 1, 0],
    ['another version', JSON.stringify(said('1', { protocol: 'agh-network/v1' })), 'agh-envelope', 1, 0],
    ['no protocol', lines([said('1', { protocol: undefined }), said('2')]), 'ndjson', 2, 0],
  ])('%s', async (_name, text, format, messages, lost) => {
    const log = await opened(text);
    expect([log.format, log.index.aghMessages, log.index.events - log.index.aghMessages]).toEqual([
      format,
      messages,
      text.includes('run.started') ? 1 : 0,
    ]);
    const broken = (await codesOf(log)).filter((code) => /bad_line|ends_early|unreadable_entry/.test(code));
    expect(broken).toHaveLength(lost);
  });
});

describe('causes (agh 6)', () => {
  test.each([
    ['causation_id before reply_to', said('2', { causation_id: '1', reply_to: '0' }), 1],
    ['reply_to before for_id', said('2', { reply_to: '0', body: { text: 'x', for_id: '1' } }), 0],
    ['for_id alone', said('2', { body: { text: 'x', for_id: '1' } }), 1],
    ['nothing', said('2'), null],
    ['an id that is not in the file', said('2', { causation_id: '9' }), null],
  ])('%s', async (_name, message, parent) => {
    const log = await opened(lines([said('0'), said('1'), message]));
    const chain = await log.chain({ ordinal: 2 }, { descendantLimit: 0, links: false });
    const [cause] = chain?.ancestors ?? [];
    expect(cause?.node.kind === 'event' ? cause.node.row.ordinal : null).toBe(parent);
  });

  test('two that name one missing message have two stubs and no envelope', async () => {
    const log = await opened(lines([said('1', { reply_to: '9' }), said('2', { reply_to: '9' })]));
    const { causal, logicalEnvelopes } = await sessionSummary(log);
    expect([causal.orphans, causal.byRule.correlationId, logicalEnvelopes]).toEqual([2, 0, 0]);
  });

  test('an answer goes to whoever sent the id that it names, and where nothing distinguishes them it says so', async () => {
    const both = [said('1', { from: 'a' }), said('1', { from: 'b' })];
    const answer = said('2', { from: 'c', reply_to: '1', to: 'b' });
    const guess = said('3', { from: 'c', causation_id: '1' });
    const log = await opened(lines([...both, answer, guess]));
    const parents = [2, 3].map((row) => log.graph?.parent[row]);
    expect(parents).toEqual([1, 0]);
    expect(await codesOf(log)).toContain('agh_ambiguous_id');
  });

  test('a message that names itself, one that names a later one, and a circle are marked', async () => {
    const circle = [said('1', { causation_id: '2' }), said('2', { causation_id: '1' })];
    const early = [said('3', { reply_to: '4' }), said('4', { ts: 101 })];
    const codes = await codesOf(await opened(lines([said('0', { causation_id: '0' }), ...circle, ...early])));
    expect(codes).toEqual(expect.arrayContaining(['causation_self', 'causation_forward', 'causation_cycle']));
  });

  test.each([
    [99, false],
    [100, false],
    [101, true],
  ])(
    'a message that names one of second %i, which arrived later than its own of second 100',
    async (ts, isFound) => {
      const codes = await codesOf(await opened(lines([said('1', { reply_to: '2' }), said('2', { ts })])));
      expect(codes.includes('causation_forward')).toBe(isFound);
    },
  );
});

describe('the life of an interaction (agh 5)', () => {
  const requested = said('3', {
    kind: 'trace',
    from: 'b',
    to: 'a',
    interaction_id: 'i',
    body: { state: 'needs_input' },
  });
  test.each([
    ['opened', [direct('1')], ['submitted']],
    ['worked on', [direct('1'), trace('2', 'working')], ['submitted', 'working']],
    ['answered', [direct('1'), requested, direct('4')], ['submitted', 'needs_input', 'working']],
    [
      'completed, then silent',
      [direct('1'), trace('2', 'completed'), trace('3', 'working')],
      ['submitted', 'completed'],
    ],
    [
      'refused in between',
      [direct('1'), direct('2', { nobody: 1 }), trace('3', 'working')],
      ['submitted', 'working'],
    ],
    ['without an opener', [trace('2', 'working')], ['unopened']],
    [
      'in another channel it is another',
      [direct('1'), trace('2', 'completed', { channel: 'd' })],
      ['submitted'],
    ],
  ])('%s', async (_name, messages, states) => {
    const log = await opened(lines(messages));
    expect(messageFacts(log, 0)?.interaction?.states.map(({ state }) => state)).toEqual(states);
    const { lanes } = await nodeLanes(log, null);
    const lane = lanes.find(({ kind }) => kind === 'node');
    expect(lane?.spans.map(({ label }) => label)).toEqual(states);
  });

  test('receipts stand on their target, with what they say', async () => {
    const body = { for_id: '1', status: 'rejected', reason_code: 'busy' };
    const log = await opened(
      lines([direct('1'), said('2', { kind: 'receipt', from: 'b', to: 'a', interaction_id: 'i', body })]),
    );
    expect(messageFacts(log, 0)?.receipts).toMatchObject([{ sequence: 2, says: 'rejected, busy' }]);
    expect(await verdictOf(log)).toBe('2 messages in #c; 1 interaction, failed.');
  });
});

describe('the sample of all faults', () => {
  test('each reason of the protocol is there once, with its step and place (agh 2, 4)', async () => {
    const text = sampleText('agh-faults');
    const log = await opened(text);
    const problems = await log.allProblems();
    const reasons = problems.flatMap((one) => (one.reason_code === undefined ? [] : [one]));
    expect(reasons.map(({ reason_code, step, line }) => [reason_code, step, line])).toEqual([
      ['internal', 'A6', 5],
      ['verification_failed', 'A4a', 6],
      ['malformed', 'A2d', 7],
      ['unsupported_kind', 'A2c', 8],
      ['unsupported_profile', 'A2b', 9],
      ['expired', 'A3', 10],
      ['duplicate', 'A5b', 12],
      ['interaction_closed', 'A6', 13],
    ]);
    expect(text.match(/"reason_code":"(\w+)"/g)?.sort()).toEqual([
      '"reason_code":"busy"',
      '"reason_code":"not_found"',
      '"reason_code":"not_target"',
    ]);
  });

  test.each(['agh-plain', 'agh-delegation'])('%s has nothing to say against it', async (sampleId) => {
    expect(await codesOf(await opened(sampleText(sampleId)))).toEqual([]);
  });
});

describe('what is tolerated', () => {
  test('a repeat keeps its row and is no cause; the order of the file is that of the rows', async () => {
    const log = await opened(
      lines([said('1', { ts: 200 }), said('1', { ts: 200 }), said('2', { ts: 100, causation_id: '1' })]),
    );
    expect([log.order.length, log.index.dropped, log.graph?.parent[2]]).toEqual([3, 0, 0]);
    expect(await codesOf(log)).toContain('agh_duplicate');
  });

  test('next to a run, messages change nothing of its verdict', async () => {
    const run = [
      {
        eventId: 'e0',
        runId: 'r',
        type: 'run.started',
        sequence: 0,
        timestamp: '2026-05-18T10:00:00Z',
        payload: {},
      },
      {
        eventId: 'e1',
        runId: 'r',
        type: 'run.completed',
        sequence: 1,
        timestamp: '2026-05-18T10:00:01Z',
        payload: {},
      },
    ];
    const log = await opened(lines([...run, said('1')]));
    const { verdict, runs } = await sessionSummary(log);
    expect(verdict.title).toBe('Completed');
    expect(runs.map(({ runId }) => runId)).toEqual(['r', '#c']);
    expect(await verdictOf(log)).toMatch(/The log also holds 1 AGH message\.$/);
  });

  test('what looks like milliseconds is drawn at its time and said (agh 1)', async () => {
    const log = await opened(JSON.stringify(said('1', { ts: 1_776_366_000_000 })));
    expect(log.index.timeOf(0)).toBe(1_776_366_000_000);
    expect(await codesOf(log)).toContain('agh_ts_milliseconds');
  });

  test.each([
    ['id', [said('1', { id: undefined })]],
    ['channel', [said('1', { channel: 5 })]],
    ['kind', [said('1', { kind: '__proto__' })]],
    ['ts', [said('1', { ts: -1 })]],
    ['body', [said('1', { body: null })]],
  ])('a wrong %s costs nothing but its problem', async (_name, messages) => {
    const log = await opened(lines(messages));
    const [row] = await log.rows([0]);
    expect(row?.type).toMatch(/^agh\.(say|unknown)$/);
    expect((await log.allProblems()).filter(({ step }) => step?.startsWith('A'))).toHaveLength(1);
  });
});

test('what was written to another channel in between is not missing (agh 2)', async () => {
  const log = await opened(lines([said('1'), said('2', { channel: 'd' }), said('3')]));
  expect(sequenceGaps(log, null)).toEqual([]);
  const rows = await log.rows([0, 1, 2]);
  expect(rows.map(({ sequence, isMessage }) => [sequence, isMessage])).toEqual([
    [1, true],
    [2, true],
    [3, true],
  ]);
  await log.close();
});

describe('a channel is what the worst of its interactions is (agh 5)', () => {
  const opener = direct('1');
  const accepted = said('2', {
    kind: 'receipt',
    from: 'b',
    to: 'a',
    interaction_id: 'i',
    causation_id: '1',
    body: { for_id: '1', status: 'accepted' },
  });
  const other = direct('3', { interaction_id: 'k', ts: 101 });
  test.each([
    ['no interaction', [said('1')], 'unknown'],
    ['an open one', [opener], 'running'],
    ['one that waits for input', [opener, accepted, trace('4', 'needs_input')], 'waiting-input'],
    ['a completed one', [opener, accepted, trace('4', 'completed')], 'completed'],
    ['a cancelled one', [opener, accepted, trace('4', 'canceled')], 'cancelled'],
    ['a failed one next to an open one', [opener, accepted, trace('4', 'failed'), other], 'failed'],
    ['a completed one next to an open one', [opener, accepted, trace('4', 'completed'), other], 'running'],
  ])('%s', async (_, messages, status) => {
    const log = await opened(lines(messages));
    expect((await log.runs()).map((row) => row.status)).toEqual([status]);
    expect((await sessionSummary(log)).runs.map((row) => row.status)).toEqual([status]);
    await log.close();
  });
});

describe('the dialect of a file (agh 9.1)', () => {
  const later = (id: string, more: Doc = {}): Doc =>
    said(id, { workspace_id: 'ws_7', surface: 'thread', thread_id: 'thread_ab1', to: 'b', ...more });
  const laterTrace = (id: string, more: Doc = {}): Doc =>
    later(id, { kind: 'trace', from: 'b', to: 'a', work_id: 'work_1', body: { state: 'failed' }, ...more });

  test('a file of the later dialect: verdict, run, lane, work in its container', async () => {
    const log = await opened(lines([later('1', { work_id: 'work_1' }), later('2'), laterTrace('3')]));
    expect(await codesOf(log)).toEqual([]);
    expect(await verdictOf(log)).toBe(
      '3 messages in #ws_7/c, later dialect (workspaces, six kinds); 1 interaction, failed.',
    );
    const { conversation } = await sessionSummary(log);
    expect(conversation?.dialect).toEqual({ dialect: 'later', isMixed: false });
    expect(conversation?.interactions).toMatchObject([
      { interactionId: 'work_1', initiator: 'a', target: 'b' },
    ]);
    expect(messageFacts(log, 2)).toMatchObject({ container: 'thread_ab1', interaction: { id: 'work_1' } });
    expect((await nodeLanes(log, null)).lanes.map(({ name }) => name)).toContain('work_1');
  });

  test('one message of the later dialect among those of the seed is malformed, with its label', async () => {
    const seed = [1, 2, 3, 4, 5, 6].map((at) => direct(String(at)));
    const log = await opened(lines([...seed, later('7'), said('8')]));
    expect(await codesOf(log)).toEqual(['agh_malformed', 'agh_later_dialect']);
    expect(messageFacts(log, 6)?.dialect).toBe('later');
    expect(await verdictOf(log)).not.toContain('dialect');
  });

  test('one message of the seed among those of the later dialect is refused for its field', async () => {
    const others = [1, 2, 3, 4, 5, 6].map((at) => later(String(at)));
    const log = await opened(lines([...others, direct('7')]));
    expect(await codesOf(log)).toEqual(['agh_legacy_field_rejected']);
    expect(messageFacts(log, 6)?.dialect).toBe('seed');
  });

  test('a fifth or more of both: one problem, each judged by what it shows, the others by the file', async () => {
    const log = await opened(lines([direct('1'), later('2'), later('3'), said('4')]));
    expect(await codesOf(log)).toEqual(['agh_two_dialects', 'agh_malformed']);
    expect(await verdictOf(log)).toContain('two dialects');
  });

  test.each([
    ['a tie with a workspace', [direct('1'), later('2')], 'later'],
    ['a tie without one', [direct('1'), said('2', { thread_id: 'thread_ab1' })], 'seed'],
    ['nothing decides', [said('1')], 'seed'],
  ])('%s', async (_, messages, dialect) => {
    const { conversation } = await sessionSummary(await opened(lines(messages)));
    expect(conversation?.dialect.dialect).toBe(dialect);
  });
});
