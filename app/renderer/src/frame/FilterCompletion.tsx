import { classNames, Kbd, LIST_KEYS, layout } from '@openwop-inspector/ui';
import { commandKeys } from '../commands/key-caps.ts';
import type { Suggestion } from '../model/filter-completion.ts';
import styles from './FilterField.module.css';

export interface FilterCompletionProps {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number | null;
  /** Null while the name of a field is completed. */
  readonly field: string | null;
  readonly onTake: (index: number) => void;
}

/** What could be at the caret. The field keeps the focus; this only names and takes. */
export function FilterCompletion({ id, suggestions, active, field, onTake }: FilterCompletionProps) {
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
