/** Differences from a schema that hosts are known to write (run-events 1.2 and 5.3): one note a file. */
import { formatCount, storedIn } from '@openwop-inspector/base';
import { checkPayload, type SchemaFinding } from '@openwop-inspector/protocol';
import { type EventDocument, isEmptyPayload } from '../index/event-document.ts';
import type { ProblemList } from '../index/problem-list.ts';

/** Types whose payload hosts leave null or empty (run-events 5.3). */
const LEFT_EMPTY: ReadonlySet<string> = new Set([
  'run.started',
  'run.completed',
  'run.cancelled',
  'node.started',
  'node.completed',
]);

const FORMS = [
  { code: 'payload_empty', text: 'an empty payload, which the schema of the type does not take' },
  { code: 'payload_identity_on_event', text: 'nodeId on the event and not in the payload' },
] as const;

type Form = (typeof FORMS)[number]['code'];

/** Counts events by the forms that are tolerated. One byte a row. */
export class ToleratedPayloads {
  /** Bit `k` of a row is set when it has form `k`. */
  private byRow = new Uint8Array(1024);
  private readonly counts = FORMS.map(() => 0);

  /** Forgets what was counted of a row, which is to be checked again. */
  forget(row: number): void {
    const bits = this.byRow[row] ?? 0;
    if (bits === 0) return;
    FORMS.forEach((_form, k) => {
      if ((bits & (1 << k)) !== 0) this.counts[k] = (this.counts[k] as number) - 1;
    });
    this.byRow[row] = 0;
  }

  /** Whether a finding about the payload of a row is tolerated; the row is counted when that is worth a note. */
  takes(row: number, type: string, document: EventDocument, finding: SchemaFinding): boolean {
    const form = formOf(type, document, finding);
    if (form !== null && form !== 'silent') this.count(row, form);
    return form !== null;
  }

  private count(row: number, form: Form): void {
    const k = FORMS.findIndex(({ code }) => code === form);
    if (row >= this.byRow.length) {
      const wider = new Uint8Array(Math.max(this.byRow.length * 2, row + 1));
      wider.set(this.byRow);
      this.byRow = wider;
    }
    const bits = this.byRow[row] as number;
    if ((bits & (1 << k)) !== 0) return;
    this.byRow[row] = bits | (1 << k);
    this.counts[k] = (this.counts[k] as number) + 1;
  }

  /** Adds a note of the file for each form that was met. */
  report(problems: ProblemList): void {
    FORMS.forEach(({ code, text }, k) => {
      const count = this.counts[k] as number;
      if (count === 0) return;
      const events = count === 1 ? '1 event has' : `${formatCount(count)} events have`;
      problems.add({ code, message: `${events} ${text}`, ordinal: null });
    });
  }
}

/**
 * `silent`: an empty payload of a type whose schema requires no member says nothing wrong. A payload that is not there
 * at all is how some channels write an empty one, and others write every event (run-events 5.1).
 */
function formOf(type: string, document: EventDocument, finding: SchemaFinding): Form | 'silent' | null {
  const { payload } = document;
  if (!isEmptyPayload(payload))
    return isOnEvent(type, document, finding) ? 'payload_identity_on_event' : null;
  if (LEFT_EMPTY.has(type)) return 'payload_empty';
  const required = checkPayload(type, {});
  if (required.length === 0) return 'silent';
  if (payload === undefined) return 'payload_empty';
  return required.every((one) => isOnEvent(type, document, one)) ? 'payload_identity_on_event' : null;
}

/** Whether a finding about a payload may be tolerated, which depends on its event as well. */
export function mayBeTolerated(payload: unknown, finding: SchemaFinding): boolean {
  return isEmptyPayload(payload) || isMissingNode(finding);
}

function isMissingNode({ message, pointer }: SchemaFinding): boolean {
  return message === 'nodeId is missing' && pointer === '';
}

/** Whether the `nodeId` that a payload lacks is on the event itself, and its type may leave it there. */
function isOnEvent(type: string, { recorded }: EventDocument, finding: SchemaFinding): boolean {
  if (!isMissingNode(finding)) return false;
  return typeof recorded.nodeId === 'string' && recorded.nodeId !== '' && mayLeaveOut(type);
}

const leavesOut = new Map<string, boolean>();

/**
 * Whether `nodeId` may be on the event alone: not where the schema of the payload is closed, nor where it requires the
 * `runId` as well, since such a payload is read without its event (run-events 1.2).
 */
function mayLeaveOut(type: string): boolean {
  const isBound = ({ keyword, message }: SchemaFinding): boolean =>
    keyword === 'additionalProperties' || message === 'runId is missing';
  return storedIn(leavesOut, type, () => !checkPayload(type, { '': 0 }).some(isBound));
}
