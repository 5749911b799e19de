/** Differences from a schema that hosts are known to write (run-events 1.2 and 5.3): one note a file. */
import { checkPayload, type SchemaFinding } from '@openwop-inspector/protocol';
import { type EventDocument, isEmptyPayload } from '../index/event-document.ts';
import type { LogIndex } from '../index/log-index.ts';

/** Types whose payload hosts leave null or empty (run-events 5.3). */
const LEFT_EMPTY: ReadonlySet<string> = new Set([
  'run.started',
  'run.completed',
  'run.cancelled',
  'node.started',
  'node.completed',
]);

/** Members of a payload that an event has itself (run-events 1). */
const IDENTITY = ['nodeId', 'runId'] as const;

const FORMS = {
  payload_empty: 'with an empty payload where the schema asks for one',
  payload_identity_on_event: 'with nodeId or runId on the event and not in the payload',
} as const;

type Form = keyof typeof FORMS;

interface Met {
  readonly first: number;
  last: number;
  events: number;
}

/** Counts events by the form that is tolerated. */
export class ToleratedPayloads {
  private readonly met = new Map<Form, Met>();

  /** Whether a finding about an event is one of those forms, which counts it. */
  takes(row: number, type: string, document: EventDocument, finding: SchemaFinding): boolean {
    const form = formOf(type, document, finding);
    if (form === null) return false;
    if (form !== 'silent') this.count(form, row);
    return true;
  }

  private count(form: Form, row: number): void {
    const met = this.met.get(form);
    if (met === undefined) this.met.set(form, { first: row, last: row, events: 1 });
    else if (row > met.last) {
      met.last = row;
      met.events++;
    }
  }

  /** Adds one note for each form that was met, at its first event. */
  tell(index: LogIndex): void {
    for (const [form, { first, events }] of this.met) {
      const many = events === 1 ? '1 event' : `${events.toLocaleString('en')} events`;
      index.problemOf(form, `${many} ${FORMS[form]}; the first is here`, first);
    }
  }
}

/**
 * `silent`: an empty payload of a type whose schema requires no member says nothing wrong. A payload that is not there
 * at all is how some channels write an empty one, and others write every event (run-events 5.1).
 */
function formOf(
  type: string,
  { payload, recorded }: EventDocument,
  { keyword, message, pointer }: SchemaFinding,
): Form | 'silent' | null {
  if (isEmptyPayload(payload)) {
    if (LEFT_EMPTY.has(type)) return 'payload_empty';
    if (checkPayload(type, {}).length === 0) return 'silent';
    return payload === undefined ? 'payload_empty' : null;
  }
  if (keyword !== 'required' || pointer !== '') return null;
  const isIdentity = IDENTITY.some(
    (name) => message === `${name} is missing` && typeof recorded[name] === 'string' && recorded[name] !== '',
  );
  return isIdentity ? 'payload_identity_on_event' : null;
}
