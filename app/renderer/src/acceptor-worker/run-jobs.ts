/**
 * The jobs of the acceptor's worker. It runs one trial at a time, stores nothing between them, and can be ended at any
 * moment: a schema of a user or a host may block it for ever. Each job is declared here alone: the client in the window
 * takes its input and its result from the handler.
 */
import {
  type AcceptContext,
  type AcceptResult,
  createAcceptor,
  type EnvelopePlace,
  type HostDeclaration,
  isRefusal,
  marksOf,
  type Profile,
  parseJsonText,
  placedViolations,
  placeOfResult,
  type SchemaCompiler,
  type Secret,
} from '@openwop-inspector/acceptor-core';
import {
  createSchemaCompiler,
  withoutKinds,
  withWatch,
} from '@openwop-inspector/acceptor-core/foreign-schemas';
import {
  type AuditedEnvelope,
  auditEnvelope,
  type FindingGroup,
  FindingGroups,
  type JudgedEvidence,
  judgeEvidence,
  takeDiscovery,
  takeSchemas,
} from '@openwop-inspector/audit';
import { ownString } from '@openwop-inspector/base';
import { reasonsText, violationMessage } from '@openwop-inspector/protocol';
import type { ResumeCheck } from '@openwop-inspector/renderers';
import type { EnvelopeEvidence } from '@openwop-inspector/run-log';
import { findNodeAtLocation } from 'jsonc-parser';
import { emissionOf, masked } from '../features/acceptor/json-text.ts';
import { endingRow } from '../features/acceptor/step-walk.ts';
import { type RepairedText, type RepairParts, repairedText } from './repaired-text.ts';
import { simulateDiscovery, simulateGate, simulateTurn } from './simulations.ts';

/** What is tried: a text as a model would write it, or JSON, and the context for the acceptor. */
interface Trial {
  readonly text: string;
  readonly context: AcceptContext;
}

/** A declaration of a host under the name that the user gave it. */
export interface SavedHost {
  readonly name: string;
  readonly host: HostDeclaration;
}

/** One envelope of a text in a line. */
export type ResultLine = ReturnType<typeof lineOf>;

/** A repair that has been tried, and what becomes of the repaired envelope. */
export interface TriedRepair extends Omit<RepairedText, 'result'> {
  readonly outcome: ResultLine;
}

export type RunAnswer = ReturnType<typeof run>;

export type ProfileAnswer = ReturnType<typeof profiles>[number];

export type HostAnswer = ReturnType<typeof hosts>[number];

/** The envelope number `at` of a text. */
interface PlacedTrial extends Trial {
  readonly at: number;
}
interface SavedHosts {
  readonly hosts: readonly SavedHost[];
}
/** Envelopes of a log. */
interface Evidence {
  readonly evidence: readonly EnvelopeEvidence[];
}
/** What a host publishes, with the names of its files; null for what it does not. */
interface Published {
  readonly discovery: { readonly file: string; readonly document: unknown } | null;
  readonly schemas: { readonly file: string; readonly schemas: Readonly<Record<string, unknown>> } | null;
}
interface Document {
  readonly text: string;
}

/** Longest kind that is taken from a text, in UTF-16 units. */
const MAX_TYPE = 200;

const micros = (): number => performance.now() * 1000;

const PROFILES: readonly Profile[] = ['lenient', 'strict', 'reference'];

function run(input: Trial & { readonly at: number | null }, compile: SchemaCompiler) {
  const { text, context } = input;
  const { results, warnings, micros } = tryText(text, context, compile);
  const at = chosenAt(results, input.at);
  const result = results[at];
  if (result === undefined) throw new Error('the acceptor gave no result');
  const place = placeOfResult(text, results, at);
  const lines = results.map(lineOf);
  const line = lines[at];
  const syntax = result.step === 'parse' && !text.includes('```') ? parseJsonText(text) : null;
  if (line !== undefined && place !== null) lines[at] = withWrittenType(line, place, context.secrets ?? []);
  return {
    /** Every envelope that was found, in order; one line of refusal when there was none. */
    lines,
    /** Which of them `result` is. */
    at,
    result,
    /** Warnings that belong to the text as a whole. */
    textWarnings: warnings,
    /** The place where the text stops being JSON; null for JSON. */
    syntax: syntax?.ok === false ? syntax : null,
    marks: place === null ? [] : marksOf(place, result),
    /** What refused it, in the order of the text, with lines and columns of the text. */
    violations: isRefusal(result) ? placedViolations(text, TEXT_START, results, at, context) : [],
    repair:
      place === null || !isRefusal(result) || at > MAX_BEFORE
        ? null
        : triedRepair({ text, context, place, before: valuesBefore(text, results, at), compile }),
    /** Time of the acceptor alone, in microseconds. */
    micros,
    bytes: new TextEncoder().encode(text).length,
  };
}

const TEXT_START = { line: 1, column: 1 };

function triedRepair(parts: RepairParts): TriedRepair | null {
  const repaired = repairedText(parts);
  if (repaired === null) return null;
  const { result, ...repair } = repaired;
  return { ...repair, outcome: lineOf(result) };
}

/** Envelopes before the one to be repaired that are run again for each try. */
const MAX_BEFORE = 20;

function valuesBefore(text: string, results: readonly AcceptResult[], at: number): readonly unknown[] {
  return Array.from({ length: at }, (_, earlier) => {
    const place = placeOfResult(text, results, earlier);
    if (place === null) return null;
    return JSON.parse(text.slice(place.start, place.start + place.length));
  });
}

function profiles(input: PlacedTrial, compile: SchemaCompiler) {
  return PROFILES.flatMap((profile) => {
    const result = resultAt(input, { profile }, compile);
    return result === null ? [] : [{ profile, result }];
  });
}

function hosts(input: PlacedTrial & SavedHosts, compile: SchemaCompiler) {
  return input.hosts.flatMap(({ name, host }) => {
    const result = resultAt(input, { host }, compile);
    if (result === null) return [];
    return [{ name, outcome: lineOf(result), note: endingRow(result)?.note ?? '' }];
  });
}

function published({ discovery, schemas }: Published): readonly FindingGroup[] {
  const groups = new FindingGroups();
  if (discovery !== null) takeDiscovery(discovery.document, discovery.file, groups);
  if (schemas !== null) takeSchemas(schemas.schemas, schemas.file, groups);
  return groups.all();
}

function audit(
  { evidence, context: given }: Evidence & { readonly context: AcceptContext },
  compile: SchemaCompiler,
): readonly AuditedEnvelope[] {
  return evidence.flatMap((one) => {
    const audited = auditEnvelope(one, given, (context) => createAcceptor(context, { compile }));
    return audited === null ? [] : [audited];
  });
}

function portability(
  { evidence, hosts: saved }: Evidence & SavedHosts,
  compile: SchemaCompiler,
): readonly JudgedEvidence[] {
  const parts = {
    hosts: saved.map(({ host }) => host),
    given: {},
    acceptorOf: (context: AcceptContext) => createAcceptor(context, { compile }),
  };
  return evidence.flatMap((one) => judgeEvidence(one, parts) ?? []);
}

/** Violations that are displayed. */
const MAX_DISPLAYED = 20;

function check(
  { schema, value }: { readonly schema: unknown; readonly value: unknown },
  compile: SchemaCompiler,
): ResumeCheck {
  const compiled = compile('resumeSchema', schema);
  const errors = compiled.known ? compiled.value(value) : compiled;
  if (!errors.known) return { kind: 'not-checked', why: `Why: ${reasonsText(errors.reasons)}.` };
  if (errors.value.length === 0) return { kind: 'satisfied' };
  const details = errors.value.slice(0, MAX_DISPLAYED).map((error) => ({
    pointer: error.instancePath,
    message: violationMessage(error),
  }));
  return { kind: 'violated', details };
}

/** Runs a text in a fresh acceptor, with the steps and what the later ones would have said. At least one result. */
function tryText(text: string, context: AcceptContext, compile: SchemaCompiler) {
  const acceptor = createAcceptor(context, { compile, micros, trace: true, whatIf: true });
  const startedAt = micros();
  const results = acceptor.accept(emissionOf(text));
  return { results, warnings: acceptor.warnings, micros: micros() - startedAt };
}

/** The selected envelope: the requested one, else the first that is not accepted, else the first. */
function chosenAt(results: readonly AcceptResult[], at: number | null): number {
  if (at !== null && at < results.length) return at;
  return Math.max(
    0,
    results.findIndex(({ status }) => status !== 'accepted'),
  );
}

/** The result of one envelope of a trial under another context; null when the text contains fewer then. */
function resultAt(
  trial: PlacedTrial,
  change: Partial<AcceptContext>,
  compile: SchemaCompiler,
): AcceptResult | null {
  const { results } = tryText(trial.text, { ...trial.context, ...change }, compile);
  return results[trial.at] ?? results[0] ?? null;
}

/** A result in a line. Names come from the redacted envelope. */
function lineOf(result: AcceptResult) {
  return {
    envelopeId: ownString(result.recorded, 'envelopeId'),
    type: ownString(result.recorded, 'type'),
    status: result.status,
    code: result.code,
    step: result.step,
    events: result.events.length,
    redactionCount: result.redactionCount,
  };
}

/**
 * The line with the kind as it is written in the text, where the acceptor recorded none: an envelope that is refused
 * before its kind is checked has one all the same.
 */
function withWrittenType(line: ResultLine, { node }: EnvelopePlace, secrets: readonly Secret[]): ResultLine {
  if (line.type !== null) return line;
  const type: unknown = findNodeAtLocation(node, ['type'])?.value;
  return typeof type === 'string' ? { ...line, type: masked(type, secrets).slice(0, MAX_TYPE) } : line;
}

const jobs = {
  /** Runs the text. `at` chooses the envelope whose steps are given; null takes the first that is not accepted. */
  run,
  /** The same envelope under each profile. */
  profiles,
  /** The same envelope against each declaration. */
  hosts,
  /**
   * Envelopes of a log with what their host recorded; events not related to an envelope are omitted. `context` takes
   * precedence over the log: the host's declarations and schemas.
   */
  audit,
  /** Envelopes of a log at each of these hosts, without what is of the host that recorded them. */
  portability,
  /** What is wrong with a discovery document and with schemas, as findings of an audit. */
  published,
  /** A turn of a model, as `dispatch` takes it (acceptor 5). */
  turn: ({ text }: Document, compile: SchemaCompiler) => simulateTurn(text, compile),
  /** A question to the model-capability gate, as `gate` takes it (acceptor 5.1). */
  gate: ({ text }: Document) => simulateGate(text),
  /** A discovery document, as `discovery` takes it (bundles 5.2). */
  discovery: ({ text }: Document) => simulateDiscovery(text),
  /** Whether a value satisfies a schema of a host. Words of the schema only, never of the value. */
  check,
};

export type AcceptorJob = keyof typeof jobs;

export type AcceptorInput<N extends AcceptorJob> = Parameters<(typeof jobs)[N]>[0];
export type AcceptorResult<N extends AcceptorJob> = ReturnType<(typeof jobs)[N]>;

/** The jobs, all called in one way. */
const runners: {
  readonly [N in AcceptorJob]: (input: AcceptorInput<N>, compile: SchemaCompiler) => AcceptorResult<N>;
} = jobs;

/** Kinds whose schema was running when a worker had to be ended, and after which time. */
export interface EndedKinds {
  readonly kinds: readonly string[];
  readonly limitMs: number;
}

/** Window to worker. */
export interface AcceptorRequest<N extends AcceptorJob = AcceptorJob> {
  readonly id: number;
  readonly job: N;
  readonly input: AcceptorInput<N>;
  /** Given when the same question ended a worker before: the checks of these kinds are stopped and not run again. */
  readonly ended?: EndedKinds;
}

/**
 * Carries out a request that has been checked. `started` is called with the kind whose foreign schema runs, so that
 * the caller, who may end this worker, knows its last step.
 */
export function runJob<N extends AcceptorJob>(
  { job, input, ended }: AcceptorRequest<N>,
  started: (kind: string | null) => void = () => undefined,
): AcceptorResult<N> {
  const compile = withWatch(createSchemaCompiler(), started);
  const stored = ended === undefined ? compile : withoutKinds(compile, new Set(ended.kinds), ended.limitMs);
  return runners[job](input, stored);
}
