/** One message on its way through the steps, and what outlives it. */
import { countOf, type JsonObject, ownValue } from '@openwop-inspector/base';
import type { AghDialect, AghKind, AghReasonCode, AghWarningCode } from '@openwop-inspector/protocol';

import { type AghSettings, pairKey } from './agh-settings.ts';

/** A message as it came: text of the wire, or a value that was parsed before. */
export type AghInput = { readonly text: string } | { readonly value: unknown };

/** Where a message of the later dialect is spoken, a public thread or a room of two peers (agh 9.2). */
export interface AghContainer {
  readonly surface: 'thread' | 'direct';
  readonly id: string;
}

/** A message whose envelope passed the grammar (agh 1, 9.2); absent fields are null. */
export interface AghMessage {
  readonly id: string;
  readonly kind: AghKind;
  /** Of the later dialect alone, as the container is. */
  readonly workspaceId: string | null;
  readonly container: AghContainer | null;
  readonly channel: string;
  readonly from: string;
  /** Null for a broadcast. */
  readonly to: string | null;
  /** In the later dialect its `work_id`. */
  readonly interactionId: string | null;
  readonly replyTo: string | null;
  /** Unix seconds. */
  readonly ts: number;
  readonly expiresAt: number | null;
  readonly body: JsonObject;
}

/** One unit of delegated work. Both peers are null for a lane without an opener, the target where none was named. */
export interface AghInteraction {
  /** The container of its first message; null in the seed dialect. */
  readonly container: AghContainer | null;
  readonly initiator: string | null;
  readonly target: string | null;
  readonly state: AghInteractionState;
}

/** Memory of an acceptor from message to message. */
export interface AghMemory {
  /** Newest `ts` of a well-formed message so far; none in milliseconds. */
  newestTs: number | null;
  /** Sender and id to the second until which a repeat is a duplicate. */
  readonly seen: Map<string, number>;
  /** `interactionKey` to the interaction. */
  readonly interactions: Map<string, AghInteraction>;
  /** Workspace and work_id to the channel in which the work began (agh 9.5). */
  readonly workChannels: Map<string, string>;
  /** Workspace and direct_id to the peers that spoke there, at most three (agh 9.2). */
  readonly rooms: Map<string, Set<string>>;
}

/** Key of the interaction of a message in the memory. The later dialect keeps work apart by workspace (agh 9.5). */
export function interactionKey({ workspaceId, channel }: AghMessage, interactionId: string): string {
  return workspaceId === null
    ? pairKey(channel, interactionId)
    : JSON.stringify([workspaceId, channel, interactionId]);
}

/** The time of the clock in Unix seconds; null for a replay clock that has seen no message. */
export function nowOf(settings: AghSettings, memory: AghMemory): number | null {
  return settings.fixedNow ?? memory.newestTs;
}

/** One violation. The message has text of the rule and none of the content. */
export interface AghDetail {
  /** RFC 6901 pointer from the message; names of unknown keys are in it only when they look like names. */
  readonly pointer: string;
  readonly message: string;
}

/** Something tolerated or suspicious. */
export interface AghWarning {
  readonly code: AghWarningCode;
  readonly message: string;
  /** Where in the message, when it has a place. */
  readonly pointer?: string | undefined;
}

/** What the steps hand on; each writes only what it read. The memory outlives it. */
export interface AghWork {
  readonly settings: AghSettings;
  readonly memory: AghMemory;
  readonly input: AghInput;
  readonly warnings: AghWarning[];
  /** The dialect whose steps it passes; that of the file until the text is a JSON object. */
  judgedAs: AghDialect;
  /** Null until the text is a JSON object. */
  record: JsonObject | null;
  /** Null until it is one of the seven. */
  kind: AghKind | null;
  /** Null until the envelope passed the grammar. */
  message: AghMessage | null;
  lifecycle: AghInteractionState | null;
  badge: 'accepted' | null;
}

/** Adds a warning; the message contains no text of the content. */
export function warn(work: AghWork, code: AghWarningCode, message: string, pointer?: string): void {
  work.warnings.push(pointer === undefined ? { code, message } : { code, message, pointer });
}

// The form of a step.

/** The step has nothing to object to. */
interface AghPassed {
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
  return rejected('malformed', countOf(details.length, 'violation'), details);
}

/** The value of an own key when it is an integer from 0 on, or null. */
export function ownSeconds(record: JsonObject, key: string): number | null {
  const value = ownValue(record, key);
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
}

/** White space as the reference trims it: Unicode White_Space, which is not quite what `String.trim` takes away. */
const SPACE = '[\\t-\\r\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const IS_SPACE = new RegExp(SPACE);

/** The text without white space at both ends. O(length). */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && IS_SPACE.test(text.charAt(start))) start++;
  while (end > start && IS_SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Words of AGH Network v0 that only the acceptor says; kinds, reasons and warnings are those of the protocol. */

export type AghStatus = 'accepted' | 'rejected' | 'duplicate' | 'ignored';

/** States of an interaction; `unopened` is ours, for a lane whose opener is not in the file (agh 5). */
export type AghInteractionState =
  | 'submitted'
  | 'working'
  | 'needs_input'
  | 'completed'
  | 'failed'
  | 'canceled'
  | 'unopened';
