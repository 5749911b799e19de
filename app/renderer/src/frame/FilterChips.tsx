import { classNames, Icon, layout } from '@openwop-inspector/ui';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { chipsOf, type FilterChip, withNegated, withoutChip } from '../model/filter-completion.ts';
import styles from './FilterChips.module.css';

const NOTHING: CutOff = { before: 0, after: 0 };

/** Part of a pixel that a scroll position may be off by. */
const SLACK_PX = 1;

export interface FilterChipsProps {
  readonly text: string;
  /** Changes the text by a step that can be undone, with a label for it. */
  readonly onStep: (words: string, text: string) => void;
  /** Goes on in the text, with this stretch of it selected. */
  readonly onEdit: (from: number, to: number) => void;
}

/** Room that the sign of what is before takes. */
const CLEAR_PX = 24;

/** The filter as chips, over its text while that is not edited. Those that do not fit are counted, and shown by a press. */
export function FilterChips({ text, onStep, onEdit }: FilterChipsProps) {
  const chips = chipsOf(text);
  const list = useRef<HTMLUListElement>(null);
  const { before, after } = useCutOff(list, text);
  const remove = (at: number) => onStep('Term removed', withoutChip(text, at));
  const negate = (at: number) =>
    onStep(chips[at]?.isNegated ? 'Term no longer negated' : 'Term negated', withNegated(text, at));
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    if (event.key === 'Delete' || event.key === 'Backspace') {
      keepFocus(event.currentTarget, at);
      remove(at);
    } else if (event.key === '-') negate(at);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** The next chip takes the place of one that goes; after the last there is the one before, or the text. */
  const keepFocus = (chip: Element, at: number) => {
    if (at < chips.length - 1) return;
    const before = chip.closest('li')?.previousElementSibling?.querySelector('button');
    if (before == null) onEdit(0, 0);
    else before.focus();
  };
  /** The chip that Tab reaches is scrolled to the middle, clear of both ends; one too wide shows its beginning. */
  const showFocused = ({ target }: FocusEvent) => {
    const { current } = list;
    const chip = target.closest('li');
    if (current !== null && chip !== null)
      current.scrollLeft = chip.offsetLeft - Math.max(CLEAR_PX, (current.clientWidth - chip.offsetWidth) / 2);
  };
  const turn = (by: 1 | -1) => {
    const { current } = list;
    if (current !== null) current.scrollLeft += by * current.clientWidth * 0.75;
  };
  return (
    <div className={styles.strip}>
      <ul
        ref={list}
        className={classNames(styles.chips, before > 0 && styles.cutBefore, after > 0 && styles.cutAfter)}
        aria-label="Terms of the filter"
        onFocus={showFocused}
      >
        {chips.map((chip, at) => (
          <Chip
            // Two terms may be the same; their order is the text's.
            // biome-ignore lint/suspicious/noArrayIndexKey: a term has no name but its place
            key={at}
            chip={chip}
            onEdit={() => onEdit(chip.from, chip.to)}
            onNegate={() => negate(at)}
            onRemove={() => remove(at)}
            onKeyDown={(event) => onKeyDown(event, at)}
          />
        ))}
      </ul>
      {before === 0 ? null : (
        <button
          type="button"
          tabIndex={-1}
          className={classNames(styles.more, styles.moreBefore)}
          aria-label={`Terms before: ${before}`}
          onClick={() => turn(-1)}
        >
          ‹
        </button>
      )}
      {after === 0 ? null : (
        <button
          type="button"
          tabIndex={-1}
          className={classNames(styles.more, styles.moreAfter)}
          aria-label={`More terms: ${after}`}
          onClick={() => turn(1)}
        >
          {after} ›
        </button>
      )}
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
    <li className={classNames(styles.chip, isNegated && styles.negated)}>
      <button
        type="button"
        className={styles.term}
        title={`${text}\nEnter edits it, Delete removes it, - negates it`}
        aria-description="Enter edits it, Delete removes it, minus negates it"
        onClick={onEdit}
        onKeyDown={onKeyDown}
      >
        {isNegated ? <b className={styles.not}>not </b> : null}
        {isGroup ? <span className="visually-hidden">group </span> : null}
        <span className={layout.ellipsis}>{term}</span>
      </button>
      <button
        type="button"
        className={styles.turn}
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
        className={styles.remove}
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
interface CutOff {
  readonly before: number;
  readonly after: number;
}

/** Counts what does not fit, again when the list scrolls, grows, or has other content (`content`). */
function useCutOff(list: RefObject<HTMLElement | null>, content: string): CutOff {
  const [cutOff, setCutOff] = useState(NOTHING);
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
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look);
    observer?.observe(current);
    return () => {
      current.removeEventListener('scroll', look);
      observer?.disconnect();
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
