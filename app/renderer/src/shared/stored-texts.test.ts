// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { dismissFailures, useNoticesStore } from './hint-store.ts';
import { loadStored, migrate, saveText, storedText, storedValue } from './stored-texts.ts';

let readings: Readonly<Record<string, unknown>> = {};
let isWritable = true;
const written: unknown[] = [];
const bridge = {
  call: async (call: string, request: { readonly name: string }) => {
    if (call === 'texts/read') return readings[request.name] ?? { kind: 'none' };
    if (!isWritable) throw new Error('the shell is gone');
    written.push(request);
    return true;
  },
};
const failures = () => useNoticesStore.getState().failures.map(({ name }) => name);

beforeEach(async () => {
  vi.stubGlobal('inspector', bridge);
  localStorage.clear();
  [readings, isWritable] = [{}, true];
  written.length = 0;
  dismissFailures();
  await loadStored();
});

test('a text is there immediately and goes to the shell; an empty one is deleted', async () => {
  expect(await saveText('compare-rules', '{}')).toBe(true);
  expect(storedText('compare-rules')).toBe('{}');
  await saveText('compare-rules', '');
  expect(written).toEqual([
    { name: 'compare-rules', text: '{}' },
    { name: 'compare-rules', text: null },
  ]);
});

test('one that the shell cannot save stays active here', async () => {
  isWritable = false;
  expect(await saveText('filters', '[]')).toBe(false);
  expect(storedText('filters')).toBe('[]');
});

test('what cannot be read is named, and begins empty', async () => {
  readings = { filters: { kind: 'unusable' }, colours: { kind: 'text', text: '[{' } };
  await loadStored();
  expect([storedText('filters'), storedValue('colours'), storedValue('hosts')]).toEqual([
    '',
    undefined,
    undefined,
  ]);
  expect(failures()).toEqual(['Saved filters', 'Colouring rules']);
});

test('what an earlier version left stays in the browser until the shell has it', async () => {
  localStorage.setItem('inspector.hosts', '[]');
  isWritable = false;
  await migrate('hosts', (old) => saveText('hosts', old));
  expect(localStorage.getItem('inspector.hosts')).toBe('[]');
  isWritable = true;
  await migrate('hosts', (old) => saveText('hosts', old));
  expect(localStorage.getItem('inspector.hosts')).toBeNull();
  expect(written).toEqual([{ name: 'hosts', text: '[]' }]);
});
