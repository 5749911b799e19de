// @vitest-environment jsdom
/** Preferences reach the shell: the window may close right after a change. */
import type { Settings } from '@openwop-inspector/shell-contract';
import { expect, test, vi } from 'vitest';
import { changeSettings, loadSettings } from './settings-store.ts';

test('of changes that come while the shell takes one, it gets the last as soon as it can', async () => {
  const sent: number[] = [];
  const taken: (() => void)[] = [];
  const call = (_name: string, { zoom }: Settings) =>
    new Promise<null>((resolve) => {
      sent.push(zoom);
      taken.push(() => resolve(null));
    });
  vi.stubGlobal('inspector', { call });
  for (const zoom of [1.1, 1.25, 1.5]) changeSettings({ zoom });
  expect(sent).toEqual([1.1]);
  taken[0]?.();
  await vi.waitFor(() => expect(sent).toEqual([1.1, 1.5]));
  taken[1]?.();
  await Promise.resolve();
  changeSettings({ zoom: 2 });
  await vi.waitFor(() => expect(sent).toEqual([1.1, 1.5, 2]));
  taken[2]?.();
});

test('a window that closes sends the change that waits for the previous one, once', async () => {
  const sent: unknown[] = [];
  const taken: (() => void)[] = [];
  const call = (name: string, settings: Settings | null) =>
    new Promise<Settings | null>((resolve) => {
      if (name === 'settings/read') return resolve(null);
      sent.push(settings?.zoom);
      taken.push(() => resolve(null));
    });
  vi.stubGlobal('inspector', { call });
  await loadSettings();
  changeSettings({ zoom: 1.1 });
  changeSettings({ zoom: 1.25 });
  window.dispatchEvent(new Event('pagehide'));
  expect(sent).toEqual([1.1, 1.25]);
  taken[0]?.();
  window.dispatchEvent(new Event('pagehide'));
  await Promise.resolve();
  expect(sent).toEqual([1.1, 1.25]);
});
