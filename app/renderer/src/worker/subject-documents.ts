/** The source documents of rendered subjects: an event's payload and envelopes, complete, only in the worker. */
import { parseAsWritten } from '@openwop-inspector/base';
import {
  type EventRow,
  type FoundEnvelope,
  foundEnvelopes,
  JsonTree,
  type RunLog,
} from '@openwop-inspector/run-log';
import { type SubjectsTarget, targetName } from '../model/subject-place.ts';
import { RecentAnswers } from './recent-answers.ts';

export interface SubjectDocuments {
  /** In the order in which they are displayed. */
  readonly found: readonly FoundEnvelope[];
  /** Null outside the events. */
  readonly event: EventDocument | null;
}

/** An event with its payload. */
export interface EventDocument {
  readonly row: EventRow;
  /** The payload, masked; null when it is absent or cannot be read whole. */
  readonly value: unknown;
  readonly isWhole: boolean;
  /** Place of the payload in the event's document: `/payload`, or `/data` of older hosts. */
  readonly pointer: string;
}

/** Maximum number of targets displayed side by side: the attempts of an envelope, and the one just left. */
const recent = new RecentAnswers<SubjectDocuments>(6);

/** The documents of an event or an attempt. What belongs to an event may change while more is read. */
export function documentsOf(log: RunLog, target: SubjectsTarget): Promise<SubjectDocuments> {
  const name = `${targetName(target)} of ${log.state}`;
  return recent.of(log, name, () => readDocuments(log, target));
}

async function readDocuments(log: RunLog, { ordinal, attempt }: SubjectsTarget): Promise<SubjectDocuments> {
  const [found, event] = await Promise.all([
    foundEnvelopes(log, attempt === null ? ordinal : { key: attempt.key, attempt: attempt.number }),
    readEvent(log, ordinal),
  ]);
  return { found, event };
}

async function readEvent(log: RunLog, ordinal: number): Promise<EventDocument | null> {
  if (log.order.indexOf(ordinal) < 0) return null;
  const [row] = await log.rows([ordinal]);
  if (row === undefined) return null;
  const tree = new JsonTree(await log.read(ordinal));
  const pointer = tree.node('/payload', 0) === null && tree.node('/data', 0) !== null ? '/data' : '/payload';
  const written = tree.text(pointer, Number.MAX_SAFE_INTEGER);
  if (written === null) return { row, value: null, isWhole: true, pointer };
  try {
    return { row, value: parseAsWritten(written.text), isWhole: !written.truncated, pointer };
  } catch {
    return { row, value: null, isWhole: false, pointer }; // cut off in the file
  }
}
