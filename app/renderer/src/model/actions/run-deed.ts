import type { RunAction } from '@openwop-inspector/host-client';
import { isTerminalStatus } from '@openwop-inspector/protocol';

/** What can be done with a run as a whole. */
export type RunDeed = 'cancel' | 'pause' | 'resume';
export type DrainPolicy = Extract<RunAction, { readonly kind: 'pause' }>['drainPolicy'];

/** The action behind a deed; blanks are no reason. */
export function runDeedAction(deed: RunDeed, reason: string, drainPolicy: DrainPolicy): RunAction {
  const given = reason.trim() === '' ? null : reason.trim();
  return deed === 'pause' ? { kind: deed, reason: given, drainPolicy } : { kind: deed, reason: given };
}

/**
 * What the log says since a deed was answered, by the status it gives the run; null while it says nothing of it. It
 * overrules the host's "is being cancelled" and "pauses when the node is done".
 */
export function loggedSince(deed: RunDeed, status: string | null): string | null {
  if (status === null) return null;
  if (isTerminalStatus(status))
    return deed === 'cancel' ? `The run is ${status}.` : `The run has ended (${status}).`;
  if (deed === 'pause') return status === 'paused' ? 'The run is paused.' : null;
  return deed === 'resume' && status !== 'paused' ? 'The run goes on.' : null;
}
