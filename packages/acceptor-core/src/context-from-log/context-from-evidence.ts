/** The context of an envelope, rebuilt from its log (acceptor 8), with the source of each field. */
import { PUBLISHED_KINDS } from '@openwop-inspector/protocol';
import type { AcceptContext } from '../accept-context.ts';
import { type AssumedSchema, assumedSchema } from './assumed-schema.ts';
import { type EnvelopeFromLog, envelopeFromEvidence } from './envelope-from-evidence.ts';
import type { LogEvent, LogEvidence } from './evidence.ts';
import { type HostRecorded, hostRecordedIn } from './host-recorded.ts';
import { type Provenance, provenanceOf } from './provenance.ts';
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
  const hostRecorded = hostRecordedIn(evidence);
  const host = rebuildHost(evidence);
  const now = clockOf(evidence)?.timestamp ?? null;
  const envelope = envelopeFromEvidence({ evidence, hostRecorded, host: host.value, now });
  const type = envelope?.type ?? null;
  // What the host complained about, as a schema of the kind; none for a kind with a published one.
  const isForeign = type !== null && envelope?.isSkeleton !== true && !PUBLISHED_KINDS.includes(type);
  const assumed = isForeign ? assumedSchema(evidence.recorded) : null;
  const contract = rebuildContract(evidence);
  const acceptances = acceptancesIn(evidence.accepted);
  const counters = rebuildCounters(evidence, acceptances);
  const trust = rebuildTrust(evidence, envelope?.tag ?? null);
  const interrupt = rebuildInterrupt(evidence);
  const prior = rebuildPrior(evidence, acceptances);
  const { runId, nodeId } = evidence;
  return {
    context: {
      ...(runId === null ? {} : { runId }),
      ...(nodeId === null ? {} : { nodeId }),
      ...(now === null ? {} : { now }),
      ...(Object.keys(host.value).length === 0 ? {} : { host: host.value }),
      ...(type === null || assumed === null ? {} : { schemas: Object.fromEntries([[type, assumed.schema]]) }),
      ...(contract.value === null ? {} : { contract: contract.value }),
      ...(Object.keys(counters.value).length === 0 ? {} : { counters: counters.value }),
      ...(trust.value === null ? {} : { trustBoundary: trust.value }),
      ...(interrupt.value === null ? {} : { boundInterruptKind: interrupt.value }),
      ...(prior.value.length === 0 ? {} : { prior: prior.value }),
    },
    provenance: [
      ...placeRows(evidence, now),
      ...host.provenance,
      schemasRow(type, assumed),
      ...contract.provenance,
      ...counters.provenance,
      ...trust.provenance,
      ...interrupt.provenance,
      ...prior.provenance,
      provenanceOf('secrets', 'unknown', NO_SECRETS),
      provenanceOf('profile', 'assumed', profileNote(evidence)),
    ],
    envelope,
    hostRecorded,
  };
}

const NO_SECRETS = 'A log does not hold the secrets of its run; add them to see the redaction';

function placeRows(evidence: LogEvidence, now: string | null): Provenance[] {
  const { subject, runId, nodeId } = evidence;
  const row = (field: string, value: string | null, lack: string, source: string, from: LogEvent | null) =>
    value === null ? provenanceOf(field, 'unknown', lack) : provenanceOf(field, 'known', source, [from]);
  const clock = 'Time of the first event that the host recorded for it';
  return [
    row('runId', runId, 'The file holds no event of the envelope', 'Run of the event', subject),
    row('nodeId', nodeId, 'The event names no node', 'Node of the event', subject),
    row('now', now, 'No event of the envelope has a time', clock, clockOf(evidence)),
  ];
}

/** The event whose time is that of the envelope; null where there is none. */
function clockOf({ recorded, subject }: LogEvidence): LogEvent | null {
  return recorded[0] ?? subject;
}

function schemasRow(type: string | null, assumed: AssumedSchema | null): Provenance {
  if (type !== null && PUBLISHED_KINDS.includes(type))
    return provenanceOf('schemas', 'known', `${type} has a published schema`);
  if (assumed !== null) {
    const note = `Only what the host complained about, the real schema says more: ${assumed.words}`;
    return provenanceOf('schemas', 'assumed', note, assumed.from);
  }
  const whose = type === null ? 'of the kind' : `of ${type}`;
  const note = `A log holds no schema ${whose}; its payload is not checked until one is added`;
  return provenanceOf('schemas', 'unknown', note);
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
function over<T extends object>(
  rebuilt: T | null | undefined,
  given: T | null | undefined,
): T | null | undefined {
  if (given === undefined) return rebuilt;
  if (given === null || rebuilt === null || rebuilt === undefined) return given;
  return { ...rebuilt, ...given };
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
