import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chooseRendering,
  type DeltaStart,
  playDeltaFrames,
  pressButton,
  type SurfaceInput,
  surfaceModel,
  surfaceTexts,
  valueObject,
} from './index.ts';

/** Inputs of the vectors with `render`, `surface` and `delta`, taken apart and put together wrongly. */
const folder = join(import.meta.dirname, '../../../../testing/vectors');
const secret = 'SECRET-CANARY-7f3a';
const secrets = [{ value: secret, secretId: 's1' }];

type Input = Record<string, unknown>;

const inputs: readonly Input[] = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name): Record<string, Input>[] => JSON.parse(readFileSync(join(folder, name), 'utf8')).vectors)
  .flatMap(({ render, surface, delta }) => [render, surface, delta].filter((one) => one !== undefined))
  .filter((input) => JSON.stringify(input).length < 10_000);

const nastyKey = fc.constantFrom(
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'polluted',
  'id',
  'text',
  secret,
  'payload',
  'surface',
  'components',
  'component',
  'catalogVersion',
  'meta',
  'rendering',
  'base64',
  'url',
);
const nastyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '\ud800', 'javascript:alert(1)', '<img src=x onerror=1>', '/surface/components/0', '-'),
  fc.constantFrom(
    '/__proto__/polluted',
    '0.9.1',
    'field.text',
    'action',
    `x ${secret}`,
    'media.image',
    'QUJD',
  ),
);
const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    nastyText,
    fc.oneof(fc.integer(), fc.double(), fc.boolean(), fc.constantFrom(null, undefined, Number.NaN, 10n)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(fc.oneof(nastyKey, nastyText), tie('value')), { maxLength: 4 }).map(Object.fromEntries),
  ),
})).value;

/** A vector's input with one place in it replaced by anything, or taken away. */
const mutated = fc
  .tuple(
    fc.constantFrom(...inputs),
    fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
    anyValue,
    fc.boolean(),
  )
  .map(([input, steps, value, isRemoved]) => {
    const copy = structuredClone(input);
    let place: unknown = copy;
    for (const [index, step] of steps.entries()) {
      if (typeof place !== 'object' || place === null) break;
      const keys = Object.keys(place);
      const key = keys[step % Math.max(keys.length, 1)];
      if (key === undefined) break;
      const next: unknown = Reflect.get(place, key);
      if (index < steps.length - 1 && typeof next === 'object' && next !== null) place = next;
      else {
        if (isRemoved) Reflect.deleteProperty(place, key);
        else
          Reflect.defineProperty(place, key, { value, enumerable: true, writable: true, configurable: true });
        break;
      }
    }
    return copy;
  });

const hostile = fc.oneof(
  mutated,
  fc.array(fc.tuple(nastyKey, anyValue)).map((all): Input => Object.fromEntries(all)),
);

/** Everything that the three forms make of one input. */
function everything(input: Input): unknown[] {
  const surface: SurfaceInput = {
    payload: input.payload ?? input.base,
    values: new Map([['__proto__', secret]]),
    partial: input.partial,
    secrets,
  };
  const frames: readonly unknown[] = Array.isArray(input.frames) ? input.frames : [input.frames, input];
  const start: DeltaStart = { surfaceRef: 'ev-1', base: surface.payload, secrets };
  const model = surfaceModel(surface);
  const pressed = model.kind === 'surface' ? pressButton(model, model.buttons[0]?.button.id ?? '') : null;
  const steps = playDeltaFrames(start, frames);
  const displayed = model.kind === 'surface' ? { ...model, values: [...model.values] } : model;
  return [
    displayed,
    surfaceTexts(model),
    pressed === null ? null : valueObject(pressed.entries),
    steps.map((step) => ({ ...step, chain: { ...step.chain, values: [...step.chain.values] } })),
  ];
}

/** All of a value as text, members called `__proto__` included. */
const whole = (value: unknown) => inspect(value, { depth: 100, maxArrayLength: null, maxStringLength: null });

const envelopes = (input: Input) => [input.envelope, input, input.payload, { type: 'x', payload: input }];

test('no input makes choosing, surfaces or deltas throw, and none is changed (envelope 7.4)', () => {
  fc.assert(
    fc.property(hostile, (input) => {
      const before = whole(input);
      everything(input);
      for (const envelope of envelopes(input)) chooseRendering(envelope, { supported: ['x'] });
      for (const envelope of envelopes(input)) chooseRendering(envelope);
      expect(whole(input)).toBe(before);
    }),
    { numRuns: runsOf(3000) },
  );
});

test('no input gives any object of the program a member (security a2ui-surface-no-code-exec)', () => {
  fc.assert(
    fc.property(hostile, (input) => {
      everything(input);
      envelopes(input).map((envelope) => chooseRendering(envelope));
      expect(Object.keys(Object.prototype)).toEqual([]);
      expect(Reflect.get({}, 'polluted')).toBeUndefined();
    }),
    { numRuns: runsOf(1000) },
  );
});

test('no secret is left in a surface, its notice, its values or a delta (security a2ui-surface-no-secret-rendering)', () => {
  fc.assert(
    fc.property(hostile, (input) => {
      const json = JSON.stringify(everything(input), (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      expect(json).not.toContain(secret);
    }),
    { numRuns: runsOf(2000) },
  );
});

test('a frame that is refused leaves the surface as it was, and ends the chain (envelope 7.6)', () => {
  fc.assert(
    fc.property(mutated, (input) => {
      const frames = Array.isArray(input.frames) ? input.frames : [];
      let before: unknown = null;
      for (const step of playDeltaFrames({ surfaceRef: 'ev-1', base: input.base }, [...frames, ...frames])) {
        if (step.kind !== 'applied' && before !== null) expect(step.chain.payload).toBe(before);
        expect(step.chain.waitsForFull).toBe(step.kind !== 'applied');
        before = step.chain.payload;
      }
    }),
    { numRuns: runsOf(2000) },
  );
});

test.each([
  ['nested 10,000 deep', JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)],
  ['a circle', circle()],
  ['parts that double 60 times', doubled()],
])('%s is displayed as raw, replaced by a notice, and refused as a frame', (_, value) => {
  expect(chooseRendering({ type: 'x', payload: value }).renderer).toBe('raw');
  expect(chooseRendering(value).notes[0]?.rule).toBe('not_an_envelope');
  expect(surfaceModel({ payload: { catalogVersion: '0.9.1', surface: value } })).toMatchObject({
    kind: 'notice',
  });
  const base = { catalogVersion: '0.9.1', surface: { components: [] } };
  const patch = [{ op: 'add', path: '/title', value }];
  const [step] = playDeltaFrames({ surfaceRef: 'r', base }, [
    { surfaceRef: 'r', catalogVersion: '0.9.1', patch },
  ]);
  expect(step).toMatchObject({ kind: 'refused', failure: { code: 'delta_bad_frame' } });
});

function circle(): unknown {
  const round: Record<string, unknown> = {};
  round.self = round;
  return round;
}

function doubled(): unknown {
  let value: unknown = ['x'];
  for (let i = 0; i < 60; i++) value = [value, value];
  return value;
}
