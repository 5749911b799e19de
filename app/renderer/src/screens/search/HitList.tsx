import { countOf, formatSequence } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { EventHits, PayloadHit } from '@openwop-inspector/run-log';
import { Icon, layout, listMoveOf, VirtualRows, type VirtualRowsHandle } from '@openwop-inspector/ui';
import { type KeyboardEvent, type RefObject, useEffect } from 'react';
import {
  type HitPlace,
  type HitRow,
  type HitRows,
  hitRowAt,
  markedParts,
  rowOfHit,
} from '../../model/payload-hits.ts';
import styles from './Search.module.css';

export interface HitListProps {
  readonly rows: HitRows;
  readonly current: HitPlace | null;
  /** Goes to a row; with `takesFocus` focuses the payload. */
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
  /** From a hit to the header of its event, from there to the first of its hits. */
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

/** A row: an event, or a member of its payload with the text around the match. */
function HitRowView({ row }: { readonly row: HitRow | null }) {
  if (row === null) return null;
  return row.hit === null ? <EventHead event={row.event} /> : <Hit hit={row.hit} />;
}

function EventHead({ event }: { readonly event: EventHits }) {
  const { sequence, type, nodeId, total, hits } = event;
  const more = total > hits.length ? `, ${hits.length} of them listed` : '';
  return (
    <div className={layout('row full topRuled chrome gap8 pad0x12')}>
      <span className={layout('code third')}>{formatSequence(sequence)}</span>
      <code className={layout('bold code')}>
        <VisibleText text={type} />
      </code>
      {nodeId === null ? null : (
        <code className={layout('code second ellipsis')}>
          <VisibleText text={nodeId} />
        </code>
      )}
      <span className={layout('toEnd third fixed')}>
        {countOf(total, 'hit')}
        {more}
      </span>
    </div>
  );
}

function Hit({ hit }: { readonly hit: PayloadHit }) {
  const [before, behind] = hit.isCut;
  return (
    <div className={layout('row full gap12', styles.hit)}>
      <code className={layout('code third', styles.pointer)} title={hit.pointer}>
        <VisibleText text={hit.pointer} />
      </code>
      {hit.part === 'name' ? <span className={layout('meta third fixed')}>name</span> : null}
      {hit.isMasked ? (
        <span className={layout('meta warnText inlineRow gap4 fixed')}>
          <Icon name="masked" size={12} /> in masked text
        </span>
      ) : null}
      <span className={layout('code grow clip')}>
        {before ? '…' : ''}
        {markedParts(hit).map(({ text, isFound }, at) =>
          isFound ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text have no identity but their place
            <mark key={at} className={styles.found}>
              <VisibleText text={text} />
            </mark>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <VisibleText key={at} text={text} />
          ),
        )}
        {behind ? '…' : ''}
        {hit.value === null ? null : (
          <span className={layout.second}>
            {': '}
            <VisibleText text={hit.value} />
          </span>
        )}
      </span>
    </div>
  );
}
