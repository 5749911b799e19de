import { listMoveInText, stepOf } from '@openwop-inspector/ui';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import {
  type FilterTerm,
  type FilterValues,
  type Suggestion,
  suggestionsFor,
  take,
  termAt,
} from './filter-completion.ts';

/** Maximum number of displayed suggestions. */
const MAX_DISPLAYED = 8;

export interface Completion {
  readonly open: boolean;
  readonly suggestions: readonly Suggestion[];
  /** Index of the chosen suggestion; null while the text itself is. */
  readonly active: number | null;
  readonly term: FilterTerm | null;
  readonly close: () => void;
  readonly takeAt: (index: number) => void;
  readonly onType: (text: string, caret: number) => void;
  readonly setCaret: (caret: number) => void;
  /** Returns true when the completion has used the key. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

/** State of the completion popup over a text that lives elsewhere. */
export function useCompletion(
  text: string,
  onChange: (text: string) => void,
  values: FilterValues,
  input: RefObject<HTMLInputElement | null>,
): Completion {
  const [wanted, setWanted] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const [caret, setCaret] = useState(text.length);
  const placeCaret = useCaretAfterChange(input);
  const term = wanted ? termAt(text, Math.min(caret, text.length)) : null;
  const suggestions = term === null ? [] : suggestionsFor(term, values, MAX_DISPLAYED).filter(isNews(term));
  const close = () => {
    setWanted(false);
    setActive(null);
  };
  const takeAt = (index: number) => {
    const suggestion = suggestions[index];
    if (term === null || suggestion === undefined) return;
    const next = take(text, term, suggestion);
    placeCaret(next.caret);
    setCaret(next.caret);
    setActive(null);
    setWanted(suggestion.isField);
    input.current?.focus();
    onChange(next.text);
  };
  const onType = (typed: string, at: number) => {
    setCaret(at);
    setWanted(typed !== '');
    setActive(null);
    onChange(typed);
  };
  const actions = { open: () => setWanted(true), choose: setActive, close, takeAt };
  const onKeyDown = (event: KeyboardEvent) => onCompletionKey(event.key, active, suggestions.length, actions);
  return {
    open: suggestions.length > 0,
    suggestions,
    active,
    term,
    close,
    takeAt,
    onType,
    setCaret,
    onKeyDown,
  };
}

interface CompletionActions {
  readonly open: () => void;
  readonly choose: (index: number | null) => void;
  readonly close: () => void;
  readonly takeAt: (index: number) => void;
}

/** Arrows choose, Tab and Enter take what is chosen, Escape closes; true when the key was used. */
function onCompletionKey(
  key: string,
  active: number | null,
  count: number,
  actions: CompletionActions,
): boolean {
  const step = stepOf(listMoveInText(key));
  if (count === 0) {
    if (step === 1) actions.open();
    return step === 1;
  }
  if (step !== 0) {
    actions.choose(stepped(active, step, count));
    return true;
  }
  switch (key) {
    case 'Escape':
      actions.close();
      return true;
    case 'Enter':
    case 'Tab':
      if (active === null) actions.close();
      else actions.takeAt(active);
      return active !== null;
    default:
      return false;
  }
}

/** Puts the caret where it belongs once the changed text has been rendered. */
function useCaretAfterChange(input: RefObject<HTMLInputElement | null>): (caret: number) => void {
  const wanted = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (wanted.current === null) return;
    input.current?.setSelectionRange(wanted.current, wanted.current);
    wanted.current = null;
  });
  return (caret) => {
    wanted.current = caret;
  };
}

/** Leaves out what is already typed whole. */
const isNews =
  (term: FilterTerm) =>
  (suggestion: Suggestion): boolean =>
    suggestion.text !== term.typed;

/** Steps through the options and out of them, back into the text. */
function stepped(active: number | null, step: 1 | -1, count: number): number | null {
  const next = active === null ? (step === 1 ? 0 : count - 1) : active + step;
  return next < 0 || next >= count ? null : next;
}
