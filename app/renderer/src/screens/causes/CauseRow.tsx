import { unreachable } from '@openwop-inspector/base';
import { eventGlyph } from '@openwop-inspector/events';
import { VisibleText } from '@openwop-inspector/renderers';
import type { CauseTreeRow } from '@openwop-inspector/run-log';
import { classNames, Icon, type IconName, layout } from '@openwop-inspector/ui';
import { memo } from 'react';
import { isNotCausation } from '../../model/chain-entries.ts';
import type { TaintMark } from '../../model/taint-drawn.ts';
import { TaintSigns } from '../../ui/TaintLegend.tsx';
import { UntrustedBadge } from '../../ui/UntrustedBadge.tsx';
import styles from './CausesScreen.module.css';
import { edgeText, effectText, nodeText, nodeTitle } from './cause-row-text.ts';

/** Levels beyond this are not indented further. */
const MAX_INDENT = 20;

export interface CauseRowProps {
  readonly row: CauseTreeRow;
  /** The tree is inferred: none of its events is called a cause or an effect. */
  readonly isInferred: boolean;
  /** Taint at this event, on the rendered path of untrusted content. */
  readonly taint: TaintMark | null;
  readonly onToggle: (key: string) => void;
}

/** One row of the tree: fold mark, edge, glyph, number, type, summary, then its cause and its effects. */
export const CauseRow = memo(function CauseRow({ row, isInferred, taint, onToggle }: CauseRowProps) {
  const { node } = row;
  const event = node.kind === 'event' ? node.row : null;
  return (
    <div
      className={layout(
        'row full gap6',
        styles.row,
        event !== null && styles[event.tone],
        event === null && styles.other,
      )}
      style={{ paddingInlineStart: `${12 + Math.min(row.depth, MAX_INDENT) * 18}px` }}
    >
      <span
        className={layout('grid fixed full third', styles.twisty)}
        aria-hidden="true"
        onClick={(click) => {
          if (row.children === 0) return;
          click.stopPropagation();
          onToggle(row.key);
        }}
      >
        {row.children > 0 && <Icon name={row.expanded ? 'chevronDown' : 'chevronRight'} size={10} />}
      </span>
      {(row.via !== null || row.inferredBy !== undefined) && (
        <span
          className={classNames(
            styles.edge,
            row.via === 'correlationId' && styles.double,
            (row.via === null || isNotCausation(row.via)) && styles.dotted,
          )}
        />
      )}
      <Icon name={iconOf(row)} className={layout('second', styles.glyph)} />
      <span className={layout('fixed code third', styles.sequence)}>{event?.sequence ?? ''}</span>{' '}
      <code className={layout('ellipsis fixed primary', styles.type)}>
        <VisibleText text={nodeTitle(row)} />
      </code>{' '}
      <span className={layout('ellipsis narrow second', styles.summary)} title={nodeText(row)}>
        <VisibleText text={nodeText(row)} />
      </span>{' '}
      {taint === null ? null : <TaintSigns mark={taint} />}{' '}
      {event?.contentTrust === 'untrusted' && taint?.badge == null && (
        <UntrustedBadge source={event.taintFrom} />
      )}{' '}
      <span className={classNames(styles.via, isInferred && styles.inferred)}>{edgeText(row)}</span>{' '}
      <span className={layout('caption fixed', styles.effects)}>{effectText(row, isInferred)}</span>
    </div>
  );
});

function iconOf({ node }: CauseTreeRow): IconName {
  switch (node.kind) {
    case 'event':
      return eventGlyph(node.row.type);
    case 'envelope':
      return 'envelope';
    case 'external':
      return 'external';
    case 'dangling':
      return 'gap';
    default:
      return unreachable(node);
  }
}
