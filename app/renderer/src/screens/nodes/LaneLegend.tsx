import { classNames, Kbd, layout } from '@openwop-inspector/ui';
import { keysOf } from '../../commands/commands.ts';
import styles from './Lanes.module.css';
import type { SpanForm } from './span-form.ts';

const FORMS: readonly (readonly [form: SpanForm, word: string])[] = [
  ['ran', 'ran'],
  ['waited', 'waited'],
  ['streamed', 'streamed'],
  ['modelCall', 'model call'],
  ['untrusted', 'untrusted result'],
  ['truncated', 'truncated'],
  ['schemaRetry', 'schema retry'],
  ['failed', 'failed'],
];

/** What the patterns of the bars mean, and the keys of the view. */
export function LaneLegend() {
  return (
    <div
      className={classNames(
        layout.row,
        layout.aside,
        layout.wrap,
        layout.fixed,
        layout.nowrap,
        styles.legend,
      )}
    >
      {FORMS.map(([form, word]) => (
        <span key={form} className={styles.legendItem}>
          <i
            className={classNames(
              layout.row,
              layout.nowrap,
              layout.meta,
              layout.primary,
              layout.gap4,
              styles.span,
              styles[form],
              styles.sample,
            )}
          />
          {word}
        </span>
      ))}
      <span className={classNames(layout.inlineRow, layout.gap5, styles.legendKeys, styles.keyHint)}>
        <Kbd keys={keysOf('zoom-time-out')} />
        <Kbd keys={keysOf('zoom-time-in')} /> zoom
      </span>
      <span className={classNames(styles.legendItem, styles.keyHint)}>
        <Kbd keys={keysOf('fold')} />
        <Kbd keys={keysOf('unfold')} /> fold lane
      </span>
    </div>
  );
}
