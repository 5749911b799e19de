/** What an event may tell of an envelope, by its type alone. */
import { foldedType } from '@openwop-inspector/protocol';
import type { LoadedLog } from '../loaded-log.ts';

export type Act =
  | 'nodeStart'
  | 'turnStart'
  | 'retry'
  | 'accepted'
  | 'waits'
  | 'acceptedOrWaits'
  | 'answered'
  | 'ended'
  | 'cap'
  | 'failure'
  | 'said';

const ACTS: ReadonlyMap<string, Act> = new Map<string, Act>([
  ['node.started', 'nodeStart'],
  ['prompt.composed', 'turnStart'],
  ['node.resumed', 'turnStart'],
  ['envelope.retry.attempted', 'retry'],
  ['log.appended', 'accepted'],
  ['clarification.requested', 'accepted'],
  ['ui.a2ui-surface', 'accepted'],
  ['interrupt.requested', 'acceptedOrWaits'],
  ['approval.requested', 'waits'],
  ['node.suspended', 'waits'],
  ['interrupt.resolved', 'answered'],
  ['node.completed', 'ended'],
  ['node.cancelled', 'ended'],
  ['cap.breached', 'cap'],
  ['node.failed', 'failure'],
  ['agent.decided', 'said'],
  ['agent.reasoned', 'said'],
  ['conversation.exchanged', 'said'],
]);

/** The acts of a log per type number, so that a row costs one look-up. */
export function actsByType(log: LoadedLog): readonly (Act | undefined)[] {
  const acts: (Act | undefined)[] = [undefined];
  for (const type of log.index.types.all()) acts.push(ACTS.get(foldedType(type)));
  return acts;
}
