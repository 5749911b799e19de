import { readFileSync } from 'node:fs';
import { type JsonObject, member } from '@openwop-inspector/base';
import { checkPayload } from '@openwop-inspector/protocol';
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AcceptContext } from '../accept-context.ts';
import { differencesOf } from '../vectors/match.ts';
import { readAcceptContext } from '../vectors/read-accept-context.ts';
import { readVectors } from '../vectors/read-vectors.ts';
import { simulateDispatch } from './simulate-dispatch.ts';

const file = new URL('../../../../testing/vectors/17-dispatch.json', import.meta.url);
const read = readVectors(JSON.parse(readFileSync(file, 'utf8')));
const vectors = read.ok ? read.file.vectors.filter((vector) => vector.form === 'dispatch') : [];

function contextOf(value: unknown): AcceptContext {
  const context = readAcceptContext(value);
  expect(context.ok).toBe(true);
  return context.ok ? context.context : {};
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

describe('dispatch vectors (acceptor 5)', () => {
  test('are all there', () => expect(vectors.length).toBeGreaterThanOrEqual(35));
  test.each(vectors.map((vector) => [`${vector.id} ${vector.title}`, vector] as const))('%s', (_, vector) => {
    const { input, expect: wanted } = vector;
    const before = JSON.stringify(input);
    const result = simulateDispatch(
      member(input, 'responses'),
      member(input, 'config'),
      contextOf(vector.context),
    );
    expect(JSON.stringify(input)).toBe(before);
    const warnings = result.warnings.map(({ code }) => code);
    expect(differencesOf(result.events, member(wanted, 'events'))).toEqual([]);
    expect(differencesOf(result.terminal, member(wanted, 'terminal'))).toEqual([]);
    const attempts = member(wanted, 'attempts');
    const made = Array.isArray(attempts) ? result.attempts.slice(0, attempts.length) : [];
    expect(differencesOf(made, attempts ?? [])).toEqual([]);
    expect(warnings).toEqual(expect.arrayContaining([...strings(member(wanted, 'warnings'))]));
    for (const code of strings(member(wanted, 'notWarnings'))) expect(warnings).not.toContain(code);
    for (const text of strings(member(wanted, 'absent'))) expect(JSON.stringify(result)).not.toContain(text);
    for (const event of result.events) expect(checkPayload(event.type, event.payload)).toEqual([]);
  });
});

const context: AcceptContext = { nodeId: 'n1', now: '2026-05-18T10:00:05Z' };
const envelope = (change: object = {}) =>
  JSON.stringify({
    type: 'error',
    envelopeId: 'e1',
    correlationId: 'c1',
    payload: { code: 'validation_failed', message: 'm' },
    meta: { source: 'ai-generation', ts: '2026-05-18T10:00:00Z' },
    ...change,
  });
const good: JsonObject = { stop: 'stop', text: envelope() };
const bad: JsonObject = { stop: 'stop', text: envelope({ payload: {} }) };
const cut: JsonObject = { stop: 'max_tokens', text: '{' };
const play = (responses: readonly JsonObject[], config: JsonObject = {}, extra: AcceptContext = {}) =>
  simulateDispatch(responses, config, { ...context, ...extra });
const types = (responses: readonly JsonObject[], config?: JsonObject, extra?: AcceptContext) =>
  play(responses, config, extra).events.map(({ type }) => type);

describe('budgets (acceptor 5)', () => {
  test('a clamped budget that is cut off again is the end', () => {
    const { terminal, attempts } = play([cut, cut, cut, cut], { maxTokens: 5000, ceiling: 8000 });
    expect(attempts.map(({ maxTokens }) => maxTokens)).toEqual([5000, 8000]);
    expect(terminal).toMatchObject({ code: 'envelope_truncation_unrecoverable', attempts: 2 });
  });

  test('a multiplier of 1 does not grow the budget', () => {
    expect(play([cut, cut, cut], { maxTokens: 100, multiplier: 1 }).terminal.attempts).toBe(2);
  });

  test.each([
    ['an absent multiplier is 2', undefined, 200],
    ['a multiplier above 8 is 8', 50, 800],
    ['a fraction is rounded down', 1.555, 155],
  ])('%s', (_, multiplier, tokens) => {
    expect(play([cut, good], { maxTokens: 100, multiplier }).attempts[1]?.maxTokens).toBe(tokens);
  });

  test('a grown budget stays after another failure', () => {
    const { attempts } = play([cut, bad, good], { maxTokens: 100 });
    expect(attempts.map(({ maxTokens, corrective }) => [maxTokens, corrective])).toEqual([
      [100, false],
      [200, false],
      [200, true],
    ]);
  });

  test('rounds that the node has used up are not available', () => {
    const { terminal, events } = play(
      [bad, bad, bad],
      { schemaRounds: 2 },
      { counters: { schemaRounds: 1 } },
    );
    expect(terminal.attempts).toBe(2);
    expect(events.find(({ type }) => type === 'cap.breached')?.payload).toMatchObject({
      limit: 2,
      observed: 3,
    });
  });

  test('observed is above limit when attempts run out before rounds do', () => {
    const { events } = play([bad], { maxRetryAttempts: 1, schemaRounds: 5 });
    expect(events.find(({ type }) => type === 'cap.breached')?.payload).toMatchObject({
      limit: 5,
      observed: 6,
    });
  });

  test('distinguishes the end of the responses from the end of the budget', () => {
    expect(play([bad], { schemaRounds: 2 }).terminal).toMatchObject({ status: 'failed', ranOut: true });
    expect(play([bad], { schemaRounds: 0 }).terminal).toMatchObject({ status: 'failed', ranOut: false });
    expect(play([]).terminal).toEqual({ status: 'failed', code: null, attempts: 0, ranOut: true });
  });
});

describe('routes (acceptor 5)', () => {
  test.each<[string, JsonObject, string[]]>([
    ['a refusal in capitals', { stop: 'SAFETY' }, ['envelope.refusal', 'node.failed']],
    ['a truncation in capitals', { stop: 'MAX_TOKENS', text: '' }, ['envelope.truncated']],
    ['no text at all', { stop: 'stop' }, []],
  ])('%s', (_, response, expected) => {
    expect(types([response], { schemaRounds: 3 }).slice(0, expected.length)).toEqual(expected);
  });

  test('what is discarded with a warning is not retried and fails no node (S8)', () => {
    const contract = { accepts: [], refusalMode: 'discard-and-warn' } as const;
    const image = envelope({ type: 'media.image', payload: { bytes: 1, url: 'https://h.example/x' } });
    const { events, terminal, attempts } = play([{ stop: 'stop', text: image }, good], {}, { contract });
    expect(events).toEqual([]);
    expect(terminal).toMatchObject({ status: 'failed', code: 'envelope_contract_violation', attempts: 1 });
    expect(attempts[0]?.why).toContain('the node continues');
  });

  test('one refused envelope among accepted ones causes a retry; the accepted one is a replay then', () => {
    const second = envelope({ correlationId: 'c2', envelopeId: 'e2', payload: {} });
    const mended = envelope({ correlationId: 'c2', envelopeId: 'e2' });
    const { attempts, terminal } = play([
      { stop: 'stop', text: `[${envelope()},${second}]` },
      { stop: 'stop', text: `[${envelope()},${mended}]` },
    ]);
    expect(terminal.status).toBe('accepted');
    expect(attempts[1]?.envelopes.map(({ replayed }) => replayed)).toEqual([true, false]);
  });

  test('profile reference: no cap.breached on exhaustion (R17), other stops are clean (R20)', () => {
    const extra = { profile: 'reference' } as const;
    const exhausted = types([bad], { schemaRounds: 0 }, extra);
    expect(exhausted).toEqual(['envelope.retry.exhausted', 'node.failed']);
    expect(types([{ ...good, stop: 'max_tokens' }], {}, extra)).toEqual([]);
    expect(play([{ ...good, stop: 'mystery' }], {}, extra).warnings).toEqual([]);
  });
});

describe('nothing leaks (SR-1, security)', () => {
  test('masks secrets of a host or a provider everywhere', () => {
    const secrets = [{ value: 'SECRET-AAAA', secretId: 's1' }];
    const refused = { stop: 'refusal', refusalText: 'no SECRET-AAAA', text: 'SECRET-AAAA' };
    const result = play(
      [refused],
      { provider: 'SECRET-AAAA', model: 'm' },
      { secrets, nodeId: 'SECRET-AAAA' },
    );
    expect(JSON.stringify(result)).not.toContain('SECRET-AAAA');
    expect(result.events[0]?.payload).toMatchObject({ refusalText: 'no [REDACTED:s1]' });
  });

  test('the fragment speaks of places and keywords, not of values', () => {
    const wrong = envelope({ payload: { code: 'MODEL-CANARY', message: 7 } });
    const { attempts } = play([{ stop: 'stop', text: wrong }, good]);
    expect(attempts[1]?.correctiveFragment).toContain('/message: type');
    expect(attempts[1]?.correctiveFragment).not.toContain('MODEL-CANARY');
  });
});

const responseLike = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      stop: fc.oneof(fc.constantFrom('stop', 'length', 'safety', '', '__proto__'), fc.jsonValue()),
      text: fc.oneof(
        fc.constantFrom('', '{', '{}', '```json\n{}\n```', envelope()),
        fc.jsonValue(),
        fc.string(),
      ),
      refusal: fc.jsonValue(),
      usage: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
);
const configLike = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.constantFrom(
      'maxRetryAttempts',
      'schemaRounds',
      'multiplier',
      'maxTokens',
      'ceiling',
      'provider',
      '__proto__',
    ),
    fc.oneof(fc.double(), fc.integer(), fc.jsonValue()),
  ),
);

test('never throws, never makes more than 16 attempts, events fit the catalogue, whatever it is given', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.jsonValue(), fc.array(responseLike, { maxLength: 20 })),
      configLike,
      (responses, config) => {
        const { terminal, attempts, events } = simulateDispatch(responses, config, context);
        expect(attempts.length).toBe(terminal.attempts);
        expect(attempts.length).toBeLessThanOrEqual(16);
        for (const event of events) expect(checkPayload(event.type, event.payload)).toEqual([]);
      },
    ),
    { numRuns: runsOf(1000) },
  );
});
