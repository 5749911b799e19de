import { formatCount } from '@openwop-inspector/base';
import { classNames, jsonColours, layout, tones } from '@openwop-inspector/ui';
import { memo } from 'react';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { hiddenCount } from '../../visible-text/visible-text.ts';
import styles from './code-lines.module.css';
import { CODE_ROLES, type CodeRole } from './code-theme.ts';
import type { LineColours } from './grammar.ts';
import { type LineMark, type LinePiece, linePieces } from './line-pieces.ts';

/** Units of a line that are rendered before the user requests more of it. */
export const LINE_GATE = 2_000;

/** How each role looks; plain text has no element of its own. */
const ROLE_CLASSES: Readonly<Record<Exclude<CodeRole, 'plain'>, string | undefined>> = {
  comment: styles.comment,
  string: jsonColours.string,
  constant: jsonColours.number,
  word: jsonColours.word,
  key: jsonColours.key,
  name: layout.accentText,
  type: tones.note,
  sign: layout.second,
  heading: classNames(layout.bold, layout.primary),
  link: classNames(layout.accentText, layout.underlined),
  inserted: classNames(layout.okTint, tones.ok),
  deleted: classNames(layout.errorTint, tones.error),
};

const NO_COLOURS: LineColours = [];
const NO_MARKS: readonly LineMark[] = [];

export interface CodeLineProps {
  /** Line number, from 1. */
  readonly number: number;
  readonly text: string;
  /** Number of units to render; the rest of a longer line needs a press. */
  readonly shown?: number;
  readonly colours?: LineColours | undefined;
  readonly marks?: readonly LineMark[] | undefined;
  readonly onMore?: (number: number) => void;
}

/** One line of code with its number. Re-rendered only when something of it changed. */
export const CodeLine = memo(function CodeLine(props: CodeLineProps) {
  const { number, text, shown = LINE_GATE, colours = NO_COLOURS, marks = NO_MARKS, onMore } = props;
  const isCut = text.length > shown;
  const pieces = linePieces(isCut ? text.slice(0, shown) : text, colours, marks);
  return (
    <div className={styles.line} data-line={number}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <span className={styles.text} dir="ltr">
        {pieces.length === 0 ? '\n' : pieces.map(Piece)}
        {isCut && (
          <button type="button" className={styles.more} onClick={() => onMore?.(number)}>
            {formatCount(text.length - shown)} more characters
          </button>
        )}
      </span>
    </div>
  );
});

/** A plain piece is a bare text node: a long text has some ten thousand of them. */
function Piece({ start, text, role, mark }: LinePiece) {
  const content = hiddenCount(text) === 0 ? text : <VisibleText key={start} text={text} />;
  if (mark !== 'none') {
    return (
      <mark key={start} className={styles.mark} data-current={mark === 'current' || undefined}>
        {content}
      </mark>
    );
  }
  const name = CODE_ROLES[role] ?? 'plain';
  if (name === 'plain') return content;
  return (
    <span key={start} className={ROLE_CLASSES[name]}>
      {content}
    </span>
  );
}
