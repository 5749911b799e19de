import { countOf, formatSequence } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { classNames, layout, Pending } from '@openwop-inspector/ui';
import { useState } from 'react';
import { useMessage } from '../../queries/content-queries.ts';
import { jumpTo } from '../../state/travel.ts';
import { useSessionView } from '../../state/view-store.ts';
import { ClockField } from './ClockField.tsx';
import { InteractionSection } from './InteractionSection.tsx';
import { MessageHead } from './MessageHead.tsx';
import { MessageSteps } from './MessageSteps.tsx';
import styles from './Messages.module.css';
import { PeerCards } from './PeerCards.tsx';
import { PlacedLinks } from './PlacedLinks.tsx';

/** Container: what became of the selected message of AGH Network, and what surrounds it. */
export function MessageTab({ sessionId }: { readonly sessionId: string }) {
  const selected = useSessionView(sessionId, (view) => view.selected);
  const [now, setNow] = useState<number | null>(null);
  const { data, error } = useMessage(sessionId, selected, now);
  if (selected === null) return <p className={styles.empty}>No message is selected.</p>;
  if (error !== null)
    return (
      <p role="alert" className={classNames(layout.words, layout.pad12)}>
        The message could not be read: {error.message}.
      </p>
    );
  if (data === undefined) return <Pending>The message is being judged.</Pending>;
  if (data === null)
    return <p className={styles.empty}>The selected row is an event of a run, not a message.</p>;
  const { facts, verdict, before, shownBefore } = data;
  const onSelect = (ordinal: number): void => void jumpTo(sessionId, ordinal);
  return (
    <div className={classNames(layout.fill, layout.scrolls)}>
      <MessageHead facts={facts} verdict={verdict} />
      {facts.interaction === null ? null : (
        <InteractionSection
          interaction={facts.interaction}
          current={facts.placed.ordinal}
          onSelect={onSelect}
        />
      )}
      <PlacedLinks
        title="Receipts"
        places={facts.receipts}
        says={(place) => <VisibleText text={place.says} />}
        onSelect={onSelect}
      />
      <PlacedLinks title="Answers and effects" places={facts.answers} onSelect={onSelect} />
      <MessageSteps verdict={verdict}>
        <ClockField now={now} onChange={setNow} />
        {shownBefore === before ? null : (
          <p className={classNames(layout.words, layout.third)}>
            Judged behind the {countOf(shownBefore, 'message')} before {formatSequence(facts.placed.sequence)}
            , not behind all of them.
          </p>
        )}
      </MessageSteps>
      <PeerCards peers={facts.peers} onSelect={onSelect} />
    </div>
  );
}
