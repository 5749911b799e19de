import { type CSSProperties, useCallback, useState } from 'react';
import { CodeLine, LINE_GATE } from './CodeLine.tsx';
import type { LineMark } from './line-pieces.ts';
import type { TextLines } from './text-lines.ts';
import type { ColoursByLine } from './use-line-colours.ts';

/** Units that one press of "more characters" adds to a line. */
const LINE_STEP = 20_000;

export interface CodeLinesProps {
  readonly lines: TextLines;
  /** Lines from the first that are drawn. */
  readonly shown: number;
  readonly colours: ColoursByLine;
  readonly marks?: ReadonlyMap<number, readonly LineMark[]>;
}

/** The first lines of a text, below each other. */
export function CodeLines({ lines, shown, colours, marks }: CodeLinesProps) {
  const { gateOf, onMore } = useLineGates(lines, marks);
  const rows = Array.from({ length: Math.min(shown, lines.count) }, (_, at) => (
    <CodeLine
      // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
      key={at}
      number={at + 1}
      text={lines.line(at)}
      shown={gateOf(at)}
      colours={colours[at]}
      marks={marks?.get(at)}
      onMore={onMore}
    />
  ));
  return <>{rows}</>;
}

/** How much of each long line is rendered: the requested units, and at least up to the current match. */
export function useLineGates(lines: TextLines, marks: CodeLinesProps['marks']) {
  const [asked, setAsked] = useState<{ readonly of: TextLines; readonly units: ReadonlyMap<number, number> }>(
    {
      of: lines,
      units: new Map(),
    },
  );
  const onMore = useCallback(
    (number: number) =>
      setAsked(({ of, units }) => {
        const known = of === lines ? units : new Map<number, number>();
        const line = number - 1;
        return { of: lines, units: new Map(known).set(line, (known.get(line) ?? LINE_GATE) + LINE_STEP) };
      }),
    [lines],
  );
  const gateOf = (line: number): number => {
    const units = (asked.of === lines ? asked.units.get(line) : undefined) ?? LINE_GATE;
    const current = marks?.get(line)?.find(({ isCurrent }) => isCurrent);
    return current === undefined ? units : Math.max(units, current.end);
  };
  return { gateOf, onMore };
}

/** Room for the line numbers, in digits of the last one. */
export function lineNumberWidth(lines: TextLines): CSSProperties {
  return Object.fromEntries([['--digits', String(lines.count).length]]);
}
