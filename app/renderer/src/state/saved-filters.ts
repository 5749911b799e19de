/** Recent and saved filters, on this machine. A filter that contains a secret is not saved. */
import { isRecord, masker } from '@openwop-inspector/base';
import { create } from 'zustand';
import { MAX_FILTERS } from '../model/filter-file.ts';
import { isFilterText } from '../model/filter-text.ts';
import { showHint } from './hint-store.ts';
import { jsonOf, keepText, storedValue, takeOver } from './stored-texts.ts';
import { makeChange } from './undo.ts';

const MAX_RECENT = 50;

export interface SavedFilters {
  /** The newest first. */
  readonly recent: readonly string[];
  /** In the order in which they were saved. */
  readonly saved: readonly string[];
}

const NONE: SavedFilters = { recent: [], saved: [] };

export const useSavedFilters = create<SavedFilters>()(() => NONE);

/** Restores the filters of the previous session, and those that an earlier version stored in the browser. */
export function loadFilters(): void {
  useSavedFilters.setState(filtersOf(storedValue('filters')));
  void takeOver('filters', (old) => {
    const { recent, saved } = filtersOf(jsonOf(old));
    const now = useSavedFilters.getState();
    return keep({
      recent: [...new Set([...now.recent, ...recent.filter(maySaveFilter)])].slice(0, MAX_RECENT),
      saved: [...new Set([...now.saved, ...saved.filter(maySaveFilter)])].slice(0, MAX_FILTERS),
    });
  });
}

function filtersOf(value: unknown): SavedFilters {
  if (!isRecord(value)) return NONE;
  const list = (stored: unknown, most: number): readonly string[] =>
    Array.isArray(stored) ? stored.filter(isFilterText).slice(0, most) : [];
  return { recent: list(value.recent, MAX_RECENT), saved: list(value.saved, MAX_FILTERS) };
}

function keep(change: Partial<SavedFilters>): Promise<boolean> {
  useSavedFilters.setState(change);
  return keepText('filters', JSON.stringify(useSavedFilters.getState()));
}

/** False for a filter that contains what looks like a secret, or is invalid. */
export const maySaveFilter = (text: string): boolean => isFilterText(text) && masker.text(text) === text;

/** Notes a filter that was used. */
export function noteFilter(typed: string): void {
  const text = typed.trim();
  const { recent } = useSavedFilters.getState();
  if (!maySaveFilter(text) || recent[0] === text) return;
  void keep({ recent: [text, ...recent.filter((one) => one !== text)].slice(0, MAX_RECENT) });
}

/** Saves a filter, or removes it from the saved ones. */
export function toggleSaved(typed: string): void {
  const text = typed.trim();
  const { saved } = useSavedFilters.getState();
  if (saved.includes(text))
    changeSaved(
      'Filter removed',
      saved.filter((one) => one !== text),
    );
  else if (!maySaveFilter(text)) showHint('Not saved: it contains what looks like a secret, or is too long.');
  else if (saved.length >= MAX_FILTERS) showHint(`It is not saved: there are ${MAX_FILTERS} already.`);
  else changeSaved('Filter saved', [...saved, text]);
}

/** Replaces the saved filters, which can be undone. */
export function changeSaved(words: string, after: readonly string[]): void {
  const { saved: before } = useSavedFilters.getState();
  makeChange({ words, redo: () => void keep({ saved: after }), undo: () => void keep({ saved: before }) });
}

/** Adds filters to the saved ones, or removes them. Filters that may not be saved are skipped. */
export function editSaved(filters: readonly string[], how: 'add' | 'remove'): void {
  const { saved } = useSavedFilters.getState();
  const others = saved.filter((text) => !filters.includes(text));
  const added = how === 'add' ? filters.filter(maySaveFilter) : [];
  void keep({ saved: [...others, ...added].slice(0, MAX_FILTERS) });
}
