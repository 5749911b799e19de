import type { ShellInfo } from '@openwop-inspector/shell-contract';
import { create } from 'zustand';
import { shell } from '../shell/bridge.ts';

/** Facts about the shell; until it has answered, those of a shell that can do the least. */
export const useInfoStore = create<ShellInfo>()(() => ({
  canKeepTokens: false,
  shell: 'browser',
  version: '',
  platform: '',
  canPick: false,
  canSave: false,
  hasMenu: false,
}));

export async function loadInfo(): Promise<void> {
  useInfoStore.setState(await shell().call('shell/info', null));
}
