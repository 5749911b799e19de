import { useEffect } from 'react';
import { useLiveFacts } from '../../queries/live-queries.ts';
import { noteFacts } from '../../state/live-actions.ts';

/** Tells the store which event is the newest and what is open, as soon as the index knows. Draws nothing. */
export function FactsWatch({ sessionId }: { readonly sessionId: string }) {
  const facts = useLiveFacts(sessionId);
  useEffect(() => {
    if (facts !== null) noteFacts(sessionId, facts);
  }, [sessionId, facts]);
  return null;
}
