import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useEffect } from 'react';
import type { CodeBodyProps } from './CodeBody.tsx';
import styles from './code-view.module.css';
import { CodeLine } from './highlight/CodeLine.tsx';
import { useLineGates } from './highlight/CodeLines.tsx';

/** Height of a line that does not wrap, in pixels: the line height of `--type-code`. */
const LINE_HEIGHT = 18;

/** Lines of a long text: only those in sight are in the document. Wrapped lines are measured. */
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
