/** The jobs of the acceptor's worker. */

import {
  type AcceptContext,
  type AcceptResult,
  createAcceptor,
  isRefusal,
  marksOf,
  type Profile,
  placedViolations,
  placeOfResult,
  type SchemaCompiler,
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
import { unreachable } from '@openwop-inspector/base';
import { reasonsWords, violationMessage } from '@openwop-inspector/protocol';
import { endingRow } from '../model/step-walk.ts';
import type {
  AcceptorInput,
  AcceptorRequest,
  HostAnswer,
  ProfileAnswer,
  RunAnswer,
  ValueVerdict,
} from './acceptor-contract.ts';
import { lineOf, withWrittenType } from './result-line.ts';
import { simulateDiscovery, simulateGate, simulateTurn } from './simulations.ts';
import { chosenAt, resultAt, tryText } from './trials.ts';
import { triedRepair } from './tried-repair.ts';

const PROFILES: readonly Profile[] = ['lenient', 'strict', 'reference'];

/**
 * Carries out a request that has been checked. `started` hears which kind's foreign schema runs, so that whoever ends
 * this worker knows what it was at.
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
