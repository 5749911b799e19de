import { formatSinceStart } from '@openwop-inspector/base';
import { eventGlyph } from '@openwop-inspector/events';
import { VisibleText } from '@openwop-inspector/renderers';
import type { EventRow } from '@openwop-inspector/run-log';
import { Badge, classNames, Icon, layout } from '@openwop-inspector/ui';
import { memo } from 'react';
import { UntrustedBadge } from '../../ui/UntrustedBadge.tsx';
import styles from './EventList.module.css';
import { beforeRow, placeWords, rowBadges } from './row-notes.ts';

/** How a row lies on the causal path of the selection: the start of the chain has a filled dot, the others a ring. */
export type PathMark = 'root' | 'path' | null;

export interface EventRowViewProps {
  readonly row: EventRow;
  /** The row above, when what is missing between the two is to be told. */
  readonly previous: EventRow | null;
  readonly startMs: number | null;
  /** Where the event lies between start and end, 0 to 1; null without times. */
  readonly share: number | null;
  readonly pathMark: PathMark;
  /** True for the failure that ended its run. */
  readonly endedRun: boolean;
  /** It asked for a person, who has not answered. */
  readonly isOpen: boolean;
  /** Null when the source has one run. */
  readonly runLabel: string | null;
  /** The beginning of the event as recorded, in clear, while a key is held; null otherwise (security S-14). */
  readonly clearText: string | null;
}

/**
 * One event: glyph, number, time, node, type, summary, badges. Kept while its row is the same object, so that a list
 * which grows below draws none of the rows in sight anew.
 */
export const EventRowView = memo(function EventRowView(props: EventRowViewProps) {
  const { row, previous, startMs, share, pathMark, endedRun, isOpen, runLabel, clearText } = props;
  const badges = rowBadges(row, endedRun, isOpen);
  const before = beforeRow(previous, row);
  return (
    <div
      className={classNames(
        layout.row,
        layout.nowrap,
        styles.cells,
        styles[row.tone],
        before !== null && styles[before.kind],
      )}
    >
      <span className={styles.gutter}>
        {pathMark === null ? null : <i className={classNames(styles.dot, styles[pathMark])} />}
        <Icon name={eventGlyph(row.type)} />
      </span>
      <span className={styles.sequence}>{row.sequence ?? '–'}</span>
      <span className={styles.time}>
        {row.timeMs === null || startMs === null ? '–' : formatSinceStart(row.timeMs - startMs)}
      </span>
      <span className={styles.track}>
        {share === null ? null : <i className={styles.tick} style={{ left: `${share * 100}%` }} />}
      </span>
      {runLabel === null ? null : (
        <span className={styles.run} title={row.runId}>
          {runLabel}
        </span>
      )}
      <span className={styles.node} title={row.nodeId ?? undefined}>
        {row.nodeId ?? '–'}
      </span>
      <span className={styles.type} title={row.type}>
        {row.type}
      </span>
      <span className={styles.summary} title={clearText === null ? row.summary : undefined}>
        {before === null ? null : <em className={classNames(layout.aside, styles.before)}>{before.words}</em>}
        {clearText === null ? row.summary : <VisibleText text={clearText} />}
      </span>
      <span className={classNames(layout.fixed, styles.badges)}>
        {badges.map(({ tone, word, icon, from }) =>
          from === undefined ? (
            <Badge key={word} tone={tone} {...(icon === undefined ? {} : { icon })}>
              {word}
            </Badge>
          ) : (
            <UntrustedBadge key={word} source={from} sourceClassName={styles.source} />
          ),
        )}
      </span>
    </div>
  );
});

/** Stands for a row for the moment until it is fetched: its place in the list, no more. */
export function UnfetchedRow({ index }: { readonly index: number }) {
  return (
    <div className={classNames(layout.row, layout.nowrap, styles.cells, styles.unfetched)}>
      {placeWords(index)}
    </div>
  );
}
