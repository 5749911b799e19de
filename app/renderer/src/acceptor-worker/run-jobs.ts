/** The jobs of the acceptor's worker. */
import type { AcceptResult, Profile } from '@openwop-inspector/acceptor-core';
import { createSchemaCompiler } from '@openwop-inspector/acceptor-core/foreign-schemas';
import type {
  AcceptorInput,
  AcceptorRequest,
  HostAnswer,
  ProfileAnswer,
  RunAnswer,
} from './acceptor-contract.ts';
import { checkValue } from './check-value.ts';
import { placeOfResult } from './envelope-place.ts';
import { syntaxProblemOf } from './json-places.ts';
import { marksOf } from './marks.ts';
import { lineOf, withWrittenType } from './result-line.ts';
import { chosenAt, resultAt, tryText } from './trials.ts';
import { triedRepair } from './tried-repair.ts';

const PROFILES: readonly Profile[] = ['lenient', 'strict', 'reference'];

/** Carries out a request that has been checked. */
export function runJob(request: AcceptorRequest): unknown {
  switch (request.job) {
    case 'run':
      return run(request.input as AcceptorInput<'run'>); // the request says so
    case 'profiles':
      return profiles(request.input as AcceptorInput<'profiles'>);
    case 'hosts':
      return hosts(request.input as AcceptorInput<'hosts'>);
    case 'check': {
      const { schema, value } = request.input as AcceptorInput<'check'>;
      return checkValue(schema, value);
    }
  }
}

function run(input: AcceptorInput<'run'>): RunAnswer {
  const { text, context } = input;
  const parts = { compile: createSchemaCompiler(), withTrace: true };
  const { results, warnings, micros } = tryText(text, context, parts);
  const at = chosenAt(results, input.at);
  const result = results[at];
  if (result === undefined) throw new Error('the acceptor gave no result');
  const place = placeOfResult(text, results, at);
  const refused = ['invalid', 'gated', 'breached'].includes(result.status);
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
    repair:
      place === null || !refused || at > MOST_BEFORE
        ? null
        : triedRepair({
            text,
            context,
            place,
            before: valuesBefore(text, results, at),
            compile: parts.compile,
          }),
    micros,
    bytes: new TextEncoder().encode(text).length,
  };
}

/** Envelopes before the one to be repaired that are run again for each try. */
const MOST_BEFORE = 20;

function valuesBefore(text: string, results: readonly AcceptResult[], at: number): readonly unknown[] {
  return Array.from({ length: at }, (_, earlier) => {
    const place = placeOfResult(text, results, earlier);
    if (place === null) return null;
    return JSON.parse(text.slice(place.start, place.start + place.length));
  });
}

function profiles(input: AcceptorInput<'profiles'>): readonly ProfileAnswer[] {
  const parts = { compile: createSchemaCompiler(), withTrace: true };
  return PROFILES.flatMap((profile) => {
    const result = resultAt(input, input.at, { profile }, parts);
    return result === null ? [] : [{ profile, result }];
  });
}

function hosts(input: AcceptorInput<'hosts'>): readonly HostAnswer[] {
  const parts = { compile: createSchemaCompiler(), withTrace: true };
  return input.hosts.flatMap(({ name, host }): readonly HostAnswer[] => {
    const result = resultAt(input, input.at, { host }, parts);
    if (result === null) return [];
    const decided = result.trace.find(({ verdict, hypothetical }) => verdict === 'decided' && !hypothetical);
    return [{ name, outcome: lineOf(result), note: decided?.note ?? '' }];
  });
}
