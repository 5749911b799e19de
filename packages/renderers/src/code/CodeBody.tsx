import { formatCount } from '@openwop-inspector/base';
import { Button } from '@openwop-inspector/ui';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect, useRef } from 'react';
import { ScrollGroup } from '../parts/ScrollGroup.tsx';
import styles from './code-view.module.css';
import { CodeLine } from './highlight/CodeLine.tsx';
import { CodeLines, lineNumberWidth, useLineGates } from './highlight/CodeLines.tsx';
import type { LineMark } from './highlight/line-pieces.ts';
import type { TextLines } from './highlight/text-lines.ts';
import type { ColoursByLine } from './highlight/use-line-colours.ts';
import { FOLD_LINES, WINDOW_LINES } from './rendered-code.ts';

export interface CodeBodyProps {
  readonly label: string;
  readonly lines: TextLines;
  readonly colours: ColoursByLine;
  readonly marks: ReadonlyMap<number, readonly LineMark[]>;
  /** Line and index of the current match. */
  readonly matchLine: number | null;
  readonly match: number;
  readonly isWhole: boolean;
  readonly isWrapped: boolean;
  readonly onWhole: () => void;
}

/** The lines: the first ones, all of them, or the visible ones. */
export function CodeBody(props: CodeBodyProps) {
  const { label, lines, isWhole, isWrapped } = props;
  const box = useRef<HTMLDivElement>(null);
  const isWindowed = isWhole && lines.count > WINDOW_LINES;
  useShowMatch(box, props, isWindowed);
  return (
    <>
      <ScrollGroup
        ref={box}
        className={styles.body}
        style={lineNumberWidth(lines)}
        aria-label={`Lines of ${label}`}
        data-wrapped={isWrapped || undefined}
        data-windowed={isWindowed || undefined}
      >
        {isWindowed ? (
          <CodeWindow {...props} box={box} />
        ) : (
          <CodeLines
            lines={lines}
            shown={isWhole ? lines.count : FOLD_LINES}
            colours={props.colours}
            marks={props.marks}
          />
        )}
      </ScrollGroup>
      {!isWhole && (
        <div className={styles.foot}>
          <Button small onPress={props.onWhole}>
            Show all {formatCount(lines.count)} lines
          </Button>
          <span>The first {FOLD_LINES} are shown</span>
        </div>
      )}
    </>
  );
}

/** Brings the current match into sight; the window of a long text does it by itself. */
function useShowMatch(
  box: React.RefObject<HTMLDivElement | null>,
  { matchLine, match, isWhole }: CodeBodyProps,
  isWindowed: boolean,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: two matches in one line are two places to go to
  useEffect(() => {
    if (matchLine === null || isWindowed) return;
    const place = box.current?.querySelector('mark[data-current]');
    place?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [box, matchLine, match, isWhole, isWindowed]);
}

/** Height of a line that does not wrap, in pixels: the line height of `--type-code`. */
const LINE_HEIGHT = 18;

/** Lines of a long text: only the visible ones are in the document. Wrapped lines are measured. */
export function CodeWindow(props: CodeBodyProps & { readonly box: RefObject<HTMLElement | null> }) {
  const { lines, colours, marks, matchLine, match, isWrapped, box } = props;
  const { gateOf, onMore } = useLineGates(lines, marks);
  const virtual = useVirtualizer({
    count: lines.count,
    getScrollElement: () => box.current,
    estimateSize: () => LINE_HEIGHT,
    overscan: 20,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: two matches in one line are two places to go to
  useEffect(() => {
    if (matchLine !== null) virtual.scrollToIndex(matchLine, { align: 'center' });
  }, [virtual, matchLine, match]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights change with wrapping and with nothing else
  useEffect(() => virtual.measure(), [virtual, isWrapped]);

  return (
    <div className={styles.tall} style={{ height: virtual.getTotalSize() }}>
      <div
        className={styles.slot}
        style={{ transform: `translateY(${virtual.getVirtualItems()[0]?.start ?? 0}px)` }}
      >
        {virtual.getVirtualItems().map(({ index }) => (
          <div key={index} data-index={index} ref={isWrapped ? virtual.measureElement : undefined}>
            <CodeLine
              number={index + 1}
              text={lines.line(index)}
              shown={gateOf(index)}
              colours={colours[index]}
              marks={marks.get(index)}
              onMore={onMore}
            />
          </div>
        ))}
      </div>
    </div>
  );
}
