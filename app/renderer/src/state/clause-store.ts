import type { ClauseTarget } from '@openwop-inspector/protocol';
import { create } from 'zustand';

interface ClauseState {
  /** Clauses that were opened one from another, the visible one last; empty while the reader is closed. */
  readonly trail: readonly ClauseTarget[];
}

export const useClauseStore = create<ClauseState>()(() => ({ trail: [] }));

/** Opens the reader at a clause, or continues to it. */
export function openClause(target: ClauseTarget): void {
  useClauseStore.setState(({ trail }) => ({ trail: [...trail, target] }));
}

/** Back to the clause from which this one was opened. */
export function backToClause(): void {
  useClauseStore.setState(({ trail }) => ({ trail: trail.length > 1 ? trail.slice(0, -1) : trail }));
}

export function closeClause(): void {
  useClauseStore.setState({ trail: [] });
}
