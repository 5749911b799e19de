/** Preferences reach the shell: the window may close right after a change. */
import type { Settings } from '@openwop-inspector/shell-contract';
import { expect, test, vi } from 'vitest';
import { changeSettings } from './settings-store.ts';

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
});
