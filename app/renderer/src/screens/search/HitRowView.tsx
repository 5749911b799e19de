import { countOf, formatSequence } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { EventHits, PayloadHit } from '@openwop-inspector/run-log';
import { classNames, Icon, layout } from '@openwop-inspector/ui';
import { type HitRow, markedParts } from '../../model/payload-hits.ts';
import styles from './Search.module.css';

/** A row: an event, or a member of its payload with the piece of text around the match. */
export function HitRowView({ row }: { readonly row: HitRow | null }) {
  if (row === null) return null;
  return row.hit === null ? <EventHead event={row.event} /> : <Hit hit={row.hit} />;
}

function EventHead({ event }: { readonly event: EventHits }) {
  const { sequence, type, nodeId, total, hits } = event;
  const more = total > hits.length ? `, ${hits.length} of them listed` : '';
  return (
    <div
      className={classNames(
        layout.row,
        layout.full,
        layout.topRuled,
        layout.chrome,
        layout.gap8,
        layout.pad0x12,
      )}
    >
      <span className={classNames(layout.code, layout.third)}>{formatSequence(sequence)}</span>
      <code className={classNames(layout.bold, layout.code)}>
        <VisibleText text={type} />
      </code>
      {nodeId === null ? null : (
        <code className={classNames(layout.code, layout.second, layout.ellipsis)}>
          <VisibleText text={nodeId} />
        </code>
      )}
      <span className={classNames(layout.toEnd, layout.third, layout.fixed)}>
        {countOf(total, 'hit')}
        {more}
      </span>
    </div>
  );
}

function Hit({ hit }: { readonly hit: PayloadHit }) {
  const [before, behind] = hit.isCut;
  return (
    <div className={classNames(layout.row, layout.full, layout.gap12, styles.hit)}>
      <code className={classNames(layout.code, layout.third, styles.pointer)} title={hit.pointer}>
        <VisibleText text={hit.pointer} />
      </code>
      {hit.part === 'name' ? (
        <span className={classNames(layout.meta, layout.third, layout.fixed)}>name</span>
      ) : null}
      {hit.isMasked ? (
        <span
          className={classNames(layout.meta, layout.warnText, layout.inlineRow, layout.gap4, layout.fixed)}
        >
          <Icon name="masked" size={12} /> in masked text
        </span>
      ) : null}
      <span className={classNames(layout.code, layout.grow, layout.clip)}>
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
