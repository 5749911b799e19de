import { describe, expect, test } from 'vitest';
import { failureOf } from './failure.ts';

describe('code and message are found in the order of run-events 5.3', () => {
  test.each([
    ['error object first', { code: 'x1', message: 'm1', error: { code: 'x2', message: 'm2' } }, 'x2', 'm2'],
    ['payload itself next', { code: 'x1', message: 'm1' }, 'x1', 'm1'],
    ['field by field', { code: 'x1', error: { message: 'm2' } }, 'x1', 'm2'],
    ['error as a code', { error: 'envelope_invalid' }, 'envelope_invalid', null],
    ['error as a sentence', { error: 'it went wrong' }, 'node_failed', 'it went wrong'],
    ['error as a code next to a message', { error: 'boom', message: 'm1' }, 'boom', 'm1'],
    ['a bare text', 'boom', 'boom', null],
    ['a reason', { reason: 'gave up', attempts: 3 }, 'node_failed', 'gave up'],
    ['a number as code', { error: { code: 502 } }, '502', null],
    ['nothing', {}, 'node_failed', null],
    ['null', null, 'node_failed', null],
    ['missing', undefined, 'node_failed', null],
    ['a list', [1], 'node_failed', null],
    ['empty texts', { error: { code: '', message: '' } }, 'node_failed', null],
    ['a code that is no text', { error: { code: {}, message: [] } }, 'node_failed', null],
  ])('%s', (_, payload, code, message) =>
    expect(failureOf(payload)).toEqual({ code, message, isCoded: code !== 'node_failed' }),
  );

  test('a host may use our word for a failure without a code', () =>
    expect(failureOf({ code: 'node_failed' })).toEqual({
      code: 'node_failed',
      message: null,
      isCoded: true,
    }));

  test('inherited names are not members', () => {
    expect(failureOf(JSON.parse('{"__proto__": {"code": "x", "message": "m"}}'))).toEqual({
      code: 'node_failed',
      message: null,
      isCoded: false,
    });
  });
});

test('the message is masked and cut at 300 characters, without splitting pairs', () => {
  const { message } = failureOf({
    error: { code: 'x', message: `${'a'.repeat(298)}🚀${'b'.repeat(9_000)}` },
  });
  expect(message).toBe(`${'a'.repeat(298)}…`);
  const masked = failureOf({ message: `${'a'.repeat(280)} Bearer abc123def456ghi789jkl012mno345` }).message;
  expect(masked).toContain('Bearer abc1');
  expect(masked).not.toContain('def456');
  expect(failureOf({ code: 'sk-abcdefghij0123456789' }).code).toBe('sk-a…[masked:openai]');
});
