/** Filters that were used of late and those a person saved, on this machine. What holds a secret is not kept. */
import { masker } from '@openwop-inspector/base';
import { create } from 'zustand';
import { MAX_FILTERS } from '../model/filter-file.ts';
import { isFilterText } from '../model/filter-text.ts';
import { showHint } from './hint-store.ts';
import { makeChange } from './undo.ts';

const KEY = 'inspector.filters';
const MAX_RECENT = 50;

export interface KeptFilters {
  /** The newest first. */
  readonly recent: readonly string[];
  /** In the order in which they were saved. */
  readonly saved: readonly string[];
}

export const useKeptFilters = create<KeptFilters>()(() => read());

function read(): KeptFilters {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const list = (name: 'recent' | 'saved', most: number): readonly string[] => {
      const kept: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : null;
      return Array.isArray(kept) ? kept.filter(isFilterText).slice(0, most) : [];
    };
    return { recent: list('recent', MAX_RECENT), saved: list('saved', MAX_FILTERS) };
  } catch {
    return { recent: [], saved: [] }; // a window that may keep nothing, or what another program wrote there
  }
}

function keep(change: Partial<KeptFilters>): void {
  useKeptFilters.setState(change);
  try {
    localStorage.setItem(KEY, JSON.stringify(useKeptFilters.getState()));
  } catch {
    // Nothing can be kept here; they stay for the life of the window.
  }
}

/** False for a filter that holds what looks like a secret, or is none. */
export const mayBeKept = (text: string): boolean => isFilterText(text) && masker.text(text) === text;

/** Notes a filter that was used. */
export function noteFilter(typed: string): void {
  const text = typed.trim();
  const { recent } = useKeptFilters.getState();
  if (!mayBeKept(text) || recent[0] === text) return;
  keep({ recent: [text, ...recent.filter((one) => one !== text)].slice(0, MAX_RECENT) });
}

/** Saves a filter, or removes it from the saved ones. */
export function toggleSaved(typed: string): void {
  const text = typed.trim();
  const { saved } = useKeptFilters.getState();
  if (saved.includes(text))
    changeSaved(
      'Filter removed',
      saved.filter((one) => one !== text),
    );
  else if (!mayBeKept(text)) showHint('It is not saved: it holds what looks like a secret, or is too long.');
  else if (saved.length >= MAX_FILTERS) showHint(`It is not saved: there are ${MAX_FILTERS} already.`);
  else changeSaved('Filter saved', [...saved, text]);
}

/** Replaces the saved filters, which can be taken back. */
export function changeSaved(words: string, after: readonly string[]): void {
  const { saved: before } = useKeptFilters.getState();
  makeChange({ words, redo: () => keep({ saved: after }), undo: () => keep({ saved: before }) });
}

/** Adds filters to the saved ones, or takes them away. What may not be kept is passed over. */
export function editSaved(filters: readonly string[], how: 'add' | 'remove'): void {
  const { saved } = useKeptFilters.getState();
  const others = saved.filter((text) => !filters.includes(text));
  const added = how === 'add' ? filters.filter(mayBeKept) : [];
  keep({ saved: [...others, ...added].slice(0, MAX_FILTERS) });
}
