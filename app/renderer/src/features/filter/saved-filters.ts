/** Recent and saved filters, on this machine. A filter that contains a secret is not saved. */
import { listOr, masker, member, parsedJson } from '@openwop-inspector/base';
import { useMemo } from 'react';
import { create } from 'zustand';
import { makeChange, showHint } from '../../shared/hint-store.ts';
import { migrate, saveText, storedValue } from '../../shared/stored-texts.ts';
import { type ColourRule, freeMark, isFilterText, MAX_FILTERS, MAX_RULES, readRules } from './filter-file.ts';

const MAX_RECENT = 50;

interface SavedFilters {
  /** The newest first. */
  readonly recent: readonly string[];
  /** In the order in which they were saved. */
  readonly saved: readonly string[];
}

export const useSavedFilters = create<SavedFilters>()(() => ({ recent: [], saved: [] }));

/** Restores the filters of the previous session, and those that an earlier version stored in the browser. */
export function loadFilters(): void {
  useSavedFilters.setState(filtersOf(storedValue('filters')));
  void migrate('filters', (old) => {
    const { recent, saved } = filtersOf(parsedJson(old));
    const now = useSavedFilters.getState();
    return saveFilters({
      recent: [...new Set([...now.recent, ...recent.filter(maySaveFilter)])].slice(0, MAX_RECENT),
      saved: [...new Set([...now.saved, ...saved.filter(maySaveFilter)])].slice(0, MAX_FILTERS),
    });
  });
}

function filtersOf(value: unknown): SavedFilters {
  const list = (name: string, most: number) =>
    listOr(member(value, name)).filter(isFilterText).slice(0, most);
  return { recent: list('recent', MAX_RECENT), saved: list('saved', MAX_FILTERS) };
}

function saveFilters(change: Partial<SavedFilters>): Promise<boolean> {
  useSavedFilters.setState(change);
  return saveText('filters', JSON.stringify(useSavedFilters.getState()));
}

/** False for a filter that contains what looks like a secret, or is invalid. */
export const maySaveFilter = (text: string): boolean => isFilterText(text) && masker.text(text) === text;

/** Notes a filter that was used. */
export function noteFilter(typed: string): void {
  const text = typed.trim();
  const { recent } = useSavedFilters.getState();
  if (!maySaveFilter(text) || recent[0] === text) return;
  void saveFilters({ recent: [text, ...recent.filter((one) => one !== text)].slice(0, MAX_RECENT) });
}

/** Saves a filter, or removes it from the saved ones. */
export function toggleSaved(typed: string): void {
  const text = typed.trim();
  const { saved } = useSavedFilters.getState();
  const others = saved.filter((one) => one !== text);
  if (others.length < saved.length) changeSaved('Filter removed', others);
  else if (!maySaveFilter(text)) showHint('Not saved: it contains what looks like a secret, or is too long.');
  else if (saved.length >= MAX_FILTERS) showHint(`It is not saved: there are ${MAX_FILTERS} already.`);
  else changeSaved('Filter saved', [...saved, text]);
}

/** Replaces the saved filters, which can be undone. */
export function changeSaved(words: string, after: readonly string[]): void {
  const { saved: before } = useSavedFilters.getState();
  makeChange({
    words,
    redo: () => void saveFilters({ saved: after }),
    undo: () => void saveFilters({ saved: before }),
  });
}

/** Adds filters to the saved ones, or removes them. Filters that may not be saved are skipped. */
export function editSaved(filters: readonly string[], how: 'add' | 'remove'): void {
  const { saved } = useSavedFilters.getState();
  const others = saved.filter((text) => !filters.includes(text));
  const added = how === 'add' ? filters.filter(maySaveFilter) : [];
  void saveFilters({ saved: [...others, ...added].slice(0, MAX_FILTERS) });
}

const useColours = create<{ readonly rules: readonly ColourRule[] }>()(() => ({ rules: [] }));

/** Restores the rules of the previous session, and those that an earlier version stored in the browser. */
export function loadColours(): void {
  useColours.setState({ rules: readRules(storedValue('colours')) });
  void migrate('colours', (old) => saveRules(rulesWith(readRules(parsedJson(old)))));
}

function saveRules(rules: readonly ColourRule[]): Promise<boolean> {
  useColours.setState({ rules });
  return saveText('colours', JSON.stringify(rules.filter(({ filter }) => maySaveFilter(filter))));
}

export const useColourRules = (): readonly ColourRule[] => useColours((state) => state.rules);

/** The enabled rules, an input of row queries; the same list while none has changed. */
export function useRulesInForce(): readonly ColourRule[] {
  const rules = useColourRules();
  return useMemo(() => rules.filter(({ isOn }) => isOn), [rules]);
}

/** Replaces the rules, which can be undone. */
export function changeRules(words: string, after: readonly ColourRule[]): void {
  const { rules: before } = useColours.getState();
  makeChange({ words, redo: () => void saveRules(after), undo: () => void saveRules(before) });
}

/** Adds a rule for a filter. */
export function addRule(filter: string): void {
  const { rules } = useColours.getState();
  const rule = { filter: filter.trim(), mark: freeMark(rules), isOn: true };
  if (rules.length >= MAX_RULES) showHint(`It is not added: there are ${MAX_RULES} rules already.`);
  else changeRules('Rule added', [...rules, rule]);
}

/** The rules with those of a file that are not among them yet. */
export function rulesWith(added: readonly ColourRule[]): readonly ColourRule[] {
  const { rules } = useColours.getState();
  const news = added.filter(
    (one) => maySaveFilter(one.filter) && !rules.some(({ filter }) => filter === one.filter),
  );
  return [...rules, ...news].slice(0, MAX_RULES);
}

/** Adds rules to those that are there, or takes those of the same filters away. */
export function editRules(rules: readonly ColourRule[], how: 'add' | 'remove'): void {
  if (how === 'add') void saveRules(rulesWith(rules));
  else void saveRules(rulesNow().filter((one) => !rules.some(({ filter }) => filter === one.filter)));
}

export const rulesNow = (): readonly ColourRule[] => useColours.getState().rules;
