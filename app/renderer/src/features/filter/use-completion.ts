import { listMoveInText, stepOf } from '@openwop-inspector/ui';
import {
  type InputHTMLAttributes,
  type KeyboardEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
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

/** The list of suggestions below the field. */
export interface CompletionList {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  /** Index of the chosen suggestion; null while the text itself is. */
  readonly active: number | null;
  /** Field whose values are suggested; null while the name of a field is completed. */
  readonly field: string | null;
  readonly onTake: (index: number) => void;
}

/** State of the completion popup over a text that lives elsewhere. */
export function useCompletion(
  text: string,
  onChange: (text: string) => void,
  values: FilterValues,
  input: RefObject<HTMLInputElement | null>,
) {
  const id = useId();
  const [wanted, setWanted] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const [caret, setCaret] = useState(text.length);
  const placeCaret = useCaretAfterChange(input);
  const term = wanted ? termAt(text, Math.min(caret, text.length)) : null;
  const suggestions = term === null ? [] : newSuggestions(term, values);
  const show = (isWanted: boolean) => {
    setWanted(isWanted);
    setActive(null);
  };
  const onTake = (index: number) => {
    const suggestion = suggestions[index];
    if (term === null || suggestion === undefined) return;
    const next = take(text, term, suggestion);
    placeCaret(next.caret);
    setCaret(next.caret);
    show(suggestion.isField);
    input.current?.focus();
    onChange(next.text);
  };
  const list: CompletionList | null =
    suggestions.length === 0 ? null : { id, suggestions, active, field: term?.field ?? null, onTake };
  /** Arrows choose, Tab and Enter take what is chosen, Escape closes; true when the key was used. */
  const onKeyDown = ({ key }: KeyboardEvent): boolean => {
    const step = stepOf(listMoveInText(key));
    if (list === null) {
      if (step === 1) setWanted(true);
      return step === 1;
    }
    if (step !== 0) setActive(stepped(active, step, suggestions.length));
    else if (active !== null && (key === 'Enter' || key === 'Tab')) onTake(active);
    else {
      if (key === 'Escape' || key === 'Enter' || key === 'Tab') show(false);
      return key === 'Escape';
    }
    return true;
  };
  return {
    /** Null while there is nothing to suggest. */
    list,
    input: {
      ...comboboxOf(list),
      onSelect: ({ currentTarget }) => setCaret(currentTarget.selectionStart ?? text.length),
    } satisfies InputHTMLAttributes<HTMLInputElement>,
    close: () => show(false),
    onType: (typed: string, at: number) => {
      setCaret(at);
      show(typed !== '');
      onChange(typed);
    },
    onKeyDown,
  };
}

/** Leaves out what is already typed whole. */
const newSuggestions = (term: FilterTerm, values: FilterValues) =>
  suggestionsFor(term, values, MAX_DISPLAYED).filter(({ text }) => text !== term.typed);

/** Attributes of a field with these suggestions. */
function comboboxOf(list: CompletionList | null) {
  return {
    role: 'combobox',
    'aria-expanded': list !== null,
    'aria-controls': list?.id,
    'aria-autocomplete': 'list',
    'aria-activedescendant': list === null || list.active === null ? undefined : `${list.id}-${list.active}`,
  } satisfies InputHTMLAttributes<HTMLInputElement>;
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

/** Steps through the options and out of them, back into the text. */
function stepped(active: number | null, step: 1 | -1, count: number): number | null {
  const next = active === null ? (step === 1 ? 0 : count - 1) : active + step;
  return next < 0 || next >= count ? null : next;
}
