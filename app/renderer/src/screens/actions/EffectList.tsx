import { formatSequence } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import type { EffectLedger } from '@openwop-inspector/run-log';
import { classNames, Icon, layout, Pending } from '@openwop-inspector/ui';
import { effectCount, effectIcon, effectSentence, spentWords } from '../../model/actions/effect-words.ts';
import styles from './Actions.module.css';

export interface EffectListProps {
  /** Null while the log is asked. */
  readonly ledger: EffectLedger | null;
  readonly mode: 'replay' | 'branch';
}

/** The effect ledger: what ran from an event on, by kind, each unfolded to its events. */
export function EffectList({ ledger, mode }: EffectListProps) {
  if (ledger === null) return <Pending>The log is asked what ran from here on.</Pending>;
  const { kinds } = ledger;
  const spent = spentWords(ledger);
  const isWarning = mode === 'branch' && kinds.length > 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.effects} role="group" aria-label="Effects">
      <p
        className={
          isWarning ? styles.warning : classNames(layout.rowTop, layout.breaks, layout.gap6, styles.hint)
        }
      >
        <Icon name={isWarning ? 'warning' : 'note'} /> <span>{effectSentence(ledger, mode)}</span>
      </p>
      {kinds.map(({ kind, count, listed }) => (
        <details key={kind}>
          <summary>
            <Icon name={effectIcon(kind)} /> {effectCount(kind, count)}
          </summary>
          <ul>
            {listed.map(({ ordinal, sequence, nodeId, what }) => (
              <li key={ordinal}>
                <code>{formatSequence(sequence)}</code>{' '}
                {nodeId === null ? null : (
                  <code>
                    <VisibleText text={nodeId} />
                  </code>
                )}{' '}
                <VisibleText text={what} />
              </li>
            ))}
            {count > listed.length ? <li>and {count - listed.length} more</li> : null}
          </ul>
        </details>
      ))}
      {spent === null ? null : <p className={layout.caption}>Model calls as recorded: {spent}.</p>}
    </div>
  );
}
