import { unreachable } from '@openwop-inspector/base';
import { describe, expect, test } from 'vitest';
import {
  type Known,
  known,
  reasonsText,
  reasonWithTexts,
  type UnknownReason,
  unknown,
  whenKnown,
} from './known.ts';

const reasons: Readonly<Record<UnknownReason['code'], UnknownReason>> = {
  stopped: { code: 'stopped', what: 'the check', limit: 500, unit: 'ms' },
  endless: { code: 'endless', what: 'its schema' },
  unusable: {
    code: 'unusable',
    what: 'its schema',
    why: 'refers to another document',
    pointer: '/items/$ref',
  },
  failed: { code: 'failed', what: 'the check', why: 'TypeError' },
  running: { code: 'running', what: 'the check' },
  'not-run': { code: 'not-run', what: 'the check', why: 'it was cancelled' },
  'missing-input': { code: 'missing-input', what: 'the catalogue of the host' },
};

describe('what is not known has a reason in words (acceptor S7)', () => {
  test.each([
    ['stopped', 'the check was stopped at its limit of 500 ms'],
    ['endless', 'its schema refers to itself without end'],
    ['unusable', 'its schema refers to another document, at /items/$ref'],
    ['failed', 'the check failed: TypeError'],
    ['not-run', 'the check was not run: it was cancelled'],
    ['running', 'the check is still running'],
    ['missing-input', 'the catalogue of the host is not known'],
  ] as const)('%s', (code, words) => {
    expect(reasonsText([reasons[code]])).toBe(words);
  });

  test('a limit that was met somewhere names the place', () => {
    const reason = { ...reasons.stopped, limit: 32, unit: 'levels', pointer: '/not/not' } as UnknownReason;
    expect(reasonsText([reason])).toBe('the check was stopped at its limit of 32 levels, at /not/not');
  });

  test('every text of a reason can be masked, numbers and codes stay', () => {
    const change = { text: () => 'masked', pointer: () => '/masked' };
    for (const reason of Object.values(reasons)) {
      const texts = Object.entries(reasonWithTexts(reason, change)).filter(
        ([key, value]) => typeof value === 'string' && key !== 'code' && key !== 'unit',
      );
      expect(texts.every(([, value]) => String(value).includes('masked'))).toBe(true);
      expect(reasonWithTexts(reason, change).code).toBe(reason.code);
    }
  });
});

describe('a switch cannot fall through to a result', () => {
  const words = (result: Known<readonly string[]>) =>
    whenKnown(result, { known: (found) => `${found.length} found`, unknown: reasonsText });

  test('nothing found and nothing known are two cases', () => {
    expect(words(known([]))).toBe('0 found');
    expect(words(unknown(reasons.endless))).toBe('its schema refers to itself without end');
  });

  test('a case that is missing is an exception, not the last case', () => {
    expect(() => unreachable('passed' as never)).toThrow(TypeError);
  });
});
