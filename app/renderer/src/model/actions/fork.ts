import { isRecord } from '@openwop-inspector/base';
import type { RunAction } from '@openwop-inspector/host-client';
import { readJson } from './read-json.ts';

export type ForkMode = 'replay' | 'branch';

export type MadeFork =
  | { readonly ok: true; readonly action: RunAction }
  | { readonly ok: false; readonly message: string };

/** The action of a fork. An overlay is for branches alone; an empty one is none (bundles-and-transport.md section 9). */
export function forkAction(mode: ForkMode, fromSeq: number, overlay: string): MadeFork {
  if (mode === 'replay' || overlay.trim() === '') {
    return { ok: true, action: { kind: 'fork', mode, fromSeq, runOptionsOverlay: null } };
  }
  const read = readJson(overlay);
  if (!read.ok) return read;
  return isRecord(read.value)
    ? { ok: true, action: { kind: 'fork', mode, fromSeq, runOptionsOverlay: read.value } }
    : { ok: false, message: 'The overlay is an object, such as {"configurable": {}}.' };
}
