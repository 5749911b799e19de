import { formatCount } from '@openwop-inspector/base';
import { useEffect, useRef } from 'react';
import { ScrollGroup } from '../scroll-group/ScrollGroup.tsx';
import { CodeWindow } from './CodeWindow.tsx';
import styles from './code-view.module.css';
import { CodeLines, numberRoom } from './highlight/CodeLines.tsx';
import type { LineMark } from './highlight/line-pieces.ts';
import type { TextLines } from './highlight/text-lines.ts';
import type { ColoursByLine } from './highlight/use-line-colours.ts';
import { FOLD_LINES, WINDOW_LINES } from './shown-code.ts';

export interface CodeBodyProps {
  readonly label: string;
  readonly lines: TextLines;
  readonly colours: ColoursByLine;
  readonly marks: ReadonlyMap<number, readonly LineMark[]>;
  /** Line of the match that the person stands at, and which match that is. */
  readonly matchLine: number | null;
  readonly match: number;
  readonly isWhole: boolean;
  readonly isWrapped: boolean;
  readonly onWhole: () => void;
}

/** The lines: the first ones, all of them, or those in sight. */
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
        style={numberRoom(lines)}
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
          <button type="button" className={styles.button} onClick={props.onWhole}>
            Show all {formatCount(lines.count)} lines
          </button>
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
