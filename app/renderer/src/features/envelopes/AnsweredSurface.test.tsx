import { masker, words } from '@openwop-inspector/base';
import type { EnvelopeSubject } from '@openwop-inspector/renderers';
import type { EnteredAnswer, SurfaceAnswer } from '@openwop-inspector/run-log';
import { expect, test } from 'vitest';
import { type SurfaceMoment, surfaceAt } from './AnsweredSurface.tsx';

const DISPLAYED = { catalogVersion: '0.9.1', surface: { title: 'displayed' } };
const UPDATED = { catalogVersion: '0.9.1', surface: { title: 'updated' } };

const subject: EnvelopeSubject = {
  kind: 'envelope',
  key: 'k',
  type: 'ui.a2ui-surface',
  value: { payload: DISPLAYED },
  tooLarge: false,
  leftOut: [],
  numbers: [],
  trust: { level: 'unmarked', source: null },
  foundIn: 'event',
  interrupt: null,
  rendering: {
    renderer: 'a2ui',
    reason: 'kind',
    text: null,
    textPointer: null,
    media: null,
    notes: [],
  },
} as unknown as EnvelopeSubject;

const answer = (values: EnteredAnswer['values']): EnteredAnswer => ({
  ordinal: 3,
  sequence: 3,
  timeMs: 9_000,
  by: words`p`,
  outcome: null,
  values,
  entries: [],
  total: 0,
});
const reported = (part: Partial<SurfaceAnswer>): SurfaceAnswer => ({
  sequence: 1,
  surfaceMs: 1_000,
  interrupt: null,
  updated: null,
  answer: null,
  effects: [],
  ...part,
});
const updated = {
  count: 2,
  ordinal: 2,
  sequence: 2,
  timeMs: 2_000,
  payload: masker.value(UPDATED).value,
};
const entered = answer(masker.value({ when: '2026', invite: true, nested: {} }).value);

test.each<[SurfaceMoment, Partial<SurfaceAnswer>, string, string]>([
  ['displayed', { updated, answer: entered }, 'displayed', 'As displayed at #1.'],
  [
    'edited',
    { updated },
    'updated',
    'As #2 shows it, updated 2 times before the answer; what was typed before it was sent is not recorded.',
  ],
  [
    'edited',
    {},
    'displayed',
    'Not recorded: no surface took its place, and what was typed before it was sent is not recorded.',
  ],
  ['submitted', { answer: entered }, 'displayed', 'With the values of #3, 8 s after display.'],
  ['submitted', { updated, answer: entered }, 'updated', 'With the values of #3, 8 s after display.'],
  ['submitted', { answer: answer(null) }, 'displayed', 'Not recorded: #3 does not say what was entered.'],
  ['submitted', {}, 'displayed', 'Not recorded: the log has no answer.'],
])('%s with %j', (moment, part, title, sentence) => {
  const state = surfaceAt(moment, subject, reported(part));
  expect(state).toMatchObject({ payload: { surface: { title } }, words: sentence });
});

test('fields have the entered values once it is submitted, texts and ticks alone', () => {
  const all = reported({ updated, answer: entered });
  expect([...surfaceAt('submitted', subject, all).values]).toEqual([
    ['when', '2026'],
    ['invite', true],
  ]);
  expect(surfaceAt('edited', subject, all).values.size).toBe(0);
});
