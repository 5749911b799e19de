import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AghContext } from '../src/agh/agh-work.ts';
import { type AghResult, runAghMessages } from '../src/agh/create-agh-acceptor.ts';
import { readAghMessages } from '../src/agh/read-agh-messages.ts';
import { context } from './agh-samples.ts';
import { aghVectors, messagesOf } from './agh-vector-files.ts';

const known = aghVectors()
  .flatMap(messagesOf)
  .filter((message) => typeof message === 'object' && message !== null && !('raw' in message));
const keys = [...new Set(known.flatMap((message) => Object.keys(Object(message))))];

/** Messages of the vectors with members taken from each other, exchanged for anything, or dropped. */
const mutated = fc
  .tuple(
    fc.constantFrom(...known),
    fc.constantFrom(...known),
    fc.constantFrom(...keys, '__proto__', 'constructor'),
    fc.option(fc.jsonValue(), { nil: undefined }),
    fc.nat(3),
  )
  .map(([message, other, key, value, way]): unknown => {
    const copy = Object.fromEntries(Object.entries(Object(message)));
    if (way === 0) delete copy[key];
    else {
      const taken: unknown = way === 1 ? Object.getOwnPropertyDescriptor(other, key)?.value : value;
      Object.defineProperty(copy, key, {
        value: taken,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return copy;
  });
const messageLists = fc.array(fc.oneof({ weight: 4, arbitrary: mutated }, fc.jsonValue(), fc.anything()), {
  maxLength: 6,
});
const contexts: fc.Arbitrary<AghContext> = fc.record({
  now: fc.option(fc.constantFrom(context.now, 0)),
  clock: fc.constantFrom('fixed', 'replay'),
  localPeers: fc.constantFrom(null, [], context.localPeers),
  mode: fc.constantFrom('router', 'viewer'),
});

/** By status, the steps that can decide it. */
const DECIDERS: Record<AghResult['status'], RegExp> = {
  accepted: /^A7$/,
  duplicate: /^A5b$/,
  ignored: /^A6$/,
  rejected: /^A(?:1|2[abcd]|3|4[ab]|5a|6)$/,
};

function deepFrozen<T>(value: T, seen = new Set<unknown>()): T {
  if (typeof value !== 'object' || value === null || seen.has(value) || ArrayBuffer.isView(value))
    return value;
  seen.add(value);
  for (const item of Object.values(value)) deepFrozen(item, seen);
  return Object.freeze(value);
}

describe('agh 2: for any message', () => {
  test('nothing is thrown or changed, the deciding step agrees with the status, twice gives the same', () => {
    fc.assert(
      fc.property(messageLists, contexts, (messages, chosen) => {
        const run = runAghMessages(chosen, deepFrozen(messages));
        for (const { status, step, reason_code, trace } of run.results) {
          expect(step).toMatch(DECIDERS[status]);
          expect(trace.at(-1)).toMatchObject({ step, verdict: 'decided', reason_code });
          expect(trace.slice(0, -1).some(({ verdict }) => verdict === 'decided')).toBe(false);
          expect(reason_code === null).toBe(status === 'accepted' || status === 'ignored');
        }
        expect(runAghMessages(chosen, messages)).toEqual(run);
      }),
      { numRuns: runsOf(3000) },
    );
  });

  test('the order of keys does not matter', () => {
    const turned = (message: unknown) => Object.fromEntries(Object.entries(Object(message)).reverse());
    fc.assert(
      fc.property(fc.array(mutated, { maxLength: 4 }), (messages) => {
        const verdicts = (list: readonly unknown[]) =>
          runAghMessages(context, list).results.map(({ status, step, reason_code, lifecycle }) => ({
            status,
            step,
            reason_code,
            lifecycle,
          }));
        expect(verdicts(messages.map(turned))).toEqual(verdicts(messages));
      }),
      { numRuns: runsOf(1000) },
    );
  });

  test('any text is read as a file without an exception, and text of the wire as a message', () => {
    const pieces = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"',
      '\\',
      '\n',
      ' ',
      '1',
      'ü',
      '😀',
      '\ud800',
      'null',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const text = parts.join('');
        const { entries } = readAghMessages(text);
        for (const entry of entries) expect(text).toContain(entry.text);
        runAghMessages(context, [{ raw: text }]);
      }),
      { numRuns: runsOf(5000) },
    );
  });
});
