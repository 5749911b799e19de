import type { FileProblem } from '@openwop-inspector/shell-contract';
import { create } from 'zustand';

/** Files that could not be opened, newest last. They stay until the person puts them away. */
export interface NoticesState {
  readonly failures: readonly FileProblem[];
}

export const useNoticesStore = create<NoticesState>()(() => ({ failures: [] }));

export function noteFailures(failed: readonly FileProblem[]): void {
  if (failed.length === 0) return;
  useNoticesStore.setState(({ failures }) => ({ failures: [...failures, ...failed].slice(-20) }));
}

export function dismissFailures(): void {
  useNoticesStore.setState({ failures: [] });
}
