import { showCompared } from '../../state/compare-actions.ts';
import { useCompare } from '../../state/compare-store.ts';
import { ComparedPair } from '../../ui/ComparedPair.tsx';
import { ComparedValues } from '../../ui/ComparedValues.tsx';
import type { ComparedDifference, ComparedSide } from '../../worker/compare-contract.ts';
import styles from './Compare.module.css';

export interface DifferenceDetailProps {
  readonly sessionId: string;
  readonly b: ComparedSide;
  readonly difference: ComparedDifference;
  readonly isFirst: boolean;
}

/** One difference: both events with the way to each, and the values that differ. */
export function DifferenceDetail({ sessionId, b, difference, isFirst }: DifferenceDetailProps) {
  const { usedRules } = useCompare(sessionId);
  const [ofA, ofB] = [difference.a, difference.b];
  return (
    <article className={styles.section}>
      <h2 className={styles.title}>{isFirst ? 'First divergence' : 'Difference'}</h2>
      <ComparedPair
        a={{ sessionId, event: ofA }}
        b={{ sessionId: b.sessionId, event: ofB }}
        onShow={showCompared}
      />
      {ofA === null || ofB === null ? null : (
        <ComparedValues
          a={{ sessionId, ordinal: ofA.ordinal }}
          b={{ sessionId: b.sessionId, ordinal: ofB.ordinal }}
          rules={usedRules}
        />
      )}
    </article>
  );
}
