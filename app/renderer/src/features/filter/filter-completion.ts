/**
 * Completion inside the filter field: the term at the caret, its suggestions, and the state of their list. Whether a filter
 * is valid is decided by the engine that compiles it.
 */
import { FILTER_WORDS, type FilterPart, filterParts } from '@openwop-inspector/run-log';
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

/** Fields in the order they are offered, with the text before their values. */
const FIELDS = FILTER_WORDS.map(({ name, hint, examples: [example] }) => {
  // A path into the payload follows.
  const text = name === 'payload' ? 'payload.' : `${name}:`;
  return { name, text, label: text, hint: `${hint}: ${example}`, isField: true };
});

/** Values of the fields with few values. */
export const LISTED_VALUES: FilterValues = Object.fromEntries(
  FILTER_WORDS.flatMap((field) => ('values' in field ? [[field.name, field.values] as const] : [])),
);

/** Known values of each field. */
export type FilterValues = Readonly<Record<string, readonly string[]>>;

/** The term at the caret. */
export interface FilterTerm {
  /** Half-open range that a suggestion replaces, UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** Null while the field's own name is being typed. */
  readonly field: string | null;
  readonly typed: string;
  readonly negated: boolean;
}

/** A suggestion. */
export interface Suggestion {
  /** Replacement of the term's range. */
  readonly text: string;
  readonly label: string;
  readonly hint: string;
  /** True when more has to follow, so no space is added. */
  readonly isField: boolean;
}

/** The term around the caret, or null inside quotes. */
export function termAt(text: string, caret: number): FilterTerm | null {
  const before = text.slice(0, caret);
  if ((before.match(/"/g)?.length ?? 0) % 2 === 1) return null;
  const start = Math.max(before.lastIndexOf(' '), before.lastIndexOf('(')) + 1;
  const rest = /^[^\s)]*/.exec(text.slice(caret))?.[0] ?? '';
  const negated = text[start] === '-';
  const from = negated ? start + 1 : start;
  const typed = text.slice(from, caret);
  const colon = typed.indexOf(':');
  const to = caret + rest.length;
  if (colon < 0) return { from, to, field: null, typed, negated };
  return { from: from + colon + 1, to, field: typed.slice(0, colon), typed: typed.slice(colon + 1), negated };
}

/** Suggestions at the caret; at most `limit`, prefix matches before substring matches. */
export function suggestionsFor(term: FilterTerm, values: FilterValues, limit: number): readonly Suggestion[] {
  if (term.field === null) return ranked(FIELDS, term.typed, ({ name }) => name, limit);
  const known = Object.hasOwn(values, term.field) ? (values[term.field] ?? []) : [];
  return ranked(known, term.typed, (value) => value, limit).map((label) => {
    return { text: quotedValue(label), label, hint: '', isField: false };
  });
}

/** A value in filter syntax: one with a blank, a quote or a bracket is quoted. */
export function quotedValue(value: string): string {
  return /[\s"()]/.test(value) ? `"${value.replaceAll('"', '\\"')}"` : value;
}

function ranked<Item>(items: readonly Item[], typed: string, nameOf: (item: Item) => string, limit: number) {
  const wanted = typed.toLowerCase().replaceAll('*', '');
  const begins: Item[] = [];
  const contains: Item[] = [];
  for (const item of items) {
    const at = nameOf(item).toLowerCase().indexOf(wanted);
    if (at === 0) begins.push(item);
    else if (at > 0) contains.push(item);
    if (begins.length >= limit) break;
  }
  return [...begins, ...contains].slice(0, limit);
}

/** The text and the caret after a suggestion was accepted; a finished value is followed by a blank. */
export function take(text: string, term: FilterTerm, suggestion: Suggestion) {
  const after = text.slice(term.to);
  const tail = suggestion.isField || after.startsWith(' ') ? '' : ' ';
  const head = text.slice(0, term.from) + suggestion.text + tail;
  const skip = !suggestion.isField && after.startsWith(' ') ? 1 : 0;
  return { text: head + after, caret: head.length + skip };
}

export interface FilterChip extends FilterPart {
  /** Source text. */
  readonly text: string;
  /** The same without its negation. */
  readonly term: string;
}

const NEGATION = /^(?:-|not\b\s*)/i;

/** The chips of a filter; none when it cannot be parsed. */
export function chipsOf(text: string): readonly FilterChip[] {
  return filterParts(text).map((part) => {
    const written = text.slice(part.from, part.to);
    return { ...part, text: written, term: part.isNegated ? written.replace(NEGATION, '') : written };
  });
}

/** The filter without one of its chips. */
export const withoutChip = (text: string, at: number): string => joined(chipsOf(text).toSpliced(at, 1));

/** The filter with the negation of one of its chips toggled. */
export function withNegated(text: string, at: number): string {
  const chips = chipsOf(text);
  const chip = chips[at];
  if (chip === undefined) return text;
  return joined(chips.toSpliced(at, 1, { ...chip, text: negated(chip) }));
}

function negated({ text, term, isNegated, isGroup }: FilterChip): string {
  if (isNegated) return plain(term);
  return isGroup && !text.startsWith('(') ? `-(${text})` : `-${text}`;
}

/** A word that itself begins like a negation is no longer one in quotes. */
const plain = (text: string): string => (text.startsWith('-') ? `"${text.replace(/["\\]/g, '\\$&')}"` : text);

const joined = (chips: readonly FilterChip[]): string => chips.map(({ text }) => text).join(' ');

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
