import { describe, expect, test } from 'vitest';
import type { AghContext } from '../src/agh/agh-work.ts';
import { type AghResult, createAghAcceptor, runAghMessages } from '../src/agh/create-agh-acceptor.ts';
import { context, direct, NOW, receipt, say, trace } from './agh-samples.ts';

const resultsOf = (messages: readonly unknown[], more: AghContext = {}): readonly AghResult[] =>
  runAghMessages({ ...context, ...more }, messages).results;
const lastOf = (messages: readonly unknown[], more: AghContext = {}) => resultsOf(messages, more).at(-1);
const codesOf = (result: AghResult | undefined) => result?.warnings.map(({ code }) => code);

describe('agh 2: the first failure wins, in the order of the seed', () => {
  test.each([
    ['not an object', [], 'A1', 'malformed'],
    ['nothing but another protocol', { protocol: 'x' }, 'A2a', 'malformed'],
    [
      'another version, unknown kind',
      { ...direct, protocol: 'agh-network/v1', kind: 'x' },
      'A2b',
      'unsupported_profile',
    ],
    ['unknown kind, bad channel', { ...direct, kind: 'x', channel: 'X' }, 'A2c', 'unsupported_kind'],
    ['bad channel, too old', { ...direct, channel: 'X', ts: 1 }, 'A2d', 'malformed'],
    ['too old, bad body', { ...direct, ts: 1, body: {} }, 'A3', 'expired'],
    ['bad body, no to', { ...direct, body: {}, to: null }, 'A4a', 'malformed'],
    ['no interaction_id, for nobody here', { ...direct, interaction_id: null, to: 'zz' }, 'A4b', 'malformed'],
    ['for nobody here', { ...direct, to: 'zz' }, 'A5a', 'not_target'],
    ['no such interaction', trace('working'), 'A6', null],
    ['nothing wrong', direct, 'A7', null],
  ])('%s', (_, message, step, reason_code) => {
    const result = lastOf([message]);
    expect(result).toMatchObject({ step, reason_code, trust: 'unverified' });
    expect(result?.trace.at(-1)).toMatchObject({ step, verdict: 'decided', reason_code });
  });

  test('A1: text of the wire', () => {
    const acceptor = createAghAcceptor(context);
    expect(acceptor.acceptText(JSON.stringify(direct)).status).toBe('accepted');
    for (const text of ['', '{', '\ufeff{}', '"\ud800"', '{} {}', '['.repeat(100_000)]) {
      expect(acceptor.acceptText(text)).toMatchObject({
        step: 'A1',
        reason_code: 'malformed',
        preserved: null,
      });
    }
  });

  test('A1: deeper than 64 levels is not read', () => {
    const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
    expect(lastOf([{ ...say, ext: { deep: nested(62) } }])?.step).toBe('A7');
    expect(lastOf([{ ...say, ext: { deep: nested(63) } }])?.step).toBe('A1');
  });

  test('names of prototypes are not keys', () => {
    expect(lastOf([JSON.parse('{"__proto__":{"protocol":"agh-network/v0"}}')])?.step).toBe('A2a');
    const own = JSON.parse(`${JSON.stringify(direct).slice(0, -1)},"__proto__":{"x":1}}`);
    expect(lastOf([own])?.step).toBe('A2d');
    expect(lastOf([own], { options: { unknownKeys: 'warn' } })).toMatchObject({ step: 'A7', preserved: own });
  });
});

describe('agh 1.1: where the seed and the reference differ', () => {
  test.each(['reply_to', 'trace_id', 'causation_id', 'expires_at', 'interaction_id'])(
    '%s: null is taken as absent, with a warning',
    (key) => {
      const result = lastOf([{ ...say, [key]: null }]);
      expect(result?.status).toBe('accepted');
      expect(result?.warnings).toMatchObject([{ code: 'null_optional', pointer: `/${key}` }]);
    },
  );

  test.each([null, [], 'x'])('ext %j is malformed: the schema takes an object or nothing', (ext) => {
    expect(lastOf([{ ...say, ext }])).toMatchObject({ status: 'rejected', step: 'A2d' });
  });

  test('white space around an id is named as what the reference trims', () => {
    const result = lastOf([{ ...direct, channel: ' builders' }]);
    expect(result?.trace.at(-1)?.details[0]).toMatchObject({ pointer: '/channel' });
    expect(result?.trace.at(-1)?.details[0]?.message).toContain('the reference trims white space');
  });

  test('unknown keys are refused, or preserved with a warning by option', () => {
    const message = { ...direct, mood: 1 };
    expect(lastOf([message])).toMatchObject({ step: 'A2d', reason_code: 'malformed' });
    const lenient = lastOf([message], { options: { unknownKeys: 'warn' } });
    expect(lenient).toMatchObject({ step: 'A7', preserved: { mood: 1 } });
    expect(codesOf(lenient)).toEqual(['unknown_key']);
  });

  test.each([
    [{ api_key: 'abc' }, ['/body/api_key']],
    [{ nested: [{ note: 'Bearer abcdefgh12345678' }] }, ['/body/nested/0/note']],
    [{ tokens: ['x'], count: 5, maxTokens: 5 }, []],
    [{ password: '[REDACTED:db]' }, []],
    [{ 'sk-live-0123456789abcdef': { a: 1 } }, ['/body']],
  ])('%j: secrets are warned of and never repeated', (extra, pointers) => {
    const result = lastOf([{ ...say, body: { text: 'x', ...extra } }]);
    const found = result?.warnings.filter(({ code }) => code === 'secret_shaped');
    expect(found?.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(JSON.stringify([result?.warnings, result?.trace])).not.toMatch(/abcdefgh12345678|sk-live/);
  });
});

describe('agh 3: freshness', () => {
  test.each([
    ['age at the limit', { ts: NOW - 300 }, 'A7'],
    ['age over the limit', { ts: NOW - 301 }, 'A3'],
    ['expires_at now', { expires_at: NOW }, 'A3'],
    ['expires_at later, old', { ts: 1, expires_at: NOW + 1 }, 'A7'],
    ['300 s ahead', { ts: NOW + 300 }, 'A7'],
    ['301 s ahead, expires_at does not help', { ts: NOW + 301, expires_at: NOW + 900 }, 'A3'],
  ])('%s', (_, change, step) => expect(lastOf([{ ...say, ...change }])?.step).toBe(step));

  test('the replay clock is at the newest ts so far and ignores now', () => {
    const late = { ...say, id: 's2', ts: say.ts + 5000 };
    const results = resultsOf([say, late, { ...say, id: 's3' }], { clock: 'replay' });
    expect(results.map(({ step }) => step)).toEqual(['A7', 'A7', 'A3']);
  });

  test('a repeat is a duplicate until its window ends', () => {
    const lasting = { ...say, expires_at: NOW + 5000 };
    const clock = { ...say, id: 'tick', ts: say.ts + 400 };
    expect(lastOf([lasting, lasting], { clock: 'replay' })?.status).toBe('duplicate');
    expect(lastOf([lasting, clock, lasting], { clock: 'replay' })?.status).toBe('accepted');
  });
});

describe('agh 5: lifecycle', () => {
  const stateAfter = (messages: readonly unknown[], more: AghContext = {}) => {
    const { status, lifecycle, badge } = lastOf(messages, more) ?? {};
    return [status, lifecycle, badge];
  };
  const again = { ...direct, id: 'm9' };

  test.each([
    ['opens', [direct], ['accepted', 'submitted', null]],
    ['trace', [direct, trace('working')], ['accepted', 'working', null]],
    ['trace submitted', [direct, trace('submitted')], ['rejected', 'submitted', null]],
    ['needed input', [direct, trace('needs_input'), again], ['accepted', 'working', null]],
    ['receipt accepted', [direct, receipt('accepted')], ['accepted', 'submitted', 'accepted']],
    ['receipt duplicate', [direct, receipt('duplicate', 'duplicate')], ['accepted', 'submitted', null]],
    ['receipt rejected', [direct, receipt('rejected', 'busy')], ['accepted', 'failed', null]],
    ['receipt canceled', [direct, receipt('canceled')], ['accepted', 'canceled', null]],
    ['trace after the end', [direct, trace('failed'), trace('working')], ['ignored', 'failed', null]],
    [
      'trace submitted after the end',
      [direct, trace('failed'), trace('submitted')],
      ['ignored', 'failed', null],
    ],
    ['direct after the end', [direct, trace('failed'), again], ['rejected', 'failed', null]],
    ['a stranger', [direct, { ...trace('working'), from: 'c' }], ['ignored', 'submitted', null]],
    ['to oneself', [direct, { ...trace('working'), to: 'b' }], ['ignored', 'submitted', null]],
    ['trace without to', [direct, { ...trace('working'), to: null }], ['accepted', 'working', null]],
    ['a say is outside', [direct, { ...say, interaction_id: 'i1' }], ['accepted', null, null]],
    ['a repeat', [direct, direct], ['duplicate', 'submitted', null]],
  ])('%s', (_, messages, expected) => expect(stateAfter(messages)).toEqual(expected));

  test('by option an accepted receipt moves on, as the diagram draws it', () => {
    const options = { lifecycle: 'diagram' } as const;
    expect(stateAfter([direct, receipt('accepted')], { options })).toEqual([
      'accepted',
      'working',
      'accepted',
    ]);
  });

  test('a viewer opens a lane for a trace without an opener; a direct opens it properly', () => {
    const messages = [trace('working'), receipt('accepted'), direct, trace('completed')];
    const results = resultsOf(messages, { mode: 'viewer' });
    expect(results.map(({ status, lifecycle }) => [status, lifecycle])).toEqual([
      ['accepted', 'unopened'],
      ['ignored', 'unopened'],
      ['accepted', 'submitted'],
      ['accepted', 'completed'],
    ]);
  });

  test('distinguishes interactions by channel', () => {
    const other = { ...direct, id: 'm2', channel: 'other' };
    const answer = { ...trace('completed'), id: 'm3', channel: 'other' };
    const { results } = runAghMessages({ now: NOW }, [direct, other, trace('working'), answer]);
    expect(results.map(({ lifecycle }) => lifecycle)).toEqual([
      'submitted',
      'submitted',
      'working',
      'completed',
    ]);
  });

  test('a capability without to takes no part', () => {
    const digest = 'sha256:4dd275681917cba38ab8104dcbe2d68b23259f498dc83070a594eab910b209e5';
    const capability = { id: 'c1', summary: 's', outcome: 'o', digest };
    const message = { ...direct, kind: 'capability', to: null, body: { capability } };
    expect(lastOf([message])).toMatchObject({ status: 'accepted', lifecycle: null });
    expect(codesOf(lastOf([message]))).toEqual(['capability_without_to']);
  });
});

describe('agh 2: receipts that the reference would send', () => {
  const generated = (messages: readonly unknown[], more: AghContext = {}) =>
    lastOf(messages, more)?.generated.map(({ body }) => [body.status, body.reason_code]);

  test.each([
    ['expired', [{ ...direct, ts: 1 }], [['expired', 'expired']]],
    ['malformed body', [{ ...direct, body: {} }], [['rejected', 'malformed']]],
    ['malformed envelope', [{ ...direct, ts: 'x' }], [['rejected', 'malformed']]],
    ['duplicate', [direct, direct], [['duplicate', 'duplicate']]],
    ['closed', [direct, trace('failed'), { ...direct, id: 'm2' }], [['rejected', 'interaction_closed']]],
    ['accepted', [direct], []],
    ['not the target', [{ ...direct, to: 'zz' }], []],
    ['another version', [{ ...direct, protocol: 'agh-network/v1' }], []],
    ['unreadable sender', [{ ...direct, from: 'A B', body: {} }], []],
    ['no interaction', [{ ...direct, interaction_id: null }], []],
    ['a trace', [direct, trace('submitted')], []],
  ])('%s', (_, messages, expected) => expect(generated(messages)).toEqual(expected));

  test('none while local peers are unknown', () => {
    expect(generated([direct, direct], { localPeers: null })).toEqual([]);
  });

  test('from the target to the sender, about the id', () => {
    expect(lastOf([direct, direct])?.generated[0]).toMatchObject({
      kind: 'receipt',
      channel: 'builders',
      from: 'b',
      to: 'a',
      interaction_id: 'i1',
      reply_to: 'm1',
      ts: NOW,
      body: { for_id: 'm1' },
    });
  });
});

describe('agh 9: dialects', () => {
  test.each([
    [{ ...say, kind: 'recipe' }, 'earlier', ['earlier_dialect']],
    [{ ...say, work_id: 'w1', thread_id: 't' }, 'later', ['later_dialect']],
    [{ ...say, kind: 'recipe', work_id: 'w1' }, 'later', ['later_dialect', 'earlier_dialect']],
    [say, 'seed', []],
  ])('%#', (message, dialect, codes) => {
    const result = lastOf([message]);
    expect(result?.dialect).toBe(dialect);
    expect(codesOf(result)).toEqual(codes);
  });
});
