import { VisibleText } from '@openwop-inspector/renderers';
import type { FilterError } from '@openwop-inspector/run-log';
import {
  Button,
  Icon,
  IconButton,
  Kbd,
  LIST_KEYS,
  layout,
  onResize,
  SearchField,
} from '@openwop-inspector/ui';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { keysOf } from '../../commands/commands.ts';
import { commandKeys } from '../../commands/key-map.ts';
import styles from './FilterField.module.css';
import {
  type CompletionList,
  chipsOf,
  type FilterChip,
  type FilterValues,
  useCompletion,
  withNegated,
  withoutChip,
} from './filter-completion.ts';
import type { FilterFailure } from './filter-selection.ts';

export interface FilterFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** A step that can be undone, with a label for it: a chip was removed, the field was cleared. */
  readonly onStep: (words: string, text: string) => void;
  readonly error: FilterError | null;
  /** Why the events could not be searched; null while they could. */
  readonly failure?: FilterFailure | null;
  /** "312 of 1,284"; null while nothing is narrowed. */
  readonly count: string | null;
  /** Ends a search that takes long; null while there is none. */
  readonly onStop?: (() => void) | null;
  /** What the values of each field can be. */
  readonly values: FilterValues;
  /** The filter that was used last, which the arrow up brings back into an empty field; null for none. */
  readonly last?: string | null;
  /** Escape in an empty field, or Enter: go back to the list. */
  readonly onLeave: () => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
}

/** The filter: plain text with completion. Says where it is wrong and what could be meant. */
export function FilterField(props: FilterFieldProps) {
  const { value, onChange, error, failure = null, inputRef, onLeave, last = null, onStop = null } = props;
  const errorId = useId();
  const [isEditing, setEditing] = useState(false);
  // The field takes back what was typed into it, the window every step since.
  const [isTyped, setTyped] = useState(false);
  const step = (words: string, text: string) => {
    setTyped(false);
    props.onStep(words, text);
  };
  const clear = () => step('Filter cleared', '');
  const completion = useCompletion(value, onChange, props.values, inputRef);
  /** Keys that the completion does not use. */
  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    Enter: onLeave,
    Escape: value === '' ? onLeave : clear,
    ArrowUp: value === '' && last !== null ? () => onChange(last) : undefined,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = completion.onKeyDown(event) ? () => undefined : keys[event.key];
    if (act !== undefined) event.preventDefault();
    act?.();
  };
  // What is wrong is displayed as it was typed.
  const hasChips = !isEditing && error === null && chipsOf(value).length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is unknown to the oldest Chromium we serve
    <section className={layout('grow relative')} role="search" data-region="filter" aria-label="Filter">
      <SearchField
        label="Filter events"
        value={value}
        inputRef={inputRef}
        isWrong={error !== null}
        count={props.count}
        placeholder="Filter, for example node:draft or trust:untrusted"
        {...completion.input}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : errorId}
        data-untyped={isTyped ? undefined : ''}
        onChange={(typed, caret) => {
          setTyped(true);
          completion.onType(typed, caret);
        }}
        onKeyDown={onKeyDown}
        over={hasChips ? <FilterChips text={value} onStep={step} input={inputRef} /> : null}
        onFocus={() => setEditing(true)}
        onBlur={() => {
          setEditing(false);
          completion.close();
        }}
        end={<FieldEnd isEmpty={value === ''} onClear={clear} onStop={onStop} />}
      />
      {completion.list === null ? null : <FilterCompletion {...completion.list} />}
      {error === null ? null : (
        <FilterErrorLine id={errorId} error={error} value={value} onChange={onChange} />
      )}
      {failure === null ? null : <FilterFailureLine {...failure} />}
    </section>
  );
}

interface FieldEndProps extends Required<Pick<FilterFieldProps, 'onStop'>> {
  readonly isEmpty: boolean;
  readonly onClear: () => void;
}

/** The buttons after the text; the key that leads to the field while it is empty. */
function FieldEnd({ isEmpty, onClear, onStop }: FieldEndProps) {
  return (
    <>
      {onStop === null ? null : <IconButton icon="stop" label="Stop the search" small onPress={onStop} />}
      {isEmpty ? (
        <Kbd keys={keysOf('filter')} isHint />
      ) : (
        <IconButton icon="close" label="Clear the filter" small onPress={onClear} />
      )}
    </>
  );
}

/** What is wrong, and that the rows are those of before. */
function FilterProblem({ id, children }: { readonly id?: string; readonly children: ReactNode }) {
  return (
    <p id={id} className={layout('rowTop errorText gap6 padTop4')} role="status">
      <Icon name="failed" />
      <span>{children}</span>
    </p>
  );
}

/** Says that the events could not be searched; what is listed can be used on. */
function FilterFailureLine({ reason, tryAgain }: FilterFailure) {
  return (
    <FilterProblem>
      The events could not be searched: <VisibleText text={reason} />. The rows are those of the last search.{' '}
      <Button look="link" onPress={tryAgain}>
        Try again
      </Button>
    </FilterProblem>
  );
}

interface FilterErrorLineProps extends Pick<FilterFieldProps, 'value' | 'onChange'> {
  readonly id: string;
  readonly error: FilterError;
}

/** Says what is wrong and at which column; the suggestion can be taken. */
function FilterErrorLine({ id, error, value: text, onChange }: FilterErrorLineProps) {
  const { column, message, suggestion } = error;
  const blank = text.slice(column).search(/\s|$/);
  const rest = text.slice(error.end ?? column + blank);
  return (
    <FilterProblem id={id}>
      Column {column + 1}: {message}. The rows are those of the last valid filter.{' '}
      {suggestion === null ? null : (
        <Button look="link" onPress={() => onChange(text.slice(0, column) + suggestion + rest)}>
          Use <code>{suggestion}</code>
        </Button>
      )}
    </FilterProblem>
  );
}

/** What could be at the caret. The field keeps the focus; this only names and takes. */
function FilterCompletion({ id, suggestions, active, field, onTake }: CompletionList) {
  return (
    <div className={layout('raised absolute crops dropdown')}>
      <p className={layout('caption pad6x12')}>
        {field === null ? 'Fields; words alone search the whole event' : <>Values of {field}</>}
      </p>
      <div role="listbox" id={id} aria-label={field === null ? 'Fields' : `Values of ${field}`}>
        {suggestions.map((suggestion, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the text field has the focus and names the active option
          <div
            key={suggestion.label}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={layout('row nowrap', styles.option, index === active && layout.selected)}
            onPointerDown={(event) => {
              event.preventDefault(); // the field keeps the focus
              onTake(index);
            }}
          >
            <code className={layout.fixed}>
              {field === null ? null : <b className={layout.accentText}>{field}:</b>}
              {suggestion.label}
            </code>
            <span className={layout('second ellipsis')}>{suggestion.hint}</span>
          </div>
        ))}
      </div>
      <p className={layout('row aside wrap topRuled chrome pad6x12 gap4x12')} aria-hidden="true">
        <span>
          <Kbd keys={[...commandKeys(LIST_KEYS.previous[0]), ...commandKeys(LIST_KEYS.next[0])]} /> choose
        </span>
        <span>
          <Kbd keys={['Tab']} /> take
        </span>
        <span>
          <Kbd keys={commandKeys('Escape')} /> close
        </span>
        <span className={layout.toEnd}>
          <code>-term</code> leaves out, <code>*</code> matches anything
        </span>
      </p>
    </div>
  );
}

interface FilterChipsProps {
  readonly text: string;
  /** Changes the text by a step that can be undone, with a label for it. */
  readonly onStep: (words: string, text: string) => void;
  /** The field with the text. */
  readonly input: RefObject<HTMLInputElement | null>;
}

/** The filter as chips, over its text while that is not edited. Those that do not fit are counted, and displayed by a press. */
function FilterChips({ text, onStep, input }: FilterChipsProps) {
  const chips = chipsOf(text);
  /** Continues in the text, with this stretch of it selected. */
  const edit = (from: number, to: number) => {
    input.current?.focus();
    input.current?.setSelectionRange(from, to);
  };
  const remove = (at: number) => onStep('Term removed', withoutChip(text, at));
  const negate = (at: number) =>
    onStep(chips[at]?.isNegated ? 'Term no longer negated' : 'Term negated', withNegated(text, at));
  /** The next chip takes the place of one that goes; after the last there is the one before, or the text. */
  const keepFocus = (chip: Element, at: number) => {
    if (at < chips.length - 1) return;
    const before = chip.closest('li')?.previousElementSibling?.querySelector('button');
    if (before == null) edit(0, 0);
    else before.focus();
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      keepFocus(event.currentTarget, at);
      remove(at);
    } else if (event.key === '-') negate(at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <ChipStrip content={text}>
      {chips.map((chip, at) => (
        <Chip
          // Two terms may be the same; their order is the text's.
          // biome-ignore lint/suspicious/noArrayIndexKey: a term has no name but its place
          key={at}
          chip={chip}
          onEdit={() => edit(chip.from, chip.to)}
          onNegate={() => negate(at)}
          onRemove={() => remove(at)}
          onKeyDown={(event) => onKeyDown(event, at)}
        />
      ))}
    </ChipStrip>
  );
}

/** Space of the mark for the terms before, in px. */
const CLEAR_PX = 24;

/** A list that scrolls sideways; at each end the number of items that are cut off there, which shows more of them. */
function ChipStrip({ content, children }: { readonly content: string; readonly children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  const { before, after } = useCutOff(list, content);
  /** The chip that Tab reaches is scrolled to the middle, clear of both ends; one too wide shows its beginning. */
  const showFocused = ({ target }: FocusEvent) => {
    const { current } = list;
    const chip = target.closest('li');
    if (current !== null && chip !== null)
      current.scrollLeft = chip.offsetLeft - Math.max(CLEAR_PX, (current.clientWidth - chip.offsetWidth) / 2);
  };
  const more = (label: string, text: string, by: 1 | -1) => (
    <button
      type="button"
      tabIndex={-1}
      className={layout(
        'absolute nowrap meta accentText',
        styles.more,
        by === 1 ? layout.rightEnd : layout.leftEnd,
      )}
      aria-label={label}
      onClick={() => {
        const { current } = list;
        if (current !== null) current.scrollLeft += by * current.clientWidth * 0.75;
      }}
    >
      {text}
    </button>
  );
  return (
    <div className={layout('absolute passive covers')}>
      <ul
        ref={list}
        className={layout('flex', styles.chips, before > 0 && styles.cutBefore, after > 0 && styles.cutAfter)}
        aria-label="Terms of the filter"
        onFocus={showFocused}
      >
        {children}
      </ul>
      {before === 0 ? null : more(`Terms before: ${before}`, '‹', -1)}
      {after === 0 ? null : more(`More terms: ${after}`, `${after} ›`, 1)}
    </div>
  );
}

interface ChipProps {
  readonly chip: FilterChip;
  readonly onEdit: () => void;
  readonly onNegate: () => void;
  readonly onRemove: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A term: the term itself, its negation, which a press puts and takes, and the cross. One stop of Tab. */
function Chip({ chip, onEdit, onNegate, onRemove, onKeyDown }: ChipProps) {
  const { text, term, isNegated, isGroup } = chip;
  return (
    <li
      className={layout('row fixed chrome rounded code edged', styles.chip, isNegated && layout.dashedStyle)}
    >
      <button
        type="button"
        className={layout('row narrow nowrap', styles.term)}
        title={`${text}\nEnter edits it, Delete removes it, - negates it`}
        aria-description="Enter edits it, Delete removes it, minus negates it"
        onClick={onEdit}
        onKeyDown={onKeyDown}
      >
        {isNegated ? <b className={layout('heading marginRight5')}>not </b> : null}
        {isGroup ? <span className="visually-hidden">group </span> : null}
        <span className={layout.ellipsis}>{term}</span>
      </button>
      <button
        type="button"
        className={layout('row third', styles.turn)}
        tabIndex={-1}
        aria-label={`Negate ${term}`}
        aria-pressed={isNegated}
        title={isNegated ? 'Does not hold; a press lets it hold again' : 'Holds; a press negates it'}
        onClick={onNegate}
      >
        <Icon name="differs" size={12} />
      </button>
      <button
        type="button"
        className={layout('row third', styles.remove)}
        tabIndex={-1}
        aria-label={`Remove ${text}`}
        onClick={onRemove}
      >
        ×
      </button>
    </li>
  );
}

/** How many children of a list that scrolls sideways are cut off, or not visible, at its two ends. */
type CutOff = { readonly before: number; readonly after: number };

/** Part of a pixel that a scroll position may be off by. */
const SLACK_PX = 1;

/** Counts what does not fit, again when the list scrolls, grows, or has other content (`content`). */
function useCutOff(list: RefObject<HTMLElement | null>, content: string): CutOff {
  const [cutOff, setCutOff] = useState<CutOff>({ before: 0, after: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the content of the list is measured, not read
  useLayoutEffect(() => {
    const { current } = list;
    if (current === null) return;
    const look = () => {
      const now = cutOffOf(current);
      setCutOff((was) => (was.before === now.before && was.after === now.after ? was : now));
    };
    look();
    current.addEventListener('scroll', look);
    const stop = onResize(current, look);
    return () => {
      current.removeEventListener('scroll', look);
      stop?.();
    };
  }, [list, content]);
  return cutOff;
}

function cutOffOf(list: HTMLElement): CutOff {
  const { left, right } = list.getBoundingClientRect();
  const boxes = [...list.children].map((child) => child.getBoundingClientRect());
  return {
    before: boxes.filter((box) => box.left < left - SLACK_PX).length,
    after: boxes.filter((box) => box.right > right + SLACK_PX).length,
  };
}
