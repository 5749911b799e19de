import { type ComponentProps, type ElementType, useMemo } from 'react';
import styles from '../parts/parts.module.css';
import { spelledOut, visiblePieces } from './visible-text.ts';

/** Beyond this many pieces (binary data) codes are set as plain text, so that a page stays quick to draw. */
const MAX_BOXES = 1_000;

export interface VisibleTextProps {
  readonly text: string;
  /** Element around the text, none by default. */
  readonly as?: ElementType<Pick<ComponentProps<'span'>, 'className' | 'children'>>;
  /** Classes of that element. */
  readonly className?: string | undefined;
}

/** Foreign text, set left to right, with every hidden character displayed as its code point in a box. */
export function VisibleText({ text, as: Around, className }: VisibleTextProps) {
  const pieces = useMemo(() => visiblePieces(text), [text]);
  const boxed = pieces.length <= MAX_BOXES;
  const visible = (
    <bdi dir="ltr">
      {!boxed && spelledOut(pieces)}
      {boxed &&
        pieces.map((piece, at) =>
          piece.kind === 'plain' ? (
            piece.text
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no identity but their place
            <span key={at} className={styles.hiddenCharacter} title={`${piece.code}, ${piece.name}`}>
              {piece.code}
            </span>
          ),
        )}
    </bdi>
  );
  return Around === undefined ? visible : <Around className={className}>{visible}</Around>;
}
