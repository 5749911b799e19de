/** Colouring rules of the lists, on this machine. A filter that holds a secret is not kept. */
import { useMemo } from 'react';
import { create } from 'zustand';
import { type ColourRule, freeMark, MAX_RULES, readRules } from '../model/colour-rules.ts';
import { showHint } from './hint-store.ts';
import { mayBeKept } from './kept-filters.ts';
import { makeChange } from './undo.ts';

const KEY = 'inspector.colours';

const useColours = create<{ readonly rules: readonly ColourRule[] }>()(() => ({ rules: read() }));

function read(): readonly ColourRule[] {
  try {
    return readRules(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  } catch {
    return []; // a window that may keep nothing, or what another program wrote there
  }
}

function keep(rules: readonly ColourRule[]): void {
  useColours.setState({ rules });
  try {
    localStorage.setItem(KEY, JSON.stringify(rules.filter(({ filter }) => mayBeKept(filter))));
  } catch {
    // Nothing can be kept here; they stay for the life of the window.
  }
}

export const useColourRules = (): readonly ColourRule[] => useColours((state) => state.rules);

/** The rules that are on, as rows are asked with; the same list while none has changed. */
export function useRulesInForce(): readonly ColourRule[] {
  const rules = useColourRules();
  return useMemo(() => rules.filter(({ isOn }) => isOn), [rules]);
}

/** Replaces the rules, which can be taken back. */
export function changeRules(words: string, after: readonly ColourRule[]): void {
  const { rules: before } = useColours.getState();
  makeChange({ words, redo: () => keep(after), undo: () => keep(before) });
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
    (one) => mayBeKept(one.filter) && !rules.some(({ filter }) => filter === one.filter),
  );
  return [...rules, ...news].slice(0, MAX_RULES);
}

/** Adds rules to those that are there, or takes those of the same filters away. */
export function editRules(rules: readonly ColourRule[], how: 'add' | 'remove'): void {
  if (how === 'add') keep(rulesWith(rules));
  else keep(rulesNow().filter((one) => !rules.some(({ filter }) => filter === one.filter)));
}

export const rulesNow = (): readonly ColourRule[] => useColours.getState().rules;
