import { layout, listMoveOf, VirtualRows, type VirtualRowsHandle } from '@openwop-inspector/ui';
import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import { type HitPlace, type HitRows, hitRowAt, rowOfHit } from '../../model/payload-hits.ts';
import { HitRowView } from './HitRowView.tsx';

export interface HitListProps {
  readonly rows: HitRows;
  readonly current: HitPlace | null;
  /** Goes to a row; with `takesFocus` into the payload. */
  readonly onShow: (row: number, takesFocus: boolean) => void;
  readonly listRef: RefObject<VirtualRowsHandle | null>;
}

/** Events with their hits under them: one tree of two levels. */
export function HitList({ rows, current, onShow, listRef }: HitListProps) {
  const found = rowOfHit(rows, current);
  const activeIndex = found < 0 ? null : found;
  useEffect(() => {
    if (activeIndex !== null) listRef.current?.reveal(activeIndex, 'least');
  }, [activeIndex, listRef]);
  const rowAttributes = (index: number) => {
    const row = hitRowAt(rows, index);
    if (row === null) return {};
    const { event, hit, at } = row;
    return hit === null
      ? { level: 1, expanded: true, posInSet: rows.events.indexOf(event) + 1, setSize: rows.events.length }
      : { level: 2, posInSet: at + 1, setSize: event.hits.length };
  };
  /** Out of a hit to the header of its event, from there into the first of its hits. */
  const onKey = (event: KeyboardEvent): boolean => {
    const move = listMoveOf(event.key);
    const row = activeIndex === null ? null : hitRowAt(rows, activeIndex);
    if (activeIndex === null || row === null || (move !== 'outOf' && move !== 'into')) return false;
    if (move === 'outOf' && row.at >= 0) onShow(activeIndex - row.at - 1, false);
    if (move === 'into' && row.at < 0) onShow(activeIndex + 1, false);
    return true;
  };
  return (
    <VirtualRows
      ref={listRef}
      kind="tree"
      label="Hits in payloads"
      className={layout.fill}
      count={rows.rows}
      activeIndex={activeIndex}
      rowAttributes={rowAttributes}
      renderRow={(index) => <HitRowView row={hitRowAt(rows, index)} />}
      onMove={(index) => onShow(index, false)}
      onOpen={(index) => onShow(index, true)}
      onKey={onKey}
    />
  );
}
