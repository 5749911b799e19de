import { formatCount, isRecord } from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import { classNames, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import { CardFields } from './CardFields.tsx';
import { CardItems } from './CardItems.tsx';
import { CardText } from './CardText.tsx';
import styles from './card.module.css';
import type { CardValueProps } from './card-place.ts';
import { unitWords } from './time-words.ts';

/** Objects and arrays that lie deeper are folded; those far deeper are left to the payload's own view. */
const OPEN_LEVELS = 3;
const MAX_LEVELS = 64;

/** One value: in words where there are better ones, as it is written where not. */
export function CardValue({ name, value, pointer, depth }: CardValueProps) {
  if (value === null || value === undefined) return <span className={styles.quiet}>null</span>;
  if (typeof value === 'string') return <CardText text={value} pointer={pointer} />;
  if (typeof value === 'number') return <NumberWords name={name} value={value} />;
  if (typeof value === 'boolean')
    return <span className={classNames(layout.code, layout.jsonWord)}>{value ? 'true' : 'false'}</span>;
  if (Array.isArray(value) && value.length === 0) return <span className={styles.quiet}>no items</span>;
  if (Array.isArray(value)) {
    return (
      <Foldable depth={depth} words={`${formatCount(value.length)} items`}>
        {() => <CardItems items={value} pointer={pointer} depth={depth + 1} />}
      </Foldable>
    );
  }
  if (isRecord(value)) {
    const count = Object.keys(value).length;
    return (
      <Foldable depth={depth} words={count === 1 ? '1 field' : `${formatCount(count)} fields`}>
        {() => <CardFields fields={value} pointer={pointer} depth={depth + 1} />}
      </Foldable>
    );
  }
  return <span className={classNames(layout.code, layout.jsonNumber)}>{scalarText(value)}</span>;
}

function NumberWords({ name, value }: { readonly name: string; readonly value: number }) {
  const words = unitWords(name, value);
  if (words === null)
    return <span className={classNames(layout.code, layout.jsonNumber)}>{String(value)}</span>;
  return (
    <>
      {words} <span className={styles.raw}>{String(value)}</span>
    </>
  );
}

interface FoldableProps {
  readonly depth: number;
  /** What is inside, while it is folded. */
  readonly words: string;
  readonly children: () => React.ReactNode;
}

function Foldable({ depth, words, children }: FoldableProps) {
  const [isOpen, setIsOpen] = useState(depth < OPEN_LEVELS);
  if (depth >= MAX_LEVELS) return <span className={styles.quiet}>{words}, too deep for a card</span>;
  if (depth < OPEN_LEVELS) return children();
  return (
    <>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <span className={styles.twisty} data-open={isOpen || undefined} aria-hidden="true" />
        {words}
      </button>
      {isOpen && children()}
    </>
  );
}
