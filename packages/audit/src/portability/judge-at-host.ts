/** The envelopes of logs and files at hosts that never met them, by what those declare: accepted, refused, or not known. */
import {
  type AcceptContext,
  type AcceptResult,
  contextFromEvidence,
  type Emission,
  type EnvelopeFromLog,
  type HostDeclaration,
  isRefusal,
  type Limits,
  LOOKS_AT_VALUES,
  MASKED,
  MEMBERS,
  type MissingInput,
  notReconstructable,
  type PlacedEmission,
  parseJsonText,
  readHostDeclaration,
  UNCHECKED,
} from '@openwop-inspector/acceptor-core';
import { addTo, childAt, isRecord, ownString } from '@openwop-inspector/base';
import { reasonsText } from '@openwop-inspector/protocol';
import { type EnvelopeEvidence, type LoadedLog, Turns } from '@openwop-inspector/run-log';
import { MAX_ENVELOPES } from '../audit-pass.ts';
import type { AcceptorOf } from '../audited-envelope.ts';
import { evidencePage } from '../evidence-pages.ts';
import type { Decider, PortabilityGrid, PortableVerdict } from './portability-grid.ts';

/** An envelope without the host that it was recorded at. */
interface PortableEnvelope {
  readonly type: string;
  readonly emission: Emission;
  /** Run, node, contract, counters and clock; nothing of a host. */
  readonly context: AcceptContext;
  /** Null for an envelope that is whole in a file. */
  readonly log: EnvelopeFromLog | null;
  /** What a verdict would need and the log does not hold. */
  readonly lacks: readonly MissingInput[];
}

/** Words for an envelope whose kind cannot be read. */
const NO_KIND = '(no kind)';

/**
 * The emission that the evidence is about; null when it has nothing to do with an envelope. Of the context only run,
 * node, clock, contract, counters and trust travel: kinds, versions, limits and schemas are those of a host, and what was accepted
 * before was accepted there. Pure.
 */
export function portableFromEvidence(evidence: EnvelopeEvidence): PortableEnvelope | null {
  const log = contextFromEvidence(evidence);
  const { envelope, hostRecorded } = log;
  if (envelope === null) return null;
  const { host: _host, schemas: _schemas, prior: _prior, log: _log, ...context } = log.context;
  const missing = notReconstructable({ envelope, hostRecorded: null });
  return {
    type: envelope.type ?? hostRecorded?.envelopeType ?? NO_KIND,
    emission: { text: envelope.text },
    context,
    log: envelope,
    lacks: missing === null ? [] : missing.missing.map((member) => MEMBERS[member]),
  };
}

/** Runs the acceptor once with what the host declares and what the user gives next to it, such as schemas. */
function judgeAtHost(
  envelope: PortableEnvelope,
  host: HostDeclaration,
  given: AcceptContext,
  acceptorOf: AcceptorOf,
): PortableVerdict {
  // A host that takes no envelopes takes none of any kind.
  if (envelope.lacks.includes(MEMBERS.type) && host.aiEnvelope !== false)
    return unknown('stopped', '', envelope.lacks);
  const context = { ...envelope.context, ...given, host };
  const results = acceptorOf(context).accept(envelope.emission);
  const [result] = results;
  if (result === undefined)
    return unknown('parse', 'no envelope is found in it', [
      { what: 'an envelope in what was written', record: '' },
    ]);
  return isRefusal(result) ? refusedOr(envelope, result) : acceptedOr(envelope, result, host);
}

/** Steps that look at the host, the run and the kind: whatever the payload is, it would be refused there or before. */
const NEEDS_KIND_ALONE: ReadonlySet<string> = new Set(['capability', 'kind', 'contract', 'limits']);

/** A refusal for something that was put in, or masked, is none of what was written. */
function refusedOr({ log, lacks }: PortableEnvelope, result: AcceptResult): PortableVerdict {
  const { step } = result;
  const { clause, note } = decidingRow(result);
  if (log !== null && !NEEDS_KIND_ALONE.has(step)) {
    if (lacks.length > 0) return unknown(step, note, lacks);
    if (step === 'shape' && log.missing.includes('meta')) return unknown(step, note, [MEMBERS.meta]);
    if (step === 'schema-version' && log.missing.includes('schemaVersion'))
      return unknown(step, note, [MEMBERS.schemaVersion]);
    if (log.masked > 0 && LOOKS_AT_VALUES.has(step)) return unknown(step, note, [MASKED]);
  }
  return { answer: 'refused', step, decides: deciderOf(result), clause, note, missing: [] };
}

function acceptedOr(
  { log, lacks, type }: PortableEnvelope,
  result: AcceptResult,
  host: HostDeclaration,
): PortableVerdict {
  const { step, status, trace } = result;
  if (status === 'stopped')
    return unknown(step, reasonsText(result.reasons), [
      { what: `a check that was stopped: ${reasonsText(result.reasons)}`, record: '' },
    ]);
  if (status !== 'accepted')
    return unknown(step, decidingRow(result).note, [{ what: 'the parts that follow', record: '' }]);
  const unchecked = trace.filter(({ verdict, hypothetical }) => verdict === 'unchecked' && !hypothetical);
  const open = [
    ...undeclaredFor(type, host),
    ...unchecked.map(({ step: id, note }) => ({
      step: id,
      missing: UNCHECKED[id] ?? { what: note, record: '' },
    })),
    ...lacks.map((missing) => ({ step: 'payload' as const, missing })),
    // In v2 that of a kind which is not listed is 0 (acceptor 3.4).
    ...(host.schemaVersions !== undefined &&
    (host.major === 2 || Object.hasOwn(host.schemaVersions, type)) &&
    log?.missing.includes('schemaVersion') === true
      ? [{ step: 'schema-version' as const, missing: MEMBERS.schemaVersion }]
      : []),
    ...(log !== null && log.masked > 0 ? [{ step: 'payload' as const, missing: MASKED }] : []),
  ];
  const [first] = open;
  if (first !== undefined)
    return unknown(
      first.step,
      'nothing refuses it as far as is known',
      open.map(({ missing }) => missing),
    );
  const { clause, note } = decidingRow(result);
  return { answer: 'accepted', step, decides: null, clause, note, missing: [] };
}

const unknown = (
  step: PortableVerdict['step'],
  note: string,
  missing: readonly MissingInput[],
): PortableVerdict => ({ answer: 'unknown', step, decides: null, clause: '', note, missing });

function decidingRow({ trace }: AcceptResult): { readonly clause: string; readonly note: string } {
  const row = trace.find(({ verdict, hypothetical }) => verdict === 'decided' && !hypothetical);
  return { clause: row?.clause ?? '', note: row?.note ?? '' };
}

const DECIDERS: Readonly<Partial<Record<string, Decider>>> = {
  capability: 'capability',
  kind: 'kind',
  'schema-version': 'version',
  payload: 'schema',
  contract: 'contract',
  limits: 'limit',
};

/** S7 also holds the version of the catalogue, the requested kind, and the size of inline media. */
function deciderOf({ step, code, outcome }: AcceptResult): Decider {
  if (code === 'unknown_schema_version') return 'version';
  if (code === 'unknown_envelope_kind') return 'kind';
  if (outcome?.details?.some(({ keyword }) => keyword === 'maxInlineMediaBytes') === true) return 'limit';
  return DECIDERS[step] ?? 'envelope';
}

/** Hosts that are inspected. */
export const MAX_HOSTS = 50;

/** A discovery document, read. `own` is the name that the host gives itself. */
export type ReadDeclaration = NonNullable<ReturnType<typeof readDeclaration>>;

/** A host by what it declares. */
export interface DeclaredHost {
  /** Its own name; with the file where several have the same, the file alone where it has none. */
  readonly name: string;
  readonly file: string;
  readonly declaration: HostDeclaration;
}

/** Null for a document that says nothing of envelopes. */
export function readDeclaration(file: string, document: unknown) {
  const declaration = readHostDeclaration(document);
  if (declaration === null) return null;
  const own = ownString(childAt(document, 'implementation'), 'name');
  return { file, declaration, own: own === '' ? null : own };
}

/** Names that several declarations give their host, with the files of each. */
export function sharedNames(
  read: readonly ReadDeclaration[],
): readonly (readonly [name: string, files: readonly string[]])[] {
  const byName = new Map<string, string[]>();
  for (const { own, file } of read) if (own !== null) addTo(byName, own, file);
  return [...byName].filter(([, files]) => files.length > 1);
}

/** In the order in which they were read. */
export function declaredHosts(read: readonly ReadDeclaration[]): readonly DeclaredHost[] {
  const shared = new Set(sharedNames(read).map(([name]) => name));
  return read.map(({ own, file, declaration }) => ({
    name: own === null ? file : shared.has(own) ? `${own} (${file})` : own,
    file,
    declaration,
  }));
}

/**
 * Steps that passed since nothing was declared for them. An absent limit does not limit in the acceptor (acceptor 4), yet a declaration must hold it (envelope 9), so that its
 * absence says nothing. Members with a default of the specification (strictness, inline media) are no question.
 */
function undeclaredFor(kind: string, host: HostDeclaration) {
  const { aiEnvelope, limits, schemaResponsePolicy, supportedEnvelopes } = host;
  const uncapped = limitsOf(kind, schemaResponsePolicy).filter((name) => limits?.[name] === undefined);
  const open = uncapped.map((name) => ({
    step: 'limits' as const,
    missing: { what: `the limit ${name}`, record: `limits.${name} of its discovery document` },
  }));
  if (aiEnvelope !== undefined || supportedEnvelopes !== undefined) return open;
  const what = 'whether the host takes envelopes';
  const record = 'supportedEnvelopes or aiEnvelope of its discovery document';
  return [{ step: 'capability' as const, missing: { what, record } }, ...open];
}

/** The limits that one more envelope of the kind counts for (acceptor 4). */
function limitsOf(kind: string, policy: HostDeclaration['schemaResponsePolicy']): readonly (keyof Limits)[] {
  if (kind === 'clarification.request') return ['clarificationRounds', 'envelopesPerTurn'];
  if (kind === 'schema.request') return ['schemaRounds', 'envelopesPerTurn'];
  return kind === 'schema.response' && policy !== 'counted' ? [] : ['envelopesPerTurn'];
}

/** Envelopes read at a time. */
const PAGE = 200;

/** What envelopes are compared with, and how. */
export interface PortabilityParts {
  readonly hosts: readonly HostDeclaration[];
  /** What is known next to the declarations, such as schemas; its `host` is not inspected. */
  readonly given: AcceptContext;
  readonly acceptorOf: AcceptorOf;
  readonly grid: PortabilityGrid;
  /** As the log or the file is named. */
  readonly file: string;
  /** Called between envelopes; others have had their turn. True stops it. */
  readonly onProgress: (done: number, total: number) => boolean;
}

type JudgeParts = Pick<PortabilityParts, 'hosts' | 'given' | 'acceptorOf'>;

/** How far it went: envelopes that were not inspected, beyond the limit or behind a stop. */
type PortabilityEnd = Awaited<ReturnType<typeof filePortability>>;

/** One emission of a log: its kind, its place, and what each host would say of it. Plain data. */
export type JudgedEvidence = NonNullable<ReturnType<typeof judgeEvidence>>;

/** Null when the evidence has nothing to do with an envelope. Cost: one run of the acceptor for each host. */
export function judgeEvidence(evidence: EnvelopeEvidence, parts: JudgeParts) {
  const envelope = portableFromEvidence(evidence);
  if (envelope === null) return null;
  const { runId, correlationId, recorded, subject } = evidence;
  const first = recorded[0] ?? subject;
  return {
    kind: envelope.type,
    place: {
      runId,
      correlationId,
      line: null,
      sequence: first?.sequence ?? null,
      eventId: first?.eventId ?? null,
    },
    /** In the order of the hosts. */
    verdicts: verdictsOf(envelope, parts),
  };
}

/** Each emission of the log once. O(events + envelopes × hosts); others get their turn between envelopes. */
export async function logPortability(log: LoadedLog, parts: PortabilityParts): Promise<PortabilityEnd> {
  const seen = new Set<string>();
  const turns = new Turns();
  let taken = 0;
  for (let offset = 0; ; offset += PAGE) {
    const { evidence, total, isEnd } = await evidencePage(log, offset, PAGE);
    if (isEnd) return { taken, leftOut: 0 };
    for (const { key, evidence: one } of evidence) {
      const judged = seen.has(key) ? null : judgeEvidence(one, parts);
      seen.add(key);
      if (judged !== null) {
        parts.grid.take(judged.kind, { file: parts.file, ...judged.place }, judged.verdicts);
        taken++;
      }
      if (turns.areDue) await turns.rest();
      const wasStopped = parts.onProgress(taken, Math.max(total, taken));
      if (wasStopped || taken >= MAX_ENVELOPES) return { taken, leftOut: Math.max(0, total - taken) };
    }
  }
}

/** Envelopes of a file: each is judged as the first of its turn, since a file says nothing of what came before. */
export async function filePortability(emissions: readonly PlacedEmission[], parts: PortabilityParts) {
  const turns = new Turns();
  const { file } = parts;
  let taken = 0;
  for (const { emission, place: start } of emissions) {
    const value = documentOf(emission);
    const type = (isRecord(value) ? ownString(value, 'type') : null) ?? NO_KIND;
    const envelope = { type, emission, context: {}, log: null, lacks: [] };
    const correlationId = isRecord(value) ? ownString(value, 'correlationId') : null;
    const place = { file, runId: null, sequence: null, eventId: null, correlationId, line: start.line };
    parts.grid.take(type, place, verdictsOf(envelope, parts));
    taken++;
    if (turns.areDue) await turns.rest();
    if (parts.onProgress(taken, emissions.length) || taken >= MAX_ENVELOPES) break;
  }
  return { taken, leftOut: emissions.length - taken };
}

/** The envelope as a value; null for a text that is no JSON. */
export function documentOf(emission: PlacedEmission['emission']): unknown {
  if ('envelope' in emission) return emission.envelope;
  const parsed = 'text' in emission ? parseJsonText(emission.text) : null;
  return parsed?.ok === true ? parsed.value : null;
}

const verdictsOf = (envelope: PortableEnvelope, { hosts, given, acceptorOf }: JudgeParts) =>
  hosts.map((host) => judgeAtHost(envelope, host, given, acceptorOf));
