import { parseAsWritten } from '@openwop-inspector/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { surfaceModel } from '../model/a2ui/surface-model.ts';
import { surfaceFaults } from './surface-faults.ts';

const surface = (...components: readonly unknown[]) => ({ catalogVersion: '0.9.1', surface: { components } });
const first = (payload: unknown) => surfaceFaults(payload)[0];

describe('the one branch that was meant (envelope 7.2, 7.4)', () => {
  test('a component outside the catalogue', () => {
    expect(surfaceFaults(surface({ component: 'iframe', src: 'https://example.com/' }))).toEqual([
      {
        words: 'Component 1 is not in the catalogue.',
        pointer: '/surface/components/0/component',
        found: '"iframe"',
        allowed: 'heading, text, field.text, field.date, field.select, field.checkbox, action.button',
        repair: {
          now: '{ "component": "iframe", "src": "…" }',
          nearest: '{ "component": "text", "text": "…" }',
        },
      },
    ]);
  });

  test.each([
    ['{"catalogVersion":1.10,"surface":{"components":[]}}', '1.10'],
    [
      '{"catalogVersion":"0.9.1","surface":{"title":107505301260286111,"components":[]}}',
      '107505301260286111',
    ],
    ['{"catalogVersion":"0.9.1","surface":{"components":[1e400]}}', '1e400'],
    ['{"catalogVersion":"0.9.1","surface":{"components":[{"component":"text","text":1.10}]}}', '1.10'],
    ['{"catalogVersion":"0.9.1","surface":{"components":[{"component":"text","text":1.25}]}}', '1.25'],
  ])('a number in %s is found as it was written', (json, found) => {
    expect(first(parseAsWritten(json))?.found).toBe(found);
  });

  test('a number in the form of a component is as it was written', () => {
    const payload = parseAsWritten(
      '{"catalogVersion":"0.9.1","surface":{"components":[{"component":"text","text":1.10}]}}',
    );
    expect(first(payload)?.repair?.now).toBe('{ "component": "text", "text": 1.10 }');
  });

  test.each([
    ['a missing member', { component: 'field.text', id: 'a' }, 'Component 1 lacks label.', ''],
    [
      'a member too much',
      { component: 'text', text: 'x', onclick: 'y' },
      'A member is none that the catalogue knows.',
      '/onclick',
    ],
    [
      'a member of another kind',
      { component: 'heading', text: 'x', level: 9 },
      'Component 1 has level in a form that the catalogue does not allow.',
      '/level',
    ],
    [
      'a target that is an address',
      { component: 'action.button', id: 'a', label: 'b', action: { target: 'https://example.com/' } },
      'Component 1 has action in a form that the catalogue does not allow.',
      '/action',
    ],
    [
      'required on a box',
      { component: 'field.checkbox', id: 'a', label: 'b', required: true },
      'A member is none that the catalogue knows.',
      '/required',
    ],
  ])('%s', (_, component, words, below) => {
    expect(first(surface(component))).toMatchObject({ words, pointer: `/surface/components/0${below}` });
  });

  test.each([
    [{ component: 'dropdown', id: 'a', options: [] }, 'field.select'],
    [{ component: 'button', action: {} }, 'action.button'],
    [{ component: 'input', id: 'a' }, 'field.text'],
    [{ component: '__proto__' }, 'text'],
    [{}, 'text'],
  ])('%j is nearest to %s', (component, name) => {
    expect(first(surface(component))?.repair?.nearest).toContain(`{ "component": "${name}", `);
  });

  test('the nearest form is one that is displayed', () => {
    for (const component of ['iframe', 'field.select', 'action.button', 'heading', 'field.date']) {
      const nearest = first(surface({ component, options: 1, level: 0 }))?.repair?.nearest ?? '';
      expect(surfaceModel({ payload: surface(JSON.parse(nearest)) }).kind).toBe('surface');
    }
  });
});

test.each([
  [null, '', 'The payload is not an object.'],
  [
    { catalogVersion: '2', surface: { components: [] } },
    '/catalogVersion',
    'The version of the catalogue is not 0.9.1.',
  ],
  [{ catalogVersion: '0.9.1' }, '/surface', 'There is no surface object.'],
  [{ ...surface(), extra: 1 }, '/extra', 'A member is none that the catalogue knows.'],
  [
    { catalogVersion: '0.9.1', surface: { components: {} } },
    '/surface/components',
    'The components are not a list.',
  ],
  [surface(7), '/surface/components/0', 'Component 1 is not an object.'],
])('%j', (payload, pointer, words) => {
  expect(first(payload)).toMatchObject({ pointer, words });
});

test('a surface that is displayed has no faults, and members that are null count as absent (envelope 5.1)', () => {
  const payload = surface(
    { component: 'text', text: 'x' },
    { component: 'field.text', id: 'a', label: 'A', placeholder: null },
  );
  expect(surfaceModel({ payload }).kind).toBe('surface');
  expect(surfaceFaults(payload)).toEqual([]);
});

test('never throws, never changes anything, reports ten at most', () => {
  const component = fc.record(
    {
      component: fc.constantFrom('text', 'field.select', 'iframe', '__proto__'),
      id: fc.jsonValue(),
      options: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.jsonValue(),
        fc.array(component).map((all) => surface(...all)),
      ),
      (payload) => {
        const before = JSON.stringify(payload);
        expect(surfaceFaults(payload).length).toBeLessThanOrEqual(10);
        expect(JSON.stringify(payload)).toBe(before);
      },
    ),
  );
  expect(surfaceFaults(surface(...Array.from({ length: 400 }, () => 1)))).toHaveLength(10);
});
