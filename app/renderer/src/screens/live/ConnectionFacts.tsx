import { countOf } from '@openwop-inspector/base';
import { classNames, layout } from '@openwop-inspector/ui';
import { type BarFact, lagFact, rateFact, transportFact } from '../../model/live-words.ts';
import { type LiveStatus, useLive } from '../../state/live-store.ts';
import { useNewestSummary } from '../../state/sessions-store.ts';
import styles from './Live.module.css';
import { useNow } from './use-now.ts';

/** Container: how fast events come, how far behind, by which way. Drawn anew with every status, so kept small. */
export function ConnectionFacts({ sessionId }: { readonly sessionId: string }) {
  const status = useLive(sessionId, (entry) => entry.status);
  const events = useNewestSummary(sessionId)?.events ?? 0;
  const now = useNow(1000);
  if (status === null || status.end === 'refused') return null;
  return (
    <dl className={classNames(layout.row, layout.fixed, styles.facts)}>
      {factsOf(status, events, now).map(({ value, note }) => (
        <div key={note.split(',')[0]}>
          <dt>{value}</dt>
          <dd>{note}</dd>
        </div>
      ))}
    </dl>
  );
}

function factsOf(status: LiveStatus, events: number, now: number): readonly BarFact[] {
  const { ledger, end, state } = status;
  // How fast it was says nothing while nothing comes.
  if (state === 'lost' || state === 'connecting') return [transportFact(status, now)];
  if (end === null) return [rateFact(status), lagFact(status), transportFact(status, now)];
  const missing = missingWords(ledger, end === 'stopped');
  return [{ value: countOf(events, 'event'), note: missing }, transportFact(status, now)];
}

function missingWords({ missing, verdict }: LiveStatus['ledger'], wasStopped: boolean): string {
  if (missing > 0) return `${countOf(missing, 'event')} missing`;
  if (wasStopped) return 'before it was stopped';
  return verdict === 'not-known' ? 'not known to be all' : 'none missing';
}
