/** Colouring rules of the lists, on this machine. A filter that contains a secret is not saved. */
import { useMemo } from 'react';
import { create } from 'zustand';
import { type ColourRule, freeMark, MAX_RULES, readRules } from '../model/colour-rules.ts';
import { showHint } from './hint-store.ts';
import { maySaveFilter } from './saved-filters.ts';
import { jsonOf, keepText, storedValue, takeOver } from './stored-texts.ts';
import { makeChange } from './undo.ts';

const useColours = create<{ readonly rules: readonly ColourRule[] }>()(() => ({ rules: [] }));

/** Restores the rules of the previous session, and those that an earlier version stored in the browser. */
export function loadColours(): void {
  useColours.setState({ rules: readRules(storedValue('colours')) });
  void takeOver('colours', (old) => keep(rulesWith(readRules(jsonOf(old)))));
}

function keep(rules: readonly ColourRule[]): Promise<boolean> {
  useColours.setState({ rules });
  return keepText('colours', JSON.stringify(rules.filter(({ filter }) => maySaveFilter(filter))));
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
  makeChange({ words, redo: () => void keep(after), undo: () => void keep(before) });
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
  if (how === 'add') void keep(rulesWith(rules));
  else void keep(rulesNow().filter((one) => !rules.some(({ filter }) => filter === one.filter)));
}

export const rulesNow = (): readonly ColourRule[] => useColours.getState().rules;
