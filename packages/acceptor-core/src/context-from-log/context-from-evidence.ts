/** The context of an envelope, rebuilt from its log (acceptor 8), with the source of each field. */
import { PUBLISHED_KINDS } from '@openwop-inspector/protocol';
import type { AcceptContext } from '../accept-context.ts';
import { type AssumedSchema, assumedSchema } from './assumed-schema.ts';
import { type EnvelopeFromLog, envelopeFromEvidence } from './envelope-from-evidence.ts';
import type { LogEvent, LogEvidence } from './evidence.ts';
import { type HostRecorded, hostRecordedIn } from './host-recorded.ts';
import { type Provenance, provenanceOf, type Say } from './provenance.ts';
import { acceptancesIn, rebuildCounters, rebuildPrior } from './rebuild-counters.ts';
import { rebuildContract, rebuildHost, rebuildInterrupt, rebuildTrust } from './rebuild-host.ts';

/** Everything a bench needs to open from an event. */
export interface ContextFromLog {
  /** Fields of which nothing is known are absent, which means their defaults. */
  readonly context: AcceptContext;
  /** One row a field, in the order of the context, including unknown ones. */
  readonly provenance: readonly Provenance[];
  /** Null when the event has nothing to do with an envelope. */
  readonly envelope: EnvelopeFromLog | null;
  /** Null when the log has no verdict of the host on it. */
  readonly hostRecorded: HostRecorded | null;
}

/**
 * Rebuilds context, envelope and the host's verdict from a log. Pure; never throws; O(evidence). A log does not know
 * its secrets, so that nothing is redacted again: its payloads come masked.
 */
export function contextFromEvidence(evidence: LogEvidence): ContextFromLog {
  const provenance: Provenance[] = [];
  const say: Say = (...row) => {
    provenance.push(provenanceOf(...row));
  };
  const hostRecorded = hostRecordedIn(evidence);
  const now = clockOf(evidence)?.timestamp ?? null;
  sayPlace(evidence, now, say);
  const host = rebuildHost(evidence, say);
  const envelope = envelopeFromEvidence({ evidence, hostRecorded, host, now });
  const type = envelope?.type ?? null;
  // What the host complained about, as a schema of the kind; none for a kind with a published one.
  const isForeign = type !== null && envelope?.isSkeleton !== true && !PUBLISHED_KINDS.includes(type);
  const assumed = isForeign ? assumedSchema(evidence.recorded) : null;
  saySchemas(type, assumed, say);
  const acceptances = acceptancesIn(evidence.accepted);
  const context: AcceptContext = {
    runId: evidence.runId,
    nodeId: evidence.nodeId,
    now,
    host,
    schemas: type === null || assumed === null ? null : Object.fromEntries([[type, assumed.schema]]),
    contract: rebuildContract(evidence, say),
    counters: rebuildCounters(evidence, acceptances, say),
    trustBoundary: rebuildTrust(evidence, envelope?.tag ?? null, say),
    boundInterruptKind: rebuildInterrupt(evidence, say),
    prior: rebuildPrior(evidence, acceptances, say),
  };
  say('secrets', 'unknown', NO_SECRETS);
  say('profile', 'assumed', profileNote(evidence));
  const known = Object.entries(context).filter(([, value]) => !isNothing(value));
  return { context: Object.fromEntries(known), provenance, envelope, hostRecorded };
}

function isNothing(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

const NO_SECRETS = 'A log does not hold the secrets of its run; add them to see the redaction';

function sayPlace(evidence: LogEvidence, now: string | null, say: Say): void {
  const { subject, runId, nodeId } = evidence;
  const row = (field: string, value: string | null, lack: string, source: string, from: LogEvent | null) =>
    say(
      field,
      value === null ? 'unknown' : 'known',
      value === null ? lack : source,
      value === null ? [] : [from],
    );
  row('runId', runId, 'The file holds no event of the envelope', 'Run of the event', subject);
  row('nodeId', nodeId, 'The event names no node', 'Node of the event', subject);
  const clock = 'Time of the first event that the host recorded for it';
  row('now', now, 'No event of the envelope has a time', clock, clockOf(evidence));
}

/** The event whose time is that of the envelope; null where there is none. */
function clockOf({ recorded, subject }: LogEvidence): LogEvent | null {
  return recorded[0] ?? subject;
}

function saySchemas(type: string | null, assumed: AssumedSchema | null, say: Say): void {
  const whose = type === null ? 'of the kind' : `of ${type}`;
  if (type !== null && PUBLISHED_KINDS.includes(type))
    say('schemas', 'known', `${type} has a published schema`);
  else if (assumed !== null) {
    const note = `Only what the host complained about, the real schema says more: ${assumed.words}`;
    say('schemas', 'assumed', note, assumed.from);
  } else {
    const note = `A log holds no schema ${whose}; its payload is not checked until one is added`;
    say('schemas', 'unknown', note);
  }
}

function profileNote({ hostName }: LogEvidence): string {
  const who =
    hostName === null
      ? 'The log does not say how literally its host reads'
      : `${hostName}: not said how literally it reads`;
  return `${who}; lenient is the reading of the specification's prose`;
}

// A context rebuilt from a log, overridden field by field by given values.

/** A field of the context and its source; `given` is the context file or an option. */
export interface FieldStanding {
  /** As in a context file, such as `host.limits.schemaRounds`. */
  readonly field: string;
  readonly standing: Provenance['standing'] | 'given';
  /** `sequence` of the events it was read from. */
  readonly from?: readonly number[];
  readonly note: string;
}

/** Given fields go before rebuilt ones; those inside `host`, `schemas`, `counters` and `options` one by one. */
export function overriddenContext(rebuilt: AcceptContext, given: AcceptContext): AcceptContext {
  const host = over(rebuilt.host, given.host);
  const limits = over(rebuilt.host?.limits, given.host?.limits);
  return {
    ...rebuilt,
    ...given,
    host: host && limits ? { ...host, limits } : host,
    schemas: over(rebuilt.schemas, given.schemas),
    counters: over(rebuilt.counters, given.counters),
    options: over(rebuilt.options, given.options),
  };
}

/** A given null means absent, and so takes away what was rebuilt. */
function over<T extends object>(rebuilt: T | null | undefined, given: T | null | undefined) {
  if (given === undefined) return rebuilt;
  return given === null ? null : { ...rebuilt, ...given };
}

/** Returns the status of every field after the override. */
export function fieldStandings(
  provenance: readonly Provenance[],
  given: AcceptContext,
): readonly FieldStanding[] {
  return provenance.map((row) =>
    isGiven(given, row.field.split('.'))
      ? { field: row.field, standing: 'given', note: 'Given in place of what the log records' }
      : row,
  );
}

function isGiven(given: unknown, path: readonly string[]): boolean {
  const [key, ...rest] = path;
  if (key === undefined || given === null) return given !== undefined;
  if (typeof given !== 'object' || !Object.hasOwn(given, key)) return false;
  const value: unknown = Reflect.get(given, key);
  return value !== undefined && isGiven(value, rest);
}
