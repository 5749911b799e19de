import { formatCount } from '@openwop-inspector/base';
import { jsonColours, layout, tones } from '@openwop-inspector/ui';
import { type CSSProperties, memo, useCallback, useState } from 'react';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { hiddenCount } from '../../visible-text/visible-text.ts';
import styles from '../code.module.css';
import { CODE_ROLES, type CodeRole } from './code-theme.ts';
import type { LineColours } from './grammar.ts';
import {
  type ColoursByLine,
  type LineMark,
  type LinePiece,
  linePieces,
  type TextLines,
} from './text-lines.ts';

/** Units of a line that are rendered before the user requests more of it. */
const LINE_GATE = 2_000;

/** How each role looks; plain text has no element of its own. */
const ROLE_CLASSES: Readonly<Record<Exclude<CodeRole, 'plain'>, string | undefined>> = {
  comment: layout('third italic'),
  string: jsonColours.string,
  constant: jsonColours.number,
  word: jsonColours.word,
  key: jsonColours.key,
  name: layout.accentText,
  type: tones.note,
  sign: layout.second,
  heading: layout('bold primary'),
  link: layout('accentText underlined'),
  inserted: layout('okTint', tones.ok),
  deleted: layout('errorTint', tones.error),
};

const NO_COLOURS: LineColours = [];
const NO_MARKS: readonly LineMark[] = [];

interface CodeLineProps {
  /** Line number, from 1. */
  readonly number: number;
  readonly text: string;
  /** Number of units to render; the rest of a longer line needs a press. */
  readonly limit?: number;
  readonly colours?: LineColours | undefined;
  readonly marks?: readonly LineMark[] | undefined;
  readonly onMore?: (number: number) => void;
}

/** One line of code with its number. Re-rendered only when something of it changed. */
export const CodeLine = memo(function CodeLine(props: CodeLineProps) {
  const { number, text, limit = LINE_GATE, colours = NO_COLOURS, marks = NO_MARKS, onMore } = props;
  const isCut = text.length > limit;
  const pieces = linePieces(isCut ? text.slice(0, limit) : text, colours, marks);
  return (
    <div className={layout('flex payload min18 noLigatures')} data-line={number}>
      <span className={layout('fixed endText third unselectable', styles.number)} aria-hidden="true">
        {number}
      </span>
      <span className={layout('grow padEnd12 tab4 isolated')} dir="ltr">
        {pieces.length === 0 ? '\n' : pieces.map(Piece)}
        {isCut && (
          <button
            type="button"
            className={layout('nowrap ground edged rounded meta primary pad0x6 hovers marginStart8')}
            onClick={() => onMore?.(number)}
          >
            {formatCount(text.length - limit)} more characters
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
      <mark key={start} className={styles.match} data-current={mark === 'current' || undefined}>
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

/** Units that one press of "more characters" adds to a line. */
const LINE_STEP = 20_000;

interface CodeLinesProps {
  readonly lines: TextLines;
  /** Lines from the first that are drawn. */
  readonly limit: number;
  readonly colours: ColoursByLine;
  readonly marks?: ReadonlyMap<number, readonly LineMark[]>;
}

/** The first lines of a text, below each other. */
export function CodeLines({ lines, limit, colours, marks }: CodeLinesProps) {
  const { gateOf, onMore } = useLineGates(lines, marks);
  const rows = Array.from({ length: Math.min(limit, lines.count) }, (_, at) => (
    <CodeLine
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
      key={at}
      number={at + 1}
      text={lines.line(at)}
      limit={gateOf(at)}
      colours={colours[at]}
      marks={marks?.get(at)}
      onMore={onMore}
    />
  ));
  return <>{rows}</>;
}

/** How much of each long line is rendered: the requested units, and at least up to the current match. */
export function useLineGates(lines: TextLines, marks: CodeLinesProps['marks']) {
  const [requested, setRequested] = useState({ of: lines, units: new Map<number, number>() });
  const onMore = useCallback(
    (number: number) =>
      setRequested(({ of, units }) => {
        const known = of === lines ? units : new Map<number, number>();
        const line = number - 1;
        return { of: lines, units: new Map(known).set(line, (known.get(line) ?? LINE_GATE) + LINE_STEP) };
      }),
    [lines],
  );
  const gateOf = (line: number): number => {
    const units = (requested.of === lines ? requested.units.get(line) : undefined) ?? LINE_GATE;
    const current = marks?.get(line)?.find(({ isCurrent }) => isCurrent);
    return current === undefined ? units : Math.max(units, current.end);
  };
  return { gateOf, onMore };
}

/** Room for the line numbers, in digits of the last one. */
export function lineNumberWidth(lines: TextLines): CSSProperties {
  return Object.fromEntries([['--digits', String(lines.count).length]]);
}
