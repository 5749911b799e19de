import type { CausalVia, ChainLink } from '@openwop-inspector/run-log';
import { classNames, Icon, layout } from '@openwop-inspector/ui';
import { isNotCausation, markText, viaText } from '../../model/chain-entries.ts';
import styles from './CausalChain.module.css';

export interface ChainEdgeProps {
  readonly via: CausalVia;
  readonly marks: ChainLink['marks'];
  /** Edges towards the root are accent coloured, those to effects grey. */
  readonly side: 'cause' | 'effect';
  /** Text after the rule; empty for none. */
  readonly remark: string;
}

/** An edge: single by eventId, double when it leaves an envelope, dotted without a head when it is not causal. */
export function ChainEdge({ via, marks, side, remark }: ChainEdgeProps) {
  const form = isNotCausation(via) ? styles.dotted : via === 'correlationId' ? styles.double : undefined;
  return (
    <div className={layout('row aside wrap', styles.edge)}>
      <span
        className={classNames(styles.edgeLine, form, side === 'effect' && styles.effect)}
        aria-hidden="true"
      />
      <span>{viaText(via)}</span>
      {remark !== '' && <span className={layout.third}>{remark}</span>}
      {markText(marks).map((words) => (
        <span key={words} className={layout('inlineRow warnText gap4')}>
          <Icon name="warning" size={12} />
          {words}
        </span>
      ))}
    </div>
  );
}
