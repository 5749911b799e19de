import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LogEntry, noLog } from './log.ts';
import { createSettingsStore, defaultSettings, settingsFrom } from './settings.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-settings-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['no file', undefined, defaultSettings],
  ['not an object', [1], defaultSettings],
  ['one wrong field', { theme: 'blue', zoom: 2 }, { ...defaultSettings, zoom: 2 }],
  ['an inherited field', Object.create({ zoom: 2 }), { ...defaultSettings, zoom: 2 }],
  [
    'a field of another version',
    { density: 'compact', sound: true },
    { ...defaultSettings, density: 'compact' },
  ],
])('settings from %s', (_what, value, expected) => {
  expect(settingsFrom(value)).toEqual(expected);
});

test('what is written is read again, and nothing but the file is left behind', async () => {
  const store = createSettingsStore(join(folder, 'deep', 'settings.json'), noLog);
  expect(await store.read()).toEqual(defaultSettings);
  const wanted = { ...defaultSettings, theme: 'dark', layout: '{"left":300}' } as const;
  await store.update(() => wanted);
  expect(await store.read()).toEqual(wanted);
  expect(await readdir(join(folder, 'deep'))).toEqual(['settings.json']);
});

test('updates made at once follow one another', async () => {
  const store = createSettingsStore(join(folder, 'settings.json'), noLog);
  const steps = Array.from({ length: 10 }, () =>
    store.update((settings) => ({ ...settings, zoom: settings.zoom + 0.1 })),
  );
  await Promise.all(steps);
  expect((await store.read()).zoom).toBeCloseTo(2);
});

test.each([
  ['not JSON', '{"theme":', 'not-json'],
  ['far too large', `"${'x'.repeat(600_000)}"`, 'too-large'],
])(
  'a file that is %s is logged, read as the defaults and replaced by the next write',
  async (_what, text, code) => {
    const file = join(folder, 'settings.json');
    await writeFile(file, text);
    const entries: LogEntry[] = [];
    const store = createSettingsStore(file, (entry) => entries.push(entry));
    expect(await store.read()).toEqual(defaultSettings);
    expect(entries).toEqual([{ event: 'store-unusable', code }]);
    await store.update((settings) => ({ ...settings, zoom: 2 }));
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ ...defaultSettings, zoom: 2 });
  },
);

test('a folder that cannot be written is logged and does not fail the call', async () => {
  await writeFile(join(folder, 'in-the-way'), '');
  const entries: LogEntry[] = [];
  const store = createSettingsStore(join(folder, 'in-the-way', 'settings.json'), (entry) =>
    entries.push(entry),
  );
  await store.update((settings) => settings);
  expect(entries.map(({ event }) => event)).toContain('store-not-written');
});
