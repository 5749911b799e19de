import type { EventRow, TrustAnswer } from '@openwop-inspector/run-log';
import { classNames, layout, Pending } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { DESCENDANT_LIMIT, useChain } from '../../queries/session-queries.ts';
import { goToAcceptor } from '../../state/open-acceptor.ts';
import type { ChainTarget } from '../../worker/session-contract.ts';
import { CausalChainView } from './CausalChainView.tsx';
import styles from './CausesTab.module.css';
import { EventFacts } from './EventFacts.tsx';
import { PayloadTab } from './PayloadTab.tsx';
import { TaintSection } from './TaintSection.tsx';

/** Effects shown at first, and how many every "more" adds. */
const FIRST_EFFECTS = 40;
const MORE_EFFECTS = 200;

export interface CausesTabProps {
  readonly sessionId: string;
  readonly row: EventRow;
  /** Null until known. */
  readonly trust: TrustAnswer | null;
  readonly startMs: number | null;
  readonly onSelect: (ordinal: number) => void;
  readonly onShowBytes: (ordinal: number, offset: number) => void;
}

/** Container: asks for the chain of the selected event; below it the event's payload. */
export function CausesTab({ sessionId, row, trust, startMs, onSelect, onShowBytes }: CausesTabProps) {
  const { ordinal } = row;
  const [wanted, setWanted] = useState({ ordinal, effects: FIRST_EFFECTS });
  const effects = wanted.ordinal === ordinal ? wanted.effects : FIRST_EFFECTS;
  const target = useMemo<ChainTarget>(() => ({ kind: 'event', ordinal }), [ordinal]);
  const { data: chain, error } = useChain(sessionId, target, Math.max(DESCENDANT_LIMIT, effects));
  return (
    <div className={classNames(layout.column, layout.full, styles.tab)}>
      <EventFacts
        row={row}
        trust={trust}
        startMs={startMs}
        onJump={onSelect}
        onAcceptor={() => void goToAcceptor()}
      />
      <div className={styles.upper}>
        {error !== null && (
          <p role="alert" className={classNames(layout.words, layout.pad12)}>
            Causes could not be read: {error.message}.
          </p>
        )}
        {chain === null && (
          <p className={classNames(layout.words, layout.pad12)}>
            Causes are worked out when the file has been read.
          </p>
        )}
        {chain === undefined && error === null && <Pending>Causes and effects are being traced.</Pending>}
        {chain !== undefined && chain !== null && (
          <CausalChainView
            chain={chain}
            effectsShown={effects}
            onSelect={onSelect}
            onMoreEffects={() => setWanted({ ordinal, effects: effects + MORE_EFFECTS })}
          />
        )}
        {trust?.level === 'untrusted' && (
          <TaintSection key={ordinal} sessionId={sessionId} ordinal={ordinal} onSelect={onSelect} />
        )}
      </div>
      <div className={styles.lower}>
        <PayloadTab key={ordinal} sessionId={sessionId} row={row} onShowBytes={onShowBytes} lean />
      </div>
    </div>
  );
}
