import type { AghReasonCode, AghWarningCode } from './agh-codes.ts';
import type { AghMemory } from './agh-memory.ts';
import type { AghDetail, AghInteractionState, AghStatus, AghStepId, AghWarning } from './agh-result.ts';
import type { AghSettings } from './agh-settings.ts';

/** What one step works with beside the message. One desk for each message; the memory outlives it. */
export interface AghDesk {
  readonly settings: AghSettings;
  readonly memory: AghMemory;
  readonly warnings: AghWarning[];
  lifecycle: AghInteractionState | null;
  badge: 'accepted' | null;
}

/** The step has nothing to object to; `seen` is what it read for the steps behind it. */
export interface AghPassed<Seen> {
  readonly verdict: 'passed' | 'skipped' | 'unchecked';
  readonly note: string;
  readonly seen: Seen;
}

/** The step decided. */
export interface AghDecision {
  readonly verdict: 'decided';
  readonly status: AghStatus;
  readonly reasonCode: AghReasonCode | null;
  readonly note: string;
  readonly details: readonly AghDetail[];
}

export type AghAnswer<Seen> = AghPassed<Seen> | AghDecision;

/** One step of the pipeline: takes `Input`, hands on `Seen`. */
export interface AghStep<Input, Seen = null> {
  readonly id: AghStepId;
  readonly clause: string;
  readonly inputs: readonly string[];
  check(input: Input, desk: AghDesk): AghAnswer<Seen>;
}

export function passed(note: string): AghPassed<null> {
  return { verdict: 'passed', note, seen: null };
}

export function skipped(note: string): AghPassed<null> {
  return { verdict: 'skipped', note, seen: null };
}

/** What the step checks against is not known; nothing is refused for that. */
export function unchecked(note: string): AghPassed<null> {
  return { verdict: 'unchecked', note, seen: null };
}

export function rejected(
  reasonCode: AghReasonCode,
  note: string,
  details: readonly AghDetail[] = [],
): AghDecision {
  return { verdict: 'decided', status: 'rejected', reasonCode, note, details };
}

/** `rejected` as malformed, with the number of violations as the note. */
export function malformed(details: readonly AghDetail[]): AghDecision {
  return rejected('malformed', countOf(details), details);
}

function countOf(details: readonly AghDetail[]): string {
  return details.length === 1 ? '1 violation' : `${details.length} violations`;
}

export function warn(desk: AghDesk, code: AghWarningCode, message: string, pointer?: string): void {
  desk.warnings.push(pointer === undefined ? { code, message } : { code, message, pointer });
}
