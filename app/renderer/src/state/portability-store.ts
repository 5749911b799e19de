import type { PortabilityRow } from '@openwop-inspector/audit';
import { create } from 'zustand';
import type { SavedHost } from '../acceptor-worker/run-jobs.ts';

/** What the envelopes came to at the hosts. */
export interface PortabilityResult {
  /** The hosts in the order of the check: one for each cell of a row, in this order. */
  readonly hosts: readonly SavedHost[];
  readonly rows: readonly PortabilityRow[];
  readonly envelopes: number;
  /** Envelopes beyond a limit, after a stop, or that took too long. */
  readonly leftOut: number;
  readonly tookTooLong: number;
  readonly wasStopped: boolean;
}

export type PortabilityState =
  | { readonly kind: 'running'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly result: PortabilityResult }
  | { readonly kind: 'failed'; readonly reason: string };

/** One session's grid. */
export interface Portability {
  /** The run that it is about, null for all; and how many events there were. */
  readonly run: string | null;
  readonly events: number;
  readonly state: PortabilityState;
  /** The visible cell, by kind and name of the host; null for the first that refuses. */
  readonly cell: { readonly kind: string; readonly host: string } | null;
}

/** What was left out of the files that were given last, and what was removed last. */
export interface DeclarationNews {
  readonly added: readonly string[];
  readonly junk: readonly { readonly file: string; readonly why: string }[];
  readonly removed: { readonly host: SavedHost; readonly at: number } | null;
}

interface PortabilityStoreState {
  readonly grids: Readonly<Record<string, Portability>>;
  readonly news: DeclarationNews;
}

export const NO_NEWS: DeclarationNews = { added: [], junk: [], removed: null };

const usePortabilityStore = create<PortabilityStoreState>()(() => ({ grids: {}, news: NO_NEWS }));

export function portabilityOf(sessionId: string): Portability | null {
  return usePortabilityStore.getState().grids[sessionId] ?? null;
}

export function usePortability(sessionId: string): Portability | null {
  return usePortabilityStore(({ grids }) => grids[sessionId] ?? null);
}

export function putPortability(sessionId: string, grid: Portability): void {
  usePortabilityStore.setState(({ grids }) => ({ grids: { ...grids, [sessionId]: grid } }));
}

export const useDeclarationNews = (): DeclarationNews => usePortabilityStore(({ news }) => news);

export const declarationNews = (): DeclarationNews => usePortabilityStore.getState().news;

export function tellNews(news: DeclarationNews): void {
  usePortabilityStore.setState({ news });
}

/** Forgets the grid of a closed session; one that is under way ends. */
export function dropPortability(sessionId: string): void {
  usePortabilityStore.setState(({ grids }) => {
    const { [sessionId]: _closed, ...rest } = grids;
    return { grids: rest };
  });
}
