/** What becomes of an envelope of which a check gave no answer (acceptor 2.2). Changes the memory. */
import { rememberUndecided } from '../memory/undecided.ts';
import type { Stopped } from './ending.ts';
import { NO_EVENTS, type Settled } from './settled.ts';
import type { Work } from './work.ts';

/** No event, no count, no outcome of the protocol: a host would have accepted or refused it, and which is not known. */
export function settleStopped({ correlationId, memory, nodeId }: Work, { reasons }: Stopped): Settled {
  rememberUndecided(memory, nodeId, correlationId);
  return { status: 'stopped', code: null, reasons, outcome: null, events: NO_EVENTS, isReplay: false };
}
