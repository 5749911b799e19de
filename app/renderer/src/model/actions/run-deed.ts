import type { RunAction } from '@openwop-inspector/host-client';

/** What can be done with a run as a whole. */
export type RunDeed = 'cancel' | 'pause' | 'resume';
export type DrainPolicy = Extract<RunAction, { readonly kind: 'pause' }>['drainPolicy'];

/** The action behind a deed; blanks are no reason. */
export function runDeedAction(deed: RunDeed, reason: string, drainPolicy: DrainPolicy): RunAction {
  const given = reason.trim() === '' ? null : reason.trim();
  return deed === 'pause' ? { kind: deed, reason: given, drainPolicy } : { kind: deed, reason: given };
}
