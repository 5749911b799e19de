import { classNames, layout, tones } from '@openwop-inspector/ui';
import type { MeterReading } from '../../model/outcome-words.ts';
import styles from './Outcome.module.css';

/** Blocks that a bar has at most; larger caps are drawn in proportion. */
const MAX_BLOCKS = 16;

/** View: how much of a limit is used, and what this emission added (hatched). The words say the same. */
export function LimitMeter({ reading }: { readonly reading: MeterReading }) {
  const { name, used, added, cap, left } = reading;
  const blocks = Math.min(MAX_BLOCKS, cap ?? 0);
  const scale = cap === null || cap === 0 ? 0 : blocks / cap;
  const filled = Math.min(blocks, Math.round((used + added) * scale));
  const solid = Math.min(filled, Math.round(used * scale));
  const isFull = cap !== null && used + added >= cap;
  return (
    <div className={classNames(layout.grid, layout.nowrap, layout.gap10, styles.meter)}>
      <code className={layout.ellipsis} title={name}>
        {name}
      </code>
      <span className={classNames(styles.bar, isFull && styles.full)} aria-hidden="true">
        {Array.from({ length: blocks }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a bar are told apart by their place only
          <i key={at} className={at < solid ? styles.used : at < filled ? styles.added : undefined} />
        ))}
      </span>
      <span className={classNames(layout.endText, layout.code)}>
        {used + added}
        {cap === null ? '' : ` of ${cap}`}
      </span>
      <span className={isFull ? tones.error : layout.second}>{left}</span>
    </div>
  );
}
