/** Events of a refusal (acceptor 2, 2.0, 3.3). */

import type { JsonObject } from '@openwop-inspector/base';
import type { ProjectedEvent } from '../accept-parts.ts';
import type { Refused } from '../pipeline/ending.ts';
import type { Work } from '../pipeline/work.ts';
import { type EventNames, writeEvent } from './event-writer.ts';

/** `node.failed` with the code of the refusal, or with the one code a host uses for all. */
export function nodeFailed(
  work: Work,
  names: EventNames,
  ending: Refused,
  code: string = ending.code,
): ProjectedEvent {
  const details = failureDetails(ending);
  return refusalEvent(work, names, 'node.failed', {
    nodeId: names.nodeId,
    error:
      details === undefined ? { code, message: ending.reason } : { code, message: ending.reason, details },
  });
}

function failureDetails({ status, details, gate, capKind }: Refused): JsonObject | undefined {
  if (status === 'breached') return { capKind };
  if (gate) return { refusedType: gate.refusedType, acceptedTypes: gate.acceptedTypes };
  return details.length === 0 ? undefined : { violations: details };
}

/** `run.failed`, which follows the failure of the node. */
export function runFailed(work: Work, names: EventNames, { code, reason }: Refused): ProjectedEvent {
  return refusalEvent(work, names, 'run.failed', { error: { code, message: reason } });
}

/** A refusal that fails nothing. It names no `envelopeType`, by which a log shows an acceptance. */
export function warningLogged(work: Work, names: EventNames, { code, reason }: Refused): ProjectedEvent {
  return refusalEvent(work, names, 'log.appended', {
    level: 'warn',
    message: reason,
    nodeId: names.nodeId,
    fields: { envelopeId: names.envelopeId, refusedType: names.type, code },
  });
}

/** `cap.breached`. `nodeId` belongs to the limits of a node, not to the one of the turn. */
export function capBreached(
  work: Work,
  names: EventNames,
  payload: {
    readonly kind: string;
    readonly limit: number;
    readonly observed: number;
    readonly nodeId?: string | undefined;
  },
): ProjectedEvent {
  return refusalEvent(work, names, 'cap.breached', payload);
}

function refusalEvent(work: Work, names: EventNames, type: string, payload: unknown): ProjectedEvent {
  return writeEvent(work, names, type, work.isUntrusted ? 'untrusted' : null, payload);
}
