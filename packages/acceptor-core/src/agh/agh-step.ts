/** The form of a step. */
import type { JsonObject } from '@openwop-inspector/base';
import type { AghReasonCode, AghStatus } from './agh-codes.ts';
import type { AghDetail, AghMessage, AghWork } from './agh-work.ts';

/** The step has nothing to object to. */
export interface AghPassed {
  readonly verdict: 'passed' | 'skipped' | 'unchecked';
  readonly note: string;
}

/** The step decided. */
export interface AghDecision {
  readonly verdict: 'decided';
  readonly status: AghStatus;
  readonly reasonCode: AghReasonCode | null;
  readonly note: string;
  readonly details: readonly AghDetail[];
}

export type AghAnswer = AghPassed | AghDecision;

/** One step of the pipeline. `check` writes what it read into the work, for the steps after it. */
export interface AghStep<Id extends string = string> {
  readonly id: Id;
  /** What it looks at, in one or two words. */
  readonly name: string;
  /** Clause that the verdict rests on. */
  readonly clause: string;
  /** Inspected values: pointers from the message, names of the context. */
  readonly inputs: readonly string[];
  readonly check: (work: AghWork) => AghAnswer;
}

interface StepOn<Read, Id extends string> extends Omit<AghStep<Id>, 'check'> {
  readonly check: (read: Read, work: AghWork) => AghAnswer;
}

/** Creates a step that follows the one that reads the object. */
export function recordStep<const Id extends string>(own: StepOn<JsonObject, Id>): AghStep<Id> {
  return { ...own, check: (work) => (work.record === null ? NOT_READ : own.check(work.record, work)) };
}

/** Creates a step that follows the one that reads the message. */
export function messageStep<const Id extends string>(own: StepOn<AghMessage, Id>): AghStep<Id> {
  return { ...own, check: (work) => (work.message === null ? NOT_READ : own.check(work.message, work)) };
}

/** Of a step that runs before the one that reads what it looks at. */
const NOT_READ: AghPassed = { verdict: 'skipped', note: 'nothing was read' };

export function passed(note: string): AghPassed {
  return { verdict: 'passed', note };
}

export function skipped(note: string): AghPassed {
  return { verdict: 'skipped', note };
}

/** What the step checks against is not known; nothing is refused for that. */
export function unchecked(note: string): AghPassed {
  return { verdict: 'unchecked', note };
}

/** A decision with any status; accepted unless given. */
export function decided(
  note: string,
  status: AghStatus = 'accepted',
  reasonCode: AghReasonCode | null = null,
  details: readonly AghDetail[] = [],
): AghDecision {
  return { verdict: 'decided', status, reasonCode, note, details };
}

export function rejected(
  reasonCode: AghReasonCode,
  note: string,
  details: readonly AghDetail[] = [],
): AghDecision {
  return decided(note, 'rejected', reasonCode, details);
}

/** `rejected` as malformed, with the number of violations as the note. */
export function malformed(details: readonly AghDetail[]): AghDecision {
  const note = details.length === 1 ? '1 violation' : `${details.length} violations`;
  return rejected('malformed', note, details);
}
