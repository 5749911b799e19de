import { describe, expect, test } from 'vitest';
import { compareTurn, gateFromLog, type LogTurn, simulateDispatch, turnFromLog } from '../src/index.ts';

/** A replayed turn of a log compared with its host's record (acceptor 5, run-events 3.2.6 to 3.2.8). */

let index = 0;
function event(type: string, payload: unknown) {
  index += 1;
  const base = { sequence: index, eventId: `e${index}`, nodeId: 'n', timestamp: null, causationId: null };
  return { index, type, payload, contentTrust: null, ...base };
}

const ENVELOPE = JSON.stringify({
  type: 'clarification.request',
  schemaVersion: 1,
  envelopeId: 'env-1',
  correlationId: 'c-1',
  payload: { questions: [{ id: 'q1', question: 'Which?' }] },
  meta: { source: 'ai-generation', ts: '2026-01-01T00:00:00Z' },
});

const nothing = { complete: true, masked: 0, usage: null, events: [] };
const accepted = { ...nothing, text: ENVELOPE, finishReason: 'stop' };
const cut = {
  ...nothing,
  text: null,
  complete: false,
  finishReason: null,
  events: [
    event('envelope.truncated', { stopReason: 'length', outputTokenCount: 512 }),
    event('envelope.retry.attempted', { attempt: 2, reason: 'truncation' }),
  ],
};
const context = { host: { limits: { schemaRounds: 2 } } };

function answerOf(turn: Omit<LogTurn, 'isOpen' | 'leftOut'> & Partial<LogTurn>) {
  const { file, missing, recorded } = turnFromLog({ isOpen: false, leftOut: 0, ...turn }, context);
  const result = simulateDispatch(file.responses, file.config, file.context);
  return compareTurn(result, recorded, { missing, isLimitKnown: true });
}

describe('verdict on a host from a turn of its log', () => {
  test('the same sequence agrees, event by event', () => {
    const { answer, rows } = answerOf({ answers: [cut, accepted] });
    expect(answer).toEqual({ kind: 'agrees', compared: 2 });
    expect(rows.every(({ same }) => same)).toBe(true);
  });

  test('a retry with another reason deviates from run-events 3.2.7, with both values', () => {
    const [truncated] = cut.events;
    const wrong = event('envelope.retry.attempted', { attempt: 2, reason: 'schema-violation' });
    const { answer } = answerOf({ answers: [{ ...cut, events: [truncated ?? wrong, wrong] }, accepted] });
    expect(answer).toMatchObject({
      kind: 'deviates',
      deviations: [{ clause: 'run-events 3.2.7', here: 'truncation', host: 'schema-violation' }],
    });
  });

  test('max_tokens and length are two words for one thing (acceptor 5)', () => {
    const events = cut.events.map((one) =>
      one.type === 'envelope.truncated' ? { ...one, payload: { stopReason: 'max_tokens' } } : one,
    );
    const { answer } = answerOf({ answers: [{ ...cut, finishReason: 'length', events }, accepted] });
    expect(answer.kind).toBe('agrees');
  });

  test('an exhaustion without cap.breached is acceptor R17', () => {
    const invalid = (events: ReturnType<typeof event>[]) => ({
      ...nothing,
      text: '{"type":"clarification.request"}',
      finishReason: 'stop',
      events,
    });
    const { answer } = answerOf({
      answers: [
        invalid([event('envelope.retry.attempted', { attempt: 2, reason: 'schema-violation' })]),
        invalid([event('envelope.retry.attempted', { attempt: 3, reason: 'schema-violation' })]),
        invalid([
          event('envelope.retry.exhausted', { totalAttempts: 3, finalReason: 'schema-violation' }),
          event('node.failed', { error: { code: 'envelope_invalid' } }),
        ]),
      ],
    });
    expect(answer).toMatchObject({ kind: 'deviates', deviations: [{ clause: 'acceptor R17', rule: 'R17' }] });
  });

  test.each<[string, LogTurn, string]>([
    [
      'nothing is recorded',
      { answers: [accepted], isOpen: false, leftOut: 0 },
      'what the host recorded of the turn',
    ],
    ['a retry is the last thing', { answers: [cut], isOpen: true, leftOut: 0 }, 'the answer of attempt 2'],
    [
      'a finish reason is not recorded',
      { answers: [cut, { ...accepted, finishReason: null }], isOpen: false, leftOut: 0 },
      'why the model stopped in attempt 2',
    ],
    [
      'a value is masked',
      { answers: [cut, { ...accepted, masked: 1 }], isOpen: false, leftOut: 0 },
      'a value that is masked here, and that the host saw',
    ],
    [
      'the text is cut',
      { answers: [cut, { ...accepted, complete: false }], isOpen: false, leftOut: 0 },
      'the answer of attempt 2',
    ],
  ])('it is not reconstructable, never put in the mouth of the host, where %s', (_, turn, what) => {
    const { answer } = answerOf(turn);
    expect(answer.kind).toBe('not-reconstructable');
    expect(answer.kind === 'not-reconstructable' && answer.missing.map((one) => one.what)).toContain(what);
  });

  test('does not compare an unnamed limit', () => {
    const breach = (limit: number) => ({
      ...nothing,
      text: '{}',
      finishReason: 'stop',
      events: [event('cap.breached', { kind: 'schema', limit, observed: limit + 1 })],
    });
    const { file, missing, recorded } = turnFromLog(
      { answers: [breach(7)], isOpen: false, leftOut: 0 },
      { host: { limits: { schemaRounds: 0 } } },
    );
    const result = simulateDispatch(file.responses, file.config, file.context);
    const rows = (isLimitKnown: boolean) =>
      compareTurn(result, recorded, { missing, isLimitKnown }).rows.find(
        ({ here }) => here?.type === 'cap.breached',
      )?.differences.length;
    expect([rows(false), rows(true)]).toEqual([0, 2]);
  });
});

describe('the gate out of a log (acceptor 5.1)', () => {
  const insufficient = event('model.capability.insufficient', {
    provider: 'acme',
    model: 'small',
    missingCapabilities: ['vision'],
    fallbackAttempted: false,
  });

  test('the smallest question leads to what was recorded, and the rest is named as missing', () => {
    const gate = gateFromLog([insufficient]);
    expect(gate?.question).toMatchObject({
      required: ['vision'],
      active: { provider: 'acme', capabilities: [] },
    });
    expect(gate?.answer.kind).toBe('not-reconstructable');
  });

  test('a node that fails with another code deviates', () => {
    const failed = event('node.failed', { error: { code: 'provider_error' } });
    expect(gateFromLog([insufficient, failed])?.answer).toMatchObject({
      kind: 'deviates',
      deviations: [{ clause: 'acceptor 5.1', host: 'provider_error', here: 'capability_not_provided' }],
    });
  });

  test('another event is not a decision of the gate', () => {
    expect(gateFromLog([event('node.failed', {})])).toBeNull();
    expect(gateFromLog([])).toBeNull();
  });
});
