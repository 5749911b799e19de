import { randomBytes } from 'node:crypto';
import { basename, isAbsolute } from 'node:path';
import { isCount, isRecord } from '@openwop-inspector/base';
import { plainLine } from '@openwop-inspector/protocol';
import type { RecentFile } from '@openwop-inspector/shell-contract';
import type { Log } from './log.ts';
import { createJsonStore } from './stores.ts';

interface Entry extends Omit<RecentFile, 'name'> {
  readonly path: string;
}

const maxEntries = 20;
const maxPathLength = 4096;

/**
 * Files opened recently, newest first, stored in `file`. Paths stay in here; the window gets ids and base names. `now` gives
 * epoch milliseconds.
 */
export function createRecentFiles(file: string, log: Log, now: () => number = Date.now) {
  const store = createJsonStore({ file, maxBytes: 256 * 1024, accept: entriesFrom, log });
  return {
    async list(): Promise<readonly RecentFile[]> {
      const entries = await store.read();
      return entries.map(({ path, ...displayed }) => ({ ...displayed, name: plainLine(basename(path)) }));
    },
    /** Puts a path at the top, keeping what was noted about it. Resolves to its entry's id; null for a path too long. */
    async opened(path: string): Promise<string | null> {
      await store.update((entries) => withOpened(entries, path, now()));
      return (await store.read()).find((entry) => entry.path === path)?.recentId ?? null;
    },
    /** Keeps what the window says about a path it has open; ignored when the path is not in the list. */
    note: (path: string, events: number, tone: string): Promise<void> =>
      store.update((entries) =>
        entries.map((entry) => (entry.path === path ? { ...entry, events, tone } : entry)),
      ),
    clear: (): Promise<void> => store.update(() => []),
    async pathOf(recentId: string): Promise<string | null> {
      const entries = await store.read();
      return entries.find((entry) => entry.recentId === recentId)?.path ?? null;
    },
  };
}

function withOpened(entries: readonly Entry[], path: string, openedAtMs: number): readonly Entry[] {
  if (path.length > maxPathLength) return entries;
  const known = entries.find((entry) => entry.path === path);
  const newest: Entry =
    known === undefined
      ? { recentId: randomBytes(9).toString('base64url'), path, openedAtMs, events: null, tone: null }
      : { ...known, openedAtMs };
  return [newest, ...entries.filter((entry) => entry.path !== path)].slice(0, maxEntries);
}

const entriesFrom = (value: unknown): readonly Entry[] =>
  Array.isArray(value) ? value.filter(isEntry).slice(0, maxEntries) : [];

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  typeof value.recentId === 'string' &&
  /^[\w-]{12}$/.test(value.recentId) &&
  typeof value.path === 'string' &&
  isAbsolute(value.path) &&
  Number.isFinite(value.openedAtMs) &&
  (value.events === null || isCount(value.events)) &&
  (value.tone === null || isTone(value.tone));

/** A tone as the window names it: one short word. */
export const isTone = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z-]{1,32}$/.test(value);
