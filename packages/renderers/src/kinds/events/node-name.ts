import type { EventSubject } from '../../contract/render-subject.ts';
import type { Members } from '../sheet/members.ts';
import { called, type Words } from '../sheet/say.ts';

/** The node of an event: its payload's, or the event's own where a host leaves it out (run-events 3.2.2). */
export function nodeId(payload: Members, event: EventSubject): string | null {
  return payload.peekText('nodeId') ?? event.nodeId;
}

/** `Node draft`, or `A node`. */
export function nodeWords(payload: Members, event: EventSubject): Words {
  return called('Node', 'A node', nodeId(payload, event));
}
