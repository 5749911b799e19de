import type { EventHits } from '@openwop-inspector/run-log';
import type { HitPlace, SearchedSoFar } from '../../shared/grouped-rows.ts';
import type { PayloadAnswer } from '../../worker/search-job.ts';
import { sessionRecord } from '../sessions/session-record.ts';

/** What is searched for, and in which events. */
export interface PayloadSearchQuestion {
  readonly text: string;
  /** The active filter; empty for none. */
  readonly filter: string;
  /** The visible run; null for all. */
  readonly run: string | null;
}

/** A search in the payloads of a session, at first as given here. */
export class PayloadSearch {
  readonly isOpen: boolean = false;
  /** The field takes the focus when it comes. */
  readonly takesFocus: boolean = false;
  /** As typed. */
  readonly text: string = '';
  /** The last query, or null before the first search. */
  readonly question: PayloadSearchQuestion | null = null;
  /** Number of that question: answers of others come too late. */
  readonly requestId: number = 0;
  /** Number of events in the views at the time of the search. */
  readonly searchedEvents: number = 0;
  /** True until there is a first answer to it; what is displayed is of the question before. */
  readonly isPending: boolean = false;
  /** `wrong`: the text or the filter is not understood. `failed`: the worker could not answer. Null before the first. */
  readonly answer:
    | ({ readonly kind: 'found' } & SearchedSoFar)
    | ({ readonly kind: 'wrong' } & NonNullable<PayloadAnswer['error']>)
    | { readonly kind: 'failed'; readonly reason: string }
    | null = null;
  /** Events with hits that are listed, in display order. */
  readonly events: readonly EventHits[] = [];
  /** The hit that was gone to. */
  readonly current: HitPlace | null = null;
}

export const NEW_SEARCH = new PayloadSearch();

const searches = sessionRecord(NEW_SEARCH);
export const { of: payloadSearchOf, use: usePayloadSearch, change: changePayloadSearch } = searches;

/** Forgets what was found in a session that is reopened, where its places may be other events. */
export function forgetHits(sessionId: string): void {
  const { isOpen, text, requestId } = payloadSearchOf(sessionId);
  changePayloadSearch(sessionId, { ...NEW_SEARCH, isOpen, text, requestId: requestId + 1 });
}
