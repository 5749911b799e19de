/**
 * Ids of the protocol as branded strings, so that a run id cannot be handed over where an event id is meant.
 *
 * Every id is opaque and compared exactly, case-sensitively. The constructors check length only, in code points
 * (run-events 1, envelope 2); they never trim or fold. An id outside its limits answers `null`: readers keep such
 * text as plain text and report it, they do not repair it.
 */
declare const idOf: unique symbol;
type Id<Name extends string> = string & { readonly [idOf]: Name };

/** Names one run of one host; 1 to 128 characters. */
export type RunId = Id<'runId'>;
/** Names one event for good; 1 to 128 characters, unique over all runs of a host. */
export type EventId = Id<'eventId'>;
/** Names a node of a workflow, unique inside its run; 1 to 128 characters. */
export type NodeId = Id<'nodeId'>;
/** Deduplication and causation key of an envelope, unique inside its run; 1 to 128 characters. */
export type CorrelationId = Id<'correlationId'>;
/** Names one envelope; 1 to 128 characters. Never used to match causes. */
export type EnvelopeId = Id<'envelopeId'>;
/** Cause named by an event; 1 to 128 characters. Resolved by run-events 4.2. */
export type CausationId = Id<'causationId'>;

declare const ordinalOf: unique symbol;
/** Number of a stored event in order of arrival, counted from 0 and stable for the life of a session. */
export type Ordinal = number & { readonly [ordinalOf]: 'ordinal' };

/** Longest id in code points that the protocol allows. */
export const MAX_ID_LENGTH = 128;

/** An id of this name, or null when the value is not a string of 1 to 128 characters. */
function idOrNull<Named extends Id<string>>(value: unknown): Named | null {
  return hasIdLength(value) ? (value as Named) : null;
}

export const runId = idOrNull<RunId>;
export const eventId = idOrNull<EventId>;
export const nodeId = idOrNull<NodeId>;
export const correlationId = idOrNull<CorrelationId>;
export const envelopeId = idOrNull<EnvelopeId>;
export const causationId = idOrNull<CausationId>;

/** An ordinal, or null when the value is not an integer from 0 to 2^53 - 1. */
export function ordinal(value: unknown): Ordinal | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as Ordinal) : null;
}

function hasIdLength(value: unknown): value is string {
  if (typeof value !== 'string' || value === '') return false;
  // A code point takes one or two UTF-16 units, so only lengths between the two bounds need counting.
  if (value.length <= MAX_ID_LENGTH) return true;
  return value.length <= 2 * MAX_ID_LENGTH && [...value].length <= MAX_ID_LENGTH;
}
