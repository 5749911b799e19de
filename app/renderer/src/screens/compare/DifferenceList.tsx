import { formatCount } from '@openwop-inspector/base';
import { changeWords } from '@openwop-inspector/compare';
import { VisibleText } from '@openwop-inspector/renderers';
import { classNames, layout, VirtualRows, type VirtualRowsHandle } from '@openwop-inspector/ui';
import { useCallback, useMemo, useRef } from 'react';
import { differenceName, placeWords } from '../../model/compare-rows.ts';
import { changeCompare } from '../../state/compare-store.ts';
import { indexAfter, type ListController, useListController } from '../../state/list-controller.ts';
import type { ComparedDifference, ComparedView } from '../../worker/compare-contract.ts';
import styles from './Compare.module.css';

export interface DifferenceListProps {
  readonly sessionId: string;
  readonly view: ComparedView;
  readonly selected: number;
}

/** All differences in order, a row each: a virtual listbox. */
export function DifferenceList({ sessionId, view, selected }: DifferenceListProps) {
  const { differences, total } = view;
  const list = useRef<VirtualRowsHandle>(null);
  const activeIndex = selected < 0 ? null : selected;
  const moveTo = useCallback((index: number) => changeCompare(sessionId, { selected: index }), [sessionId]);
  useListController(
    useMemo<ListController>(
      () => ({
        move: (step) => {
          const next = indexAfter(step, activeIndex, differences.length);
          if (next === null) return;
          moveTo(next);
          list.current?.reveal(next, 'least');
        },
        focus: () => list.current?.focus(),
      }),
      [differences, activeIndex, moveTo],
    ),
  );
  const left = total - differences.length;
  return (
    <section className={classNames(layout.column, styles.list)} aria-label="Differences" data-region="list">
      <div className={classNames(layout.caption, layout.fixed, layout.ruled, styles.row)} aria-hidden="true">
        <span>A</span>
        <span>B</span>
        <span>node</span>
        <span>type</span>
        <span>difference</span>
      </div>
      <VirtualRows
        ref={list}
        label="Differences"
        className={layout.fill}
        count={differences.length}
        activeIndex={activeIndex}
        rowAttributes={(index) => {
          const one = differences[index];
          return one === undefined ? {} : { name: differenceName(one) };
        }}
        renderRow={(index) => {
          const one = differences[index];
          return one === undefined ? null : <Row difference={one} />;
        }}
        onMove={moveTo}
        onOpen={moveTo}
      />
      {left > 0 ? (
        <p className={classNames(layout.aside, layout.fixed, layout.topRuled, layout.pad5x12)}>
          and {formatCount(left)} more, which are counted and not listed
        </p>
      ) : null}
    </section>
  );
}

function Row({ difference }: { readonly difference: ComparedDifference }) {
  const { a, b } = difference;
  const event = a ?? b;
  return (
    <div className={classNames(layout.full, styles.row)}>
      <b className={classNames(layout.tabular)}>{placeWords(a)}</b>
      <b className={classNames(layout.tabular)}>{placeWords(b)}</b>
      <code className={layout.ellipsis}>
        <VisibleText text={event?.nodeId ?? '–'} />
      </code>
      <code className={layout.ellipsis}>
        <VisibleText text={event?.type ?? ''} />
      </code>
      <span className={layout.ellipsis}>{changeWords(difference)}</span>
    </div>
  );
}
