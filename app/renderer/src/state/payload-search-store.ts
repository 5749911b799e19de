import type { EventHits } from '@openwop-inspector/run-log';
import { create } from 'zustand';
import type { HitPlace, SearchedSoFar } from '../model/payload-hits.ts';
import type { PayloadAnswer } from '../worker/search-job.ts';

/** What is searched for, and in which events. */
export interface PayloadSearchQuestion {
  readonly text: string;
  /** The active filter; empty for none. */
  readonly filter: string;
  /** The visible run; null for all. */
  readonly run: string | null;
}

/** A search in the payloads of a session. */
export interface PayloadSearch {
  readonly isOpen: boolean;
  /** The field takes the focus when it comes. */
  readonly takesFocus: boolean;
  /** As typed. */
  readonly text: string;
  /** The last query, or null before the first search. */
  readonly question: PayloadSearchQuestion | null;
  /** Number of that question: answers of others come too late. */
  readonly asked: number;
  /** Number of events in the views at the time of the search. */
  readonly askedOf: number;
  /** True until there is a first answer to it; what is displayed is of the question before. */
  readonly isPending: boolean;
  /** `wrong`: the text or the filter is not understood. `failed`: the worker could not answer. Null before the first. */
  readonly answer:
    | ({ readonly kind: 'found' } & SearchedSoFar)
    | ({ readonly kind: 'wrong' } & NonNullable<PayloadAnswer['error']>)
    | { readonly kind: 'failed'; readonly reason: string }
    | null;
  /** Events with hits that are listed, in display order. */
  readonly events: readonly EventHits[];
  /** The hit that was gone to. */
  readonly current: HitPlace | null;
}

export const NEW_SEARCH: PayloadSearch = {
  isOpen: false,
  takesFocus: false,
  text: '',
  question: null,
  asked: 0,
  askedOf: 0,
  isPending: false,
  answer: null,
  events: [],
  current: null,
};

interface PayloadSearchState {
  readonly searches: Readonly<Record<string, PayloadSearch>>;
}

const useStore = create<PayloadSearchState>()(() => ({ searches: {} }));

export function payloadSearchOf(sessionId: string): PayloadSearch {
  return useStore.getState().searches[sessionId] ?? NEW_SEARCH;
}

export function usePayloadSearch(sessionId: string): PayloadSearch {
  return useStore(({ searches }) => searches[sessionId] ?? NEW_SEARCH);
}

export function changePayloadSearch(sessionId: string, change: Partial<PayloadSearch>): void {
  useStore.setState(({ searches }) => ({
    searches: { ...searches, [sessionId]: { ...(searches[sessionId] ?? NEW_SEARCH), ...change } },
  }));
}

/** Forgets what was found in a session that is reopened, where its places may be other events. */
export function forgetHits(sessionId: string): void {
  const { isOpen, text, asked } = payloadSearchOf(sessionId);
  changePayloadSearch(sessionId, { ...NEW_SEARCH, isOpen, text, asked: asked + 1 });
}

/** Forgets the search of a closed session. */
export function dropPayloadSearch(sessionId: string): void {
  useStore.setState(({ searches }) => {
    const { [sessionId]: _closed, ...rest } = searches;
    return { searches: rest };
  });
}
