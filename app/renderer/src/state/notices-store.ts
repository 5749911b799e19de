import { masker } from '@openwop-inspector/base';
import type { FileProblem } from '@openwop-inspector/shell-contract';
import { create } from 'zustand';

/** Files that could not be opened, newest last. They stay until the person puts them away. */
export interface NoticesState {
  readonly failures: readonly FileProblem[];
}

export const useNoticesStore = create<NoticesState>()(() => ({ failures: [] }));

/** Shows failures, with their original messages: names of files and messages of platforms are masked here. */
export function noteFailures(failed: readonly { readonly name: string; readonly message: string }[]): void {
  if (failed.length === 0) return;
  const masked = failed.map(({ name, message }) => ({
    name: masker.text(name),
    message: masker.text(message),
  }));
  useNoticesStore.setState(({ failures }) => ({ failures: [...failures, ...masked].slice(-20) }));
}

export function dismissFailures(): void {
  useNoticesStore.setState({ failures: [] });
}
