import type { FilterError } from '@openwop-inspector/run-log';
import {
  Button,
  classNames,
  Icon,
  IconButton,
  Kbd,
  LIST_KEYS,
  layout,
  SearchField,
} from '@openwop-inspector/ui';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { keysOf } from '../commands/commands.ts';
import { commandKeys } from '../commands/key-caps.ts';
import { chipsOf } from '../model/filter-chips.ts';
import type { FilterValues, Suggestion } from '../model/filter-completion.ts';
import { FilterChips } from './FilterChips.tsx';
import styles from './FilterField.module.css';
import { useCompletion } from './use-completion.ts';

export interface FilterFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** A step that can be undone, with a label for it: a chip was removed, the field was cleared. */
  readonly onStep: (words: string, text: string) => void;
  readonly error: FilterError | null;
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
  const { value, onChange, error, inputRef } = props;
  const id = useId();
  const [isEditing, setEditing] = useState(false);
  // The field takes back what was typed into it, the window every step since.
  const [isTyped, setTyped] = useState(false);
  const step = (words: string, text: string) => {
    setTyped(false);
    props.onStep(words, text);
  };
  const clear = () => step('Filter cleared', '');
  // What is wrong is displayed as it was typed.
  const hasChips = !isEditing && error === null && chipsOf(value).length > 0;
  const edit = (from: number, to: number) => {
    const { current } = inputRef;
    current?.focus();
    current?.setSelectionRange(from, to);
  };
  const completion = useCompletion(value, onChange, props.values, inputRef);
  const { open, suggestions, active } = completion;
  const onKeyDown = (event: KeyboardEvent) => {
    if (completion.onKeyDown(event)) return event.preventDefault();
    if (event.key === 'Escape') {
      event.preventDefault();
      if (value === '') props.onLeave();
      else clear();
    }
    if (event.key === 'ArrowUp' && value === '' && props.last != null) {
      event.preventDefault();
      onChange(props.last);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      props.onLeave();
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is unknown to the oldest Chromium we serve
    <section
      className={classNames(layout.grow, layout.relative)}
      role="search"
      data-region="filter"
      aria-label="Filter"
    >
      <SearchField
        label="Filter events"
        value={value}
        inputRef={inputRef}
        isWrong={error !== null}
        count={props.count}
        placeholder="Filter, for example node:draft or trust:untrusted"
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        aria-autocomplete="list"
        aria-activedescendant={open && active !== null ? `${id}-list-${active}` : undefined}
        aria-invalid={error !== null}
        aria-describedby={error === null ? undefined : `${id}-error`}
        data-untyped={isTyped ? undefined : ''}
        onChange={(typed, caret) => {
          setTyped(true);
          completion.onType(typed, caret);
        }}
        onSelect={({ currentTarget }) => completion.setCaret(currentTarget.selectionStart ?? value.length)}
        onKeyDown={onKeyDown}
        over={hasChips ? <FilterChips text={value} onStep={step} onEdit={edit} /> : null}
        onFocus={() => setEditing(true)}
        onBlur={() => {
          setEditing(false);
          completion.close();
        }}
        end={
          <>
            {props.onStop == null ? null : (
              <IconButton icon="stop" label="Stop the search" small onPress={props.onStop} />
            )}
            {value === '' ? (
              <Kbd keys={keysOf('filter')} isHint />
            ) : (
              <IconButton icon="close" label="Clear the filter" small onPress={clear} />
            )}
          </>
        }
      />
      {open ? (
        <FilterCompletion
          id={`${id}-list`}
          suggestions={suggestions}
          active={active}
          field={completion.term?.field ?? null}
          onTake={completion.takeAt}
        />
      ) : null}
      {error === null ? null : (
        <FilterErrorLine id={`${id}-error`} error={error} text={value} onChange={onChange} />
      )}
    </section>
  );
}

interface FilterErrorLineProps {
  readonly id: string;
  readonly error: FilterError;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** Says what is wrong and at which column; the suggestion can be taken. */
function FilterErrorLine({ id, error, text, onChange }: FilterErrorLineProps) {
  const { column, message, suggestion } = error;
  const blank = text.slice(column).search(/\s|$/);
  const rest = text.slice(error.end ?? column + blank);
  return (
    <p id={id} className={classNames(layout.rowTop, layout.errorText, styles.error)} role="status">
      <Icon name="failed" />
      <span>
        Column {column + 1}: {message}. The rows are those of the last filter that was right.{' '}
        {suggestion === null ? null : (
          <Button look="link" onPress={() => onChange(text.slice(0, column) + suggestion + rest)}>
            Use <code>{suggestion}</code>
          </Button>
        )}
      </span>
    </p>
  );
}

interface FilterCompletionProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number | null;
  /** Null while the name of a field is completed. */
  readonly field: string | null;
  readonly onTake: (index: number) => void;
}

/** What could be at the caret. The field keeps the focus; this only names and takes. */
function FilterCompletion({ id, suggestions, active, field, onTake }: FilterCompletionProps) {
  return (
    <div className={classNames(layout.raised, styles.pop)}>
      <p className={classNames(layout.caption, styles.popHead)}>
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
            className={classNames(
              layout.row,
              layout.nowrap,
              styles.option,
              index === active && styles.activeOption,
            )}
            onPointerDown={(event) => {
              event.preventDefault(); // the field keeps the focus
              onTake(index);
            }}
          >
            <code>
              {field === null ? null : <b>{field}:</b>}
              {suggestion.label}
            </code>
            <span>{suggestion.hint}</span>
          </div>
        ))}
      </div>
      <p
        className={classNames(
          layout.row,
          layout.aside,
          layout.wrap,
          layout.topRuled,
          layout.chrome,
          styles.popFoot,
        )}
        aria-hidden="true"
      >
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
          <code>-term</code> leaves out, <code>*</code> stands for anything
        </span>
      </p>
    </div>
  );
}
