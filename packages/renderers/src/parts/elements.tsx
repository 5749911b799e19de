/** Small things that renderers share, in addition to those of packages/ui. */

import { formatCount } from '@openwop-inspector/base';
import { IconButton, layout, SearchField } from '@openwop-inspector/ui';
import type { ComponentProps, RefObject } from 'react';
import styles from './parts.module.css';

export interface ScrollGroupProps extends Omit<ComponentProps<'div'>, 'role' | 'tabIndex'> {
  readonly 'aria-label': string;
}

/** Content that scrolls by itself, reachable by keyboard, with a name. A group, no landmark: a page may have many. */
export function ScrollGroup(props: ScrollGroupProps) {
  // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  return <div {...props} role="group" tabIndex={0} />;
}

/** A heading that is not in the outline of the application: text of a stranger, or of a page (envelope 7.2). */
export function ContentHeading({ level, ...props }: { readonly level: number } & ComponentProps<'div'>) {
  // biome-ignore lint/a11y/useSemanticElements: content must not enter the outline of the application
  return <div role="heading" aria-level={level} {...props} />;
}

/** Results of a search. */
export interface Found {
  readonly count: number;
  /** Index of the current match, -1 for none. */
  readonly at: number;
  /** There are more, which were not searched. */
  readonly isCut: boolean;
}

export interface SearchBarProps {
  readonly field: RefObject<HTMLInputElement | null>;
  /** Name of the field, and what it shows while it is empty. */
  readonly label: string;
  readonly hint?: string;
  readonly text: string;
  readonly found: Found;
  /** Why there is no result; empty for none. */
  readonly failure?: string;
  readonly onText: (text: string) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onEscape: () => void;
}

/** A search field with the number of matches, and buttons to step through them. */
export function SearchBar(props: SearchBarProps) {
  const { field, label, hint, text, found, failure = '', onText, onStep, onEscape } = props;
  const none = found.count === 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> came with Chromium 118, the oldest we serve is 114
    <div role="search" className={layout('row narrow gap4x8 grow160')}>
      <SearchField
        small
        inputRef={field}
        label={label}
        title={hint}
        placeholder={label}
        value={text}
        onChange={onText}
        onKeyDown={(press) => {
          if (press.key === 'Enter') onStep(press.shiftKey ? -1 : 1);
          else if (press.key === 'Escape') onEscape();
          else return;
          press.preventDefault();
          press.stopPropagation();
        }}
      />
      <span role="status" className={layout('fixed nowrap aside', styles.found)}>
        {failure === '' ? foundText(text, found) : `No answer: ${failure}`}
      </span>
      <IconButton icon="arrowUp" label="Previous match" small isDisabled={none} onPress={() => onStep(-1)} />
      <IconButton icon="arrowDown" label="Next match" small isDisabled={none} onPress={() => onStep(1)} />
    </div>
  );
}

function foundText(text: string, { count, at, isCut }: Found): string {
  if (text === '') return '';
  if (count === 0) return 'No match';
  const total = formatCount(count);
  return `${formatCount(at + 1)} of ${isCut ? `the first ${total}` : total}`;
}
