/** The jobs of the acceptor's worker. */

import {
  type AcceptContext,
  type AcceptResult,
  type AcceptWarning,
  createAcceptor,
  type EnvelopePlace,
  isRefusal,
  marksOf,
  type PatchOperation,
  type Profile,
  placedViolations,
  placeOfResult,
  proposeRepair,
  type SchemaCompiler,
  type Secret,
  syntaxProblemOf,
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
import { isRecord, unreachable } from '@openwop-inspector/base';
import { reasonsWords, violationMessage } from '@openwop-inspector/protocol';
import { findNodeAtLocation } from 'jsonc-parser';
import { masked } from '../model/masked.ts';
import { endingRow } from '../model/step-walk.ts';
import type {
  AcceptorInput,
  AcceptorRequest,
  HostAnswer,
  ProfileAnswer,
  ResultLine,
  RunAnswer,
  Trial,
  TriedRepair,
  ValueVerdict,
} from './acceptor-contract.ts';
import { patchText } from './patch-text.ts';
import { simulateDiscovery, simulateGate, simulateTurn } from './simulations.ts';
import { emissionOf } from './text-emission.ts';

/** Longest kind that is taken from a text, in UTF-16 units. */
const MAX_TYPE = 200;

/** Longest envelope searched for a repair, in UTF-16 units, and the longest search, in ms. */
const MAX_LENGTH = 200_000;

const SEARCH_MS = 1200;

const micros = (): number => performance.now() * 1000;

const PROFILES: readonly Profile[] = ['lenient', 'strict', 'reference'];

/**
 * Carries out a request that has been checked. `started` is called with the kind whose foreign schema runs, so that
 * the caller, who may end this worker, knows its last step.
 */
export function runJob(request: AcceptorRequest, started: (kind: string | null) => void = ignore): unknown {
  const compile = compilerFor(request, started);
  switch (request.job) {
    case 'run':
      return run(request.input as AcceptorInput<'run'>, compile); // the request says so
    case 'profiles':
      return profiles(request.input as AcceptorInput<'profiles'>, compile);
    case 'hosts':
      return hosts(request.input as AcceptorInput<'hosts'>, compile);
    case 'audit':
      return audit(request.input as AcceptorInput<'audit'>, compile);
    case 'portability':
      return portability(request.input as AcceptorInput<'portability'>, compile);
    case 'published':
      return published(request.input as AcceptorInput<'published'>);
    case 'turn':
      return simulateTurn((request.input as AcceptorInput<'turn'>).text, compile);
    case 'gate':
      return simulateGate((request.input as AcceptorInput<'gate'>).text);
    case 'discovery':
      return simulateDiscovery((request.input as AcceptorInput<'discovery'>).text);
    case 'check': {
      const { schema, value } = request.input as AcceptorInput<'check'>;
      return checkValue(schema, value, compile);
    }
    default:
      return unreachable(request.job);
  }
}

function ignore(): void {}

function compilerFor({ ended }: AcceptorRequest, started: (kind: string | null) => void): SchemaCompiler {
  const compile = withWatch(createSchemaCompiler(), started);
  return ended === undefined ? compile : withoutKinds(compile, new Set(ended.kinds), ended.limitMs);
}

function run(input: AcceptorInput<'run'>, compile: SchemaCompiler): RunAnswer {
  const { text, context } = input;
  const { results, warnings, micros } = tryText(text, context, compile);
  const at = chosenAt(results, input.at);
  const result = results[at];
  if (result === undefined) throw new Error('the acceptor gave no result');
  const place = placeOfResult(text, results, at);
  return {
    lines: results.map((one, index) =>
      index === at && place !== null
        ? withWrittenType(lineOf(one), place, context.secrets ?? [])
        : lineOf(one),
    ),
    at,
    result,
    textWarnings: warnings,
    syntax: result.step === 'parse' && !text.includes('```') ? syntaxProblemOf(text) : null,
    marks: place === null ? [] : marksOf(place, result),
    violations: isRefusal(result) ? placedViolations(text, TEXT_START, results, at, context) : [],
    repair:
      place === null || !isRefusal(result) || at > MAX_BEFORE
        ? null
        : triedRepair({
            text,
            context,
            place,
            before: valuesBefore(text, results, at),
            compile,
          }),
    micros,
    bytes: new TextEncoder().encode(text).length,
  };
}

const TEXT_START = { line: 1, column: 1 };

/** Envelopes before the one to be repaired that are run again for each try. */
const MAX_BEFORE = 20;

function valuesBefore(text: string, results: readonly AcceptResult[], at: number): readonly unknown[] {
  return Array.from({ length: at }, (_, earlier) => {
    const place = placeOfResult(text, results, earlier);
    if (place === null) return null;
    return JSON.parse(text.slice(place.start, place.start + place.length));
  });
}

function profiles(input: AcceptorInput<'profiles'>, compile: SchemaCompiler): readonly ProfileAnswer[] {
  return PROFILES.flatMap((profile) => {
    const result = resultAt(input, input.at, { profile }, compile);
    return result === null ? [] : [{ profile, result }];
  });
}

function hosts(input: AcceptorInput<'hosts'>, compile: SchemaCompiler): readonly HostAnswer[] {
  return input.hosts.flatMap(({ name, host }): readonly HostAnswer[] => {
    const result = resultAt(input, input.at, { host }, compile);
    if (result === null) return [];
    return [{ name, outcome: lineOf(result), note: endingRow(result)?.note ?? '' }];
  });
}

function published({ discovery, schemas }: AcceptorInput<'published'>): readonly FindingGroup[] {
  const groups = new FindingGroups();
  if (discovery !== null) takeDiscovery(discovery.document, discovery.file, groups);
  if (schemas !== null) takeSchemas(schemas.schemas, schemas.file, groups);
  return groups.all();
}

function audit(
  { evidence, context: given }: AcceptorInput<'audit'>,
  compile: SchemaCompiler,
): readonly AuditedEnvelope[] {
  return evidence.flatMap((one) => {
    const audited = auditEnvelope(one, given, (context) => createAcceptor(context, { compile }));
    return audited === null ? [] : [audited];
  });
}

function portability(
  { evidence, hosts: saved }: AcceptorInput<'portability'>,
  compile: SchemaCompiler,
): readonly JudgedEvidence[] {
  const parts = {
    hosts: saved.map(({ host }) => host),
    given: {},
    acceptorOf: (context: AcceptContext) => createAcceptor(context, { compile }),
  };
  return evidence.flatMap((one) => judgeEvidence(one, parts) ?? []);
}

/** Violations that are shown. */
const MAX_SHOWN = 20;

/** Whether a value satisfies a schema of a host. Words of the schema only, never of the value. */
export function checkValue(schema: unknown, value: unknown, compile: SchemaCompiler): ValueVerdict {
  const compiled = compile('resumeSchema', schema);
  const errors = compiled.known ? compiled.value(value) : compiled;
  if (!errors.known) return { kind: 'not-checked', why: `Why: ${reasonsWords(errors.reasons)}.` };
  if (errors.value.length === 0) return { kind: 'satisfied' };
  const details = errors.value.slice(0, MAX_SHOWN).map((error) => ({
    pointer: error.instancePath,
    message: violationMessage(error),
  }));
  return { kind: 'violated', details };
}

/** A text that has been through the acceptor. */
interface Tried {
  readonly results: readonly AcceptResult[];
  readonly warnings: readonly AcceptWarning[];
  readonly micros: number;
}

/** Runs a text in a fresh acceptor, with the steps and what the later ones would have said. At least one result. */
function tryText(text: string, context: AcceptContext, compile: SchemaCompiler): Tried {
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
  trial: Trial,
  at: number,
  change: Partial<AcceptContext>,
  compile: SchemaCompiler,
): AcceptResult | null {
  const { results } = tryText(trial.text, { ...trial.context, ...change }, compile);
  return results[at] ?? results[0] ?? null;
}

interface RepairParts {
  readonly text: string;
  readonly context: AcceptContext;
  readonly place: EnvelopePlace;
  /** Envelopes of the text before this one, as values: they use up limits and set correlationIds. */
  readonly before: readonly unknown[];
  readonly compile: SchemaCompiler;
}

/** Looks for the smallest repair of one envelope of a text; null when there is none or none was found in time. */
function triedRepair({ text, context, place, before, compile }: RepairParts): TriedRepair | null {
  if (place.length > MAX_LENGTH) return null;
  const envelope = valueIn(text.slice(place.start, place.start + place.length));
  if (envelope === undefined) return null;
  const until = performance.now() + SEARCH_MS;
  const accept = (value: unknown): AcceptResult | null => {
    if (performance.now() > until) return null;
    const acceptor = createAcceptor(context, { compile });
    if (before.length > 0) acceptor.accept({ envelope: before });
    return acceptor.accept({ envelope: value, single: true })[0] ?? null;
  };
  const repair = proposeRepair({ envelope, context, accept });
  if (repair === null) return null;
  return {
    patch: withoutSecrets(repair.patch, context),
    reasons: repair.steps.map(({ reason }) => reason),
    text: patchText(text, place, repair.patch, repair.repaired),
    outcome: lineOf(repair.result),
  };
}

function valueIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function withoutSecrets(
  patch: readonly PatchOperation[],
  { secrets }: AcceptContext,
): readonly PatchOperation[] {
  if (!secrets?.length) return patch;
  return JSON.parse(masked(JSON.stringify(patch), secrets)) as readonly PatchOperation[]; // markers keep its form
}

/** A result in a line. Names come from the redacted envelope. */
function lineOf(result: AcceptResult): ResultLine {
  const recorded = isRecord(result.recorded) ? result.recorded : {};
  return {
    envelopeId: textOf(recorded.envelopeId),
    type: textOf(recorded.type),
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
  const type = textOf(findNodeAtLocation(node, ['type'])?.value);
  return type === null ? line : { ...line, type: masked(type, secrets).slice(0, MAX_TYPE) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
