import { readFileSync } from 'node:fs';
import { checkPayload } from '@openwop-inspector/protocol';
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differencesOf } from '../vectors/match.ts';
import { readVectors } from '../vectors/read-vectors.ts';
import { decideModelGate } from './decide-model-gate.ts';

const file = new URL('../../../../testing/vectors/18-model-gate.json', import.meta.url);
const read = readVectors(JSON.parse(readFileSync(file, 'utf8')));
const vectors = read.ok ? read.file.vectors.filter((vector) => vector.form === 'gate') : [];

describe('gate vectors (acceptor 5.1)', () => {
  test('are all there', () => expect(vectors.length).toBeGreaterThanOrEqual(11));
  test.each(vectors.map((vector) => [`${vector.id} ${vector.title}`, vector] as const))('%s', (_, vector) => {
    const result = decideModelGate(vector.input, 'n1');
    expect(differencesOf(result, vector.expect)).toEqual([]);
    for (const event of result.events) expect(checkPayload(event.type, event.payload)).toEqual([]);
  });
});

const small = { provider: 'prov', model: 'small', capabilities: ['reasoning'] };
const big = { provider: 'alt', model: 'big', capabilities: ['reasoning', 'audio-input'] };
const open = {
  required: ['audio-input'],
  active: small,
  host: {
    modelCapabilities: { supported: true, substitutionSupported: true },
    aiProviders: { supported: ['prov', 'alt'] },
  },
  fallback: big,
  credentials: ['alt'],
};

describe('the trace of the gate (acceptor 5.1)', () => {
  test.each([
    ['nothing required', { ...open, required: [] }, 0],
    ['the active model will do', { ...open, active: big }, 1],
    ['the fallback will do', open, 2],
    ['no credential', { ...open, credentials: ['Alt'] }, 3],
  ])('%s: step %#', (_, input, deciding) => {
    const verdicts = decideModelGate(input).steps.map((step) => step.verdict);
    expect(verdicts).toEqual(
      [0, 1, 2, 3].map((n) => (n < deciding ? 'passed' : n === deciding ? 'decided' : 'not-reached')),
    );
  });

  test('names the first condition that does not hold', () => {
    const step = decideModelGate({ ...open, credentials: [] }).steps[2];
    expect(step?.note).toBe('not so: a credential for it can be resolved');
    expect(step?.conditions.map(({ holds }) => holds)).toEqual([true, true, true, false, true]);
  });

  test.each([
    ['one of the active model', ['audio_input'], ['audio-input'], [], { audio_input: ['audio-input'] }],
    [
      'one that the host advertises',
      ['vison-input'],
      [],
      ['vision-input'],
      { 'vison-input': ['vision-input'] },
    ],
    ['nothing that is required as well', ['audio-input', 'audio-inputs'], [], ['audio-input'], {}],
    ['nothing that is far', ['audio-input'], ['reasoning'], [], {}],
  ])('a missing capability resembles %s', (_, required, capabilities, advertised, near) => {
    const host = { modelCapabilities: { supported: true, advertised } };
    const { nearCapabilities } = decideModelGate({
      ...open,
      required,
      active: { ...small, capabilities },
      host,
    });
    expect(nearCapabilities).toEqual(near);
  });

  test('a capability required twice is missing once', () => {
    const { missingCapabilities } = decideModelGate({ ...open, required: ['audio-input', 'audio-input'] });
    expect(missingCapabilities).toEqual(['audio-input']);
  });

  test('without a node the events name none', () => {
    expect(decideModelGate(open).events[0]?.payload).not.toHaveProperty('nodeId');
  });
});

const gateLike = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('prov', 'reasoning', true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom(
        'required',
        'active',
        'host',
        'fallback',
        'credentials',
        'modelCapabilities',
        'supported',
        'aiProviders',
        'provider',
        'capabilities',
        '__proto__',
        'substitutionSupported',
      ),
      tie('value'),
    ),
  ),
})).value;

test('never throws and never changes its input, whatever it is given', () => {
  fc.assert(
    fc.property(fc.oneof(gateLike, fc.jsonValue()), (value) => {
      const before = JSON.stringify(value);
      const result = decideModelGate(value);
      expect(JSON.stringify(value)).toBe(before);
      expect(result.steps.filter((step) => step.verdict === 'decided')).toHaveLength(1);
      expect(result.decision === 'fail').toBe(result.code !== null);
    }),
    { numRuns: runsOf(2000) },
  );
});
