import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { applyDeltaFrame, playDeltaFrames, startDeltaChain } from '../index.ts';

const text = (value: string) => ({ component: 'text', text: value });
const base = {
  catalogVersion: '0.9.1',
  surface: {
    title: 'T',
    components: [text('a'), text('b'), { component: 'field.text', id: 'f', label: 'F' }],
  },
};
const frame = (patch: readonly object[], more: object = {}) => ({
  surfaceRef: 'ev-1',
  catalogVersion: '0.9.1',
  patch,
  ...more,
});

function play(patch: readonly object[], more: object = {}) {
  const step = applyDeltaFrame(startDeltaChain({ surfaceRef: 'ev-1', base }), frame(patch, more));
  const { payload } = step.chain;
  return {
    code: step.kind === 'refused' ? step.failure.code : null,
    operation: step.kind === 'refused' ? step.failure.operation : null,
    payload,
    surface: Reflect.get(Object(payload), 'surface'),
  };
}

describe('operations are those of RFC 6902, strictly (envelope 7.6)', () => {
  const texts = (surface: unknown) =>
    (Reflect.get(Object(surface), 'components') as Record<string, unknown>[]).map(
      (one) => one.text ?? one.id,
    );

  test.each([
    ['add before', [{ op: 'add', path: '/components/1', value: text('x') }], ['a', 'x', 'b', 'f']],
    ['add at the end', [{ op: 'add', path: '/components/3', value: text('x') }], ['a', 'b', 'f', 'x']],
    ['remove', [{ op: 'remove', path: '/components/0' }], ['b', 'f']],
    ['replace', [{ op: 'replace', path: '/components/0', value: text('x') }], ['x', 'b', 'f']],
    ['replace the root', [{ op: 'replace', path: '', value: { components: [text('x')] } }], ['x']],
    ['copy', [{ op: 'copy', from: '/components/0', path: '/components/-' }], ['a', 'b', 'f', 'a']],
    ['move to the end', [{ op: 'move', from: '/components/0', path: '/components/-' }], ['b', 'f', 'a']],
    ['move onto itself', [{ op: 'move', from: '/components/0', path: '/components/0' }], ['a', 'b', 'f']],
    ['a from that is not used', [{ op: 'remove', path: '/components/0', from: '/surface' }], ['b', 'f']],
    [
      'a legal state between',
      [
        { op: 'remove', path: '/components' },
        { op: 'add', path: '/components', value: [] },
      ],
      [],
    ],
  ])('%s', (_, patch, expected) => {
    const { code, surface } = play(patch);
    expect([code, texts(surface)]).toEqual([null, expected]);
  });

  test.each([
    ['an index after the end', { op: 'add', path: '/components/4', value: 1 }],
    ['an index with a zero before', { op: 'remove', path: '/components/00' }],
    ['an index with a sign', { op: 'remove', path: '/components/+0' }],
    ['an index beyond all numbers', { op: 'remove', path: `/components/${'9'.repeat(30)}` }],
    ['the place after the end', { op: 'replace', path: '/components/-', value: 1 }],
    ['the same as a source', { op: 'copy', from: '/components/-', path: '/title' }],
    ['a member that is not there', { op: 'replace', path: '/subtitle', value: 'x' }],
    ['below a text', { op: 'add', path: '/title/x', value: 1 }],
    ['below what is not there', { op: 'add', path: '/x/y', value: 1 }],
    ['a member of a prototype', { op: 'remove', path: '/toString' }],
    ['length of a list', { op: 'replace', path: '/components/length', value: 0 }],
    ['a source that is not there', { op: 'move', from: '/x', path: '/title' }],
    ['a place onto itself that is not there', { op: 'move', from: '/x', path: '/x' }],
  ])('%s leads to nothing', (_, operation) => {
    const patch = [{ op: 'replace', path: '/title', value: 'N' }, operation];
    expect(play(patch)).toMatchObject({ code: 'delta_path_missing', operation: 1, payload: base });
  });

  test.each([
    ['add without value', { op: 'add', path: '/title' }],
    ['replace without value', { op: 'replace', path: '/title' }],
    ['copy without from', { op: 'copy', path: '/title' }],
    ['a pointer without slash', { op: 'remove', path: 'title' }],
    ['a bad escape at the end', { op: 'remove', path: '/a~' }],
    ['a bad escape in from', { op: 'move', from: '/a~3', path: '/title' }],
    ['an extra member', { op: 'remove', path: '/title', x: 1 }],
  ])('%s makes no frame', (_, operation) => expect(play([operation]).code).toBe('delta_bad_frame'));
});

describe('checks run in the order of the codes (vectors FORMAT 4)', () => {
  const probe = { op: 'test', path: '/title' };
  const mixed = { op: 'remove', path: '/reasoning' };
  const forbidden = { op: 'remove', path: '/constructor' };
  const intoChild = { op: 'move', from: '/components', path: '/components/0' };
  const missing = { op: 'remove', path: '/y' };
  const illegal = { op: 'add', path: '/x', value: 1 };

  test.each([
    ['delta_bad_frame', [probe, mixed, forbidden], { surfaceRef: 'other', catalogVersion: 'x' }],
    ['delta_unknown_ref', [mixed, forbidden, intoChild], { surfaceRef: 'other', catalogVersion: 'x' }],
    ['delta_catalog_mismatch', [mixed, forbidden, intoChild], { catalogVersion: 'x' }],
    ['delta_mixed_roots', [missing, mixed, forbidden, intoChild], {}],
    ['delta_forbidden_segment', [missing, intoChild, forbidden], {}],
    ['delta_move_into_child', [missing, intoChild], {}],
    ['delta_path_missing', [illegal, missing], {}],
    [
      'delta_catalog_changed',
      [
        { op: 'remove', path: '/catalogVersion' },
        { op: 'remove', path: '/surface' },
      ],
      {},
    ],
    ['delta_invalid_result', [illegal], {}],
    ['delta_invalid_result', [{ op: 'remove', path: '' }], {}],
    ['delta_invalid_result', [{ op: 'remove', path: '/surface' }], {}],
  ])('%s', (code, patch, more) => expect(play(patch, more)).toMatchObject({ code, payload: base }));

  test.each(['__proto__', 'constructor', 'prototype'])('%s is forbidden anywhere in a pointer', (name) => {
    for (const path of [`/${name}`, `/components/0/${name}/x`, `/surface/${name}`]) {
      expect(play([{ op: 'add', path, value: 1 }]).code).toBe('delta_forbidden_segment');
    }
  });

  test('copies of copies end before they fill the memory', () => {
    const copy = { op: 'copy', from: '/components', path: '/components/-' };
    expect(play(Array.from({ length: 40 }, () => copy)).code).toBe('delta_invalid_result');
  });

  test('a base that is not a surface takes no frame', () => {
    for (const bad of [null, 5, [], {}, 'x'.repeat(2_000_000)]) {
      const [step] = playDeltaFrames({ surfaceRef: 'ev-1', base: bad }, [
        frame([{ op: 'remove', path: '' }]),
      ]);
      expect(step).toMatchObject({ kind: 'refused', failure: { code: 'delta_catalog_mismatch' } });
    }
  });
});

test('values survive by id and component, and a choice that is gone is reset (envelope 7.6)', () => {
  const select = (values: readonly string[]) => ({
    component: 'field.select',
    id: 's',
    label: 'S',
    options: values.map((value) => ({ value, label: value })),
  });
  const field = (id: string) => ({ component: 'field.text', id, label: 'L' });
  const before = {
    catalogVersion: '0.9.1',
    surface: { components: [field('a'), field('b'), select(['x', 'y'])] },
  };
  const values = new Map([
    ['a', '1'],
    ['b', '2'],
    ['s', 'y'],
  ]);
  const after = [select(['x']), { ...field('b'), label: 'new' }, field('c')];
  const patch = [{ op: 'replace', path: '/components', value: after }];
  const [step] = playDeltaFrames({ surfaceRef: 'ev-1', base: before, values }, [frame(patch)]);
  expect([...(step?.chain.values ?? [])]).toEqual([
    ['s', 'x'],
    ['b', '2'],
    ['c', ''],
  ]);
});

test('frames after a refused one are skipped until a full surface comes (envelope 7.6)', () => {
  const good = frame([{ op: 'replace', path: '/title', value: 'N' }]);
  const steps = playDeltaFrames({ surfaceRef: 'ev-1', base }, [good, frame([]), good]);
  expect(steps.map(({ kind }) => kind)).toEqual(['applied', 'refused', 'skipped']);
  expect(steps[2]?.chain).toMatchObject({ waitsForFull: true, payload: { surface: { title: 'N' } } });
});

describe('the recorded delta chain ends in the surface of the log (envelope 7.6)', () => {
  const folder = join(import.meta.dirname, '../../../../../testing/recordings/app/_envelopes/a2ui-run');
  const data = (file: string) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line): Record<string, unknown> => JSON.parse(line.slice(6)));

  test.each(['sse.debug.a2uiDelta1.sse', 'live.debug.a2uiDelta1.sse'])('%s', (file) => {
    const wire = data(file);
    const full = wire.find((one) => one.type === 'ui.a2ui-surface');
    const frames = wire.filter((one) => one.surfaceRef !== undefined);
    const surfaces = data('sse.debug.sse').filter((one) => one.type === 'ui.a2ui-surface');
    const start = { surfaceRef: String(full?.eventId), base: full?.payload };
    const steps = playDeltaFrames(start, frames);
    expect(steps.length).toBe(surfaces.length - 1);
    expect([full?.payload, ...steps.map(({ chain }) => chain.payload)]).toEqual(
      surfaces.map(({ payload }) => payload),
    );
  });
});
