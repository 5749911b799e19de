import { expect, test } from 'vitest';
import { type SurfaceInput, surfaceModel } from '../model/a2ui/surface-model.ts';
import { lockReasons, lockSentences, partialWords } from './lock-reasons.ts';

const field = (id: string, label: string, required = false) => ({
  component: 'field.text',
  id,
  label,
  required,
});

function locks(components: readonly unknown[], input: Partial<SurfaceInput> = {}, waitsForFull = false) {
  const model = surfaceModel({ payload: { catalogVersion: '0.9.1', surface: { components } }, ...input });
  if (model.kind === 'notice') throw new Error('the surface of the test is none');
  return lockReasons(model, { partial: partialWords(input.partial), waitsForFull });
}

test.each([
  ['one blank field', [field('a', 'Date', true)], {}, ['Locked: Date is required.']],
  [
    'two blank fields',
    [field('a', 'Date', true), field('b', 'Place', true)],
    {},
    ['Locked: Date and Place are required.'],
  ],
  [
    'many blank fields',
    ['A', 'B', 'C', 'D', 'E', 'F'].map((label) => field(label, label, true)),
    {},
    ['Locked: A, B, C and 3 more are required.'],
  ],
  ['a field without a label', [field('a', ' ', true)], {}, ['Locked: Component 1 is required.']],
  ['a long label', [field('a', 'x'.repeat(100), true)], {}, [`Locked: ${'x'.repeat(60)}… is required.`]],
  ['one id twice', [field('a', 'A'), field('a', 'B')], {}, ['Locked: B has the id of an earlier field.']],
  ['a field called action', [field('action', 'A')], {}, ['Locked: A is called action.']],
  [
    'a fragment',
    [],
    { partial: { isPartial: true, index: 1, total: 5 } },
    ['Locked: this is fragment 2 of 5, and more is to come.'],
  ],
  [
    'an untrusted approval',
    [],
    { contentTrust: 'untrusted', boundInterruptKind: 'approval' },
    ['Locked: untrusted content never answers an approval.'],
  ],
  ['nothing', [field('a', 'A')], {}, []],
] as const)('%s (envelope 7.2, 7.3)', (_, components, input, expected) => {
  expect(lockSentences(locks(components, input))).toEqual(expected);
});

test('reasons name the rule, the clause and the places', () => {
  expect(locks([field('x', 'X'), field('a', 'Date', true)])).toEqual([
    {
      code: 'a2ui_required_empty',
      words: 'Date is required.',
      why: 'A required field must hold more than blanks.',
      clause: 'envelope 7.2',
      pointers: ['/surface/components/1'],
    },
  ]);
});

test('a refused delta frame locks everything else as well, and is reported first (envelope 7.6)', () => {
  expect(locks([field('a', 'Date', true)], {}, true).map(({ code }) => code)).toEqual([
    'delta_waits_for_full',
    'a2ui_required_empty',
  ]);
});

test.each([
  [undefined, null],
  [{ isPartial: false, index: 4, total: 5 }, null],
  [{ isPartial: true, index: 0, total: -1 }, 'fragment 1 of an unknown number'],
  [{ isPartial: true }, 'a fragment'],
  [{ isPartial: true, index: -1, total: 2 }, 'a fragment'],
  [true, null],
])('%j is %j (envelope 2.3)', (partial, words) => {
  expect(partialWords(partial)).toBe(words);
});
