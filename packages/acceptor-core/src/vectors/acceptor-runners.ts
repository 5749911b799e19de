/** The forms of vectors that this package answers. */
import { countOf, isRecord } from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import { peerSubjectToken } from '../agh/bodies.ts';
import { runAghMessages } from '../agh/create-agh-acceptor.ts';
import { type AcceptorParts, createAcceptor } from '../create-acceptor.ts';
import { simulateDispatch } from '../dispatch/simulate-dispatch.ts';
import { decideModelGate } from '../gate/decide-model-gate.ts';
import { lintDiscovery } from '../lint/lint-discovery.ts';
import type { LintTier } from '../lint/lint-rules.ts';
import { lintSchema } from '../lint/lint-schema.ts';
import { compareKeys, type Difference, differencesOf, type VectorAnswer } from './match.ts';
import { readAcceptContext, readAghContext } from './read-accept-context.ts';
import type { Vector } from './read-vectors.ts';
import { runEmissions } from './run-emissions.ts';
import type { VectorForm } from './vector-forms.ts';

/** What running borrows from its surroundings. */
interface RunnerParts {
  /** Parts of each acceptor; without `compile` vectors with schemas of their own fail. */
  readonly acceptor: AcceptorParts;
  /** Milliseconds of a steady clock, for `maxMs`. */
  readonly nowMs: () => number;
}

/**
 * Runners for `emissions`, `messages`, `token`, `dispatch`, `gate`, `lint` and `discovery`. The other forms belong to
 * other packages.
 */
export function acceptorRunners({ acceptor, nowMs }: RunnerParts): VectorRunners {
  return {
    emissions: (vector) =>
      runEmissions(vector, { create: (context) => createAcceptor(context, acceptor), nowMs }),
    messages: runMessages,
    token: runToken,
    // The dispatch of one turn (vectors FORMAT 5). Attempts may be expected as a prefix of those that were made.
    dispatch: (vector) => {
      const input = isRecord(vector.input) ? vector.input : {};
      const read = readAcceptContext(vector.context);
      const result = simulateDispatch(input.responses, input.config, read.ok ? read.context : {}, acceptor);
      const warnings = result.warnings.map((warning) => warning.code);
      const { attempts: wanted, ...rest } = isRecord(vector.expect) ? vector.expect : {};
      const answer = compareKeys({ ...result, warnings }, rest, '', result);
      if (!Array.isArray(wanted)) return answer;
      const made = result.attempts.slice(0, wanted.length);
      const differences = [...answer.differences, ...differencesOf(made, wanted, '/attempts')];
      return { actual: { ...Object(answer.actual), attempts: made }, differences };
    },
    gate: (vector) => compareKeys({ ...decideModelGate(vector.input) }, vector.expect),
    // Lints the schema of a vector.
    lint: (vector: Vector) => {
      const input = isRecord(vector.input) ? vector.input : {};
      const tier = TIERS.find((one) => one === input.tier);
      const findings = lintSchema(input.schema, { tier, specOwned: input.specOwned === true });
      return compareKeys({ findings }, vector.expect);
    },
    discovery: (vector) => compareKeys({ findings: lintDiscovery(vector.input) }, vector.expect),
  };
}

/** The messages of a vector through one receiver: answer by answer, then the graph of all (vectors FORMAT 9). */
export function runMessages(vector: Vector): VectorAnswer {
  const messages: readonly unknown[] = Array.isArray(vector.input) ? vector.input : [];
  const read = readAghContext(vector.context);
  // The file was checked when it was read, so a context that does not read here is a bug of the caller.
  const { results, graph } = runAghMessages(read.ok ? read.context : {}, messages);
  const expected: readonly unknown[] = Array.isArray(vector.expect) ? vector.expect : [];
  const answers = results.map((result, index) => {
    const warnings = result.warnings.map((warning) => warning.code);
    return compareKeys({ ...result, warnings }, expected[index], `/${index}`);
  });
  const differences: Difference[] = answers.flatMap((answer) => answer.differences);
  if (results.length !== expected.length) {
    const message = `${countOf(expected.length, 'answer')} expected, ${results.length} found.`;
    differences.push({ pointer: '', expected: expected.length, actual: results.length, message });
  }
  const views = answers.map((answer) => answer.actual);
  if (vector.graph === undefined) return { actual: views, differences };
  const answer = compareKeys({ ...graph }, vector.graph, '/graph');
  differences.push(...answer.differences);
  return { actual: { messages: views, graph: answer.actual }, differences };
}

/** The subject token of a peer. */
export function runToken(vector: Vector): VectorAnswer {
  const peer = isRecord(vector.input) ? scalarText(vector.input.peer) : '';
  return compareKeys({ token: peerSubjectToken(peer) }, vector.expect);
}

const TIERS: readonly LintTier[] = ['strict', 'warn', 'off'];

// One vector through the runner of its form.

/** Answers the vectors of one form. */
type VectorRunner = (vector: Vector) => VectorAnswer | Promise<VectorAnswer>;

/** Runners by form; a form without one is not answered yet. */
export type VectorRunners = Readonly<Partial<Record<VectorForm, VectorRunner>>>;

/** How a vector went. `not-answered`: nothing here runs its form, which is neither a pass nor a failure. */
export type VectorResult =
  | { readonly kind: 'passed'; readonly vector: Vector }
  | { readonly kind: 'failed'; readonly vector: Vector; readonly answer: VectorAnswer }
  | { readonly kind: 'not-answered'; readonly vector: Vector };

/**
 * Runs one vector. A runner that throws fails its vector instead of ending the whole run: that nothing throws is part
 * of what vectors are there to show.
 */
export async function runVector(vector: Vector, runners: VectorRunners): Promise<VectorResult> {
  const runner = runners[vector.form];
  if (runner === undefined) return { kind: 'not-answered', vector };
  const answer = await answerOf(vector, runner);
  return answer.differences.length === 0 ? { kind: 'passed', vector } : { kind: 'failed', vector, answer };
}

async function answerOf(vector: Vector, runner: VectorRunner): Promise<VectorAnswer> {
  try {
    return await runner(vector);
  } catch (bug) {
    const words = bug instanceof Error ? `${bug.name}: ${bug.message}` : String(bug);
    const message = `It threw an exception: ${words.slice(0, 300)}`;
    const difference = { pointer: '', expected: vector.expect, actual: undefined, message };
    return { actual: null, differences: [difference] };
  }
}
