import { displayText, VisibleText } from '@openwop-inspector/renderers';
import { Icon, layout } from '@openwop-inspector/ui';
import { memo } from 'react';
import styles from './Lanes.module.css';
import { barText, spanForm, spanIcon } from './lane-cursor.ts';
import { laneCaption, mainOrdinal } from './lane-rows.ts';
import type { DrawnSpan, LaneTrack } from './lane-track.ts';
import type { DrawnRow } from './lane-window.ts';

/** Narrower bars have no glyph, or no word. */
const ICON_FROM = 18;
const WORD_FROM = 44;

export interface LaneRowViewProps {
  readonly row: DrawnRow;
  readonly track: LaneTrack;
  /** Index of the bar with the keyboard cursor. */
  readonly cursor: number | null;
  readonly onToggle: (key: string) => void;
}

/** One lane: its name with the fold mark, then its bars. */
export const LaneRowView = memo(function LaneRowView({ row, track, cursor, onToggle }: LaneRowViewProps) {
  const { lane, bars } = row;
  const isMain = lane.kind === 'run' || lane.kind === 'node';
  return (
    <div className={layout('flex full', isMain && layout('topRuled', styles.main))}>
      <div
        className={layout('row fixed code second gap6', styles.name)}
        style={{ paddingInlineStart: `${12 + row.level * 18}px` }}
      >
        <span
          className={layout('centred fixed third', styles.twisty)}
          data-fold=""
          aria-hidden="true"
          onClick={() => row.unfolded !== null && onToggle(lane.key)}
        >
          {row.unfolded !== null && <Icon name={row.unfolded ? 'chevronDown' : 'chevronRight'} size={10} />}
        </span>
        <span className={layout('ellipsis narrow')} title={lane.name}>
          <VisibleText text={lane.name} />
        </span>{' '}
        <span className={layout('inlineRow caption fixed toEnd gap4 regular')}>
          {lane.state === 'notReached' && <Icon name="hypothetical" size={12} />}
          {laneCaption(lane)}
        </span>
      </div>
      <div className={layout('grow relative crops')}>
        {bars.map((bar, at) => (
          <Bar key={bar.first} row={row} bar={bar} track={track} isCursor={at === cursor} />
        ))}
        {lane.state === 'notReached' && (
          <span className={layout('absolute', styles.notReached)} style={{ left: `${track.axis.width}px` }} />
        )}
      </div>
    </div>
  );
});

interface BarProps extends Pick<LaneRowViewProps, 'row' | 'track'> {
  readonly bar: DrawnSpan;
  readonly isCursor: boolean;
}

function Bar({ row, bar, track, isCursor }: BarProps) {
  const { lane } = row;
  const icon = spanIcon(lane, bar);
  const count = bar.last - bar.first + 1;
  const word = displayText(count > 1 ? `${count} bars` : bar.span.label);
  const isMain = lane.kind === 'run' || lane.kind === 'node';
  return (
    <span
      className={layout(
        'row nowrap meta primary gap4',
        styles.span,
        styles[spanForm(bar)],
        !isMain && styles.sub,
        bar.width >= ICON_FROM && styles.roomy,
        !bar.span.ended && styles.open,
        bar.cutLeft && styles.cutLeft,
        bar.cutRight && styles.cutRight,
        isCursor && layout('above', styles.cursor),
      )}
      style={{ left: `${bar.x}px`, width: `${bar.width}px` }}
      data-ordinal={mainOrdinal(bar.span)}
      title={barText(row, bar, track)}
    >
      {bar.width >= ICON_FROM && icon !== null && <Icon name={icon} size={11} />}
      {/* The word comes from the style sheet, so that it is not read as part of the lane's name. */}
      {bar.width >= WORD_FROM && <span className={layout('ellipsis', styles.word)} data-word={word} />}
    </span>
  );
}
