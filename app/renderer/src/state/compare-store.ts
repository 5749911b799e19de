import { create } from 'zustand';
import type { CompareAnswer, ComparedSide } from '../worker/compare-jobs.ts';

/** A comparison of a run with another, by the session of the first. */
export interface Compare {
  /** The run of the session itself, A; null for the first. */
  readonly run: string | null;
  /** The other side; null until one is chosen. */
  readonly b: ComparedSide | null;
  /** Rules as typed; blank for the usual ones. */
  readonly rules: string;
  /** The rules that the answer goes by. */
  readonly usedRules: string;
  /** Null before the first comparison. `failed`: the worker could not answer. */
  readonly answer: CompareAnswer | { readonly kind: 'failed'; readonly reason: string } | null;
  /** Number of the last requested comparison; 0 before the first. Answers of others come too late. */
  readonly asked: number;
  /** Place of the selected difference in the list; -1 for the first divergence. */
  readonly selected: number;
}

export const NEW_COMPARE: Compare = {
  run: null,
  b: null,
  rules: '',
  usedRules: '',
  answer: null,
  asked: 0,
  selected: -1,
};

interface CompareStoreState {
  readonly compares: Readonly<Record<string, Compare>>;
}

const useCompareStore = create<CompareStoreState>()(() => ({ compares: {} }));

export function compareOf(sessionId: string): Compare {
  return useCompareStore.getState().compares[sessionId] ?? NEW_COMPARE;
}

export function useCompare(sessionId: string): Compare {
  return useCompareStore(({ compares }) => compares[sessionId] ?? NEW_COMPARE);
}

export function changeCompare(sessionId: string, change: Partial<Compare>): void {
  useCompareStore.setState(({ compares }) => ({
    compares: { ...compares, [sessionId]: { ...(compares[sessionId] ?? NEW_COMPARE), ...change } },
  }));
}

/** Forgets what a closed session was part of. */
export function dropCompare(sessionId: string): void {
  useCompareStore.setState(({ compares }) => ({
    compares: Object.fromEntries(
      Object.entries(compares)
        .filter(([id]) => id !== sessionId)
        .map(([id, one]) => [
          id,
          one.b?.sessionId === sessionId ? { ...NEW_COMPARE, rules: one.rules } : one,
        ]),
    ),
  }));
}
