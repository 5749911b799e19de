/** One message on its way through the steps, and what outlives it. */
import { countOf, type JsonObject, ownValue } from '@openwop-inspector/base';
import type { AghDialect, AghKind, AghReasonCode, AghWarningCode } from '@openwop-inspector/protocol';

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
  readonly pointer?: string;
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

const passing =
  (verdict: AghPassed['verdict']) =>
  (note: string): AghPassed => ({ verdict, note });

export const passed = passing('passed');
export const skipped = passing('skipped');
/** What the step checks against is not known; nothing is refused for that. */
export const unchecked = passing('unchecked');

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

/** The context with every default filled in. */
export type AghSettings = Readonly<ReturnType<typeof settingsOf>>;

/** Key of a pair of names; no two pairs share one. */
export function pairKey(first: string, second: string): string {
  return JSON.stringify([first, second]);
}

export function settingsOf(context: AghContext) {
  const { now, clock, maxReplayAge, localPeers, mode, options, dialect, isMixed } = context;
  const age = maxReplayAge ?? 0;
  return {
    /** Unix seconds, or null for the replay clock. */
    fixedNow: clock === 'replay' ? null : (now ?? null),
    // As the reference does, an age of nothing is read as not set.
    // Seconds (agh 3).
    maxReplayAge: age > 0 ? age : 300,
    /** Keys of `pairKey`, or null when the local peers are unknown. */
    localPeers: localPeers ? new Set(localPeers.map(({ channel, peer }) => pairKey(channel, peer))) : null,
    isViewer: mode === 'viewer',
    warnsOfUnknownKeys: options?.unknownKeys === 'warn',
    followsDiagram: options?.lifecycle === 'diagram',
    /** The dialect of the file, and whether a message that shows another is judged by its own. */
    dialect: dialect ?? 'seed',
    isMixed: isMixed === true,
  };
}

/** What the AGH acceptor is given about the receiver of the messages (agh 2). */

/** A peer of this side, in one channel. */
export interface AghPeer {
  readonly channel: string;
  readonly peer: string;
}

/** Optional interpretations of the text. */
export interface AghOptions {
  /** Top-level keys unknown to the seed: `refuse` (the seed) unless given, `warn` preserves them (agh 1.1). */
  readonly unknownKeys?: 'refuse' | 'warn' | undefined;
  /**
   * Effect of an accepted receipt on a submitted interaction: nothing (`code`, unless given), or on to working as in
   * the diagram of the documentation (`diagram`) (agh 5).
   */
  readonly lifecycle?: 'code' | 'diagram' | undefined;
}

/** The whole context. Every member may be absent; `null` means absent. */
export interface AghContext {
  /** Unix seconds; only the fixed clock reads it. The acceptor has no clock of its own. */
  readonly now?: number | null | undefined;
  /**
   * `fixed` is always `now`. `replay` is the newest `ts` so far, the message at hand included, so that an old
   * recording is not expired as a whole (agh 2). Fixed unless given; without `now` it is the replay clock.
   */
  readonly clock?: 'fixed' | 'replay' | null | undefined;
  /** Seconds that a message without `expires_at` stays fresh, and that a `ts` may lie ahead; 300 unless given. */
  readonly maxReplayAge?: number | null | undefined;
  /** Peers of this side; absent means unknown, and then routing is not checked and no receipt is made. */
  readonly localPeers?: readonly AghPeer[] | null | undefined;
  /** `router` unless given; in `viewer` a trace without an opener opens the lane `unopened` (agh 5). */
  readonly mode?: 'router' | 'viewer' | null | undefined;
  readonly options?: AghOptions | null | undefined;
  /** The dialect of the messages, `seed` unless given; `AghDialects` counts that of a file (agh 9.1). */
  readonly dialect?: AghDialect | null | undefined;
  /** Messages that show a dialect are judged by that one. */
  readonly isMixed?: boolean | null | undefined;
}
