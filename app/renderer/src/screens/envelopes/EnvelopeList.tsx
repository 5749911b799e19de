import { formatCount } from '@openwop-inspector/base';
import type { LogicalEnvelope } from '@openwop-inspector/run-log';
import { layout, useRowHeight, VirtualRows, type VirtualRowsHandle } from '@openwop-inspector/ui';
import type { Ref } from 'react';
import { envelopeRowName } from '../../model/envelope-words.ts';
import { EnvelopeRow } from './EnvelopeRow.tsx';
import styles from './Envelopes.module.css';

export interface EnvelopeListProps {
  readonly total: number;
  readonly rowAt: (index: number) => LogicalEnvelope | null;
  readonly onRange: (start: number, end: number) => void;
  readonly activeIndex: number | null;
  /** Key of the envelope whose event is selected; null when the selected event belongs to none. */
  readonly shownKey: string | null;
  readonly onMove: (index: number) => void;
  readonly onOpen: () => void;
  readonly listRef: Ref<VirtualRowsHandle>;
}

/** Lines of two rows and their padding, in rows of the density. */
const ROWS_OF_TWO_LINES = 2;

/** The logical envelopes: a virtual listbox. Knows no store. */
export function EnvelopeList(props: EnvelopeListProps) {
  const { rowAt, shownKey } = props;
  const rowHeight = useRowHeight() * ROWS_OF_TWO_LINES + 2;
  return (
    <div className={layout.fill}>
      <VirtualRows
        ref={props.listRef}
        label="Envelopes"
        count={props.total}
        rowHeight={rowHeight}
        activeIndex={props.activeIndex}
        isSelected={(index) => shownKey !== null && rowAt(index)?.key === shownKey}
        rowAttributes={(index) => {
          const row = rowAt(index);
          return { name: row === null ? placeWords(index) : envelopeRowName(row) };
        }}
        renderRow={(index) => {
          const row = rowAt(index);
          if (row === null) return <span className={styles.unread}>{placeWords(index)}</span>;
          return <EnvelopeRow envelope={row} />;
        }}
        onMove={props.onMove}
        onOpen={props.onOpen}
        onRange={props.onRange}
      />
    </div>
  );
}

/** What a row shows until it is fetched. */
const placeWords = (index: number): string => `envelope ${formatCount(index + 1)}`;
