/** Vectors with `emissions`: a sequence through one acceptor, compared outcome by outcome (vectors FORMAT 2). */
import { countOf, isRecord, ownValue, pointerTokens, valueAt } from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';
import type { AcceptContext } from '../accept-context.ts';
import type { AcceptResult, Emission } from '../accept-result.ts';
import type { Acceptor } from '../create-acceptor.ts';
import { compareOutcome, type OutcomeSurroundings } from './compare-outcome.ts';
import { type Difference, differencesOf } from './match.ts';
import { readAcceptContext } from './read-accept-context.ts';
import type { Vector } from './read-vectors.ts';
import type { VectorAnswer } from './run-vector.ts';

/** What running needs from its surroundings. */
export interface EmissionParts {
  /** A fresh acceptor with a compiler for foreign schemas. */
  readonly create: (context: AcceptContext) => Acceptor;
  /** Milliseconds of a steady clock, for `maxMs`. */
  readonly nowMs: () => number;
}

/** Longest text that `textRepeat` may ask for, in UTF-16 units. */
const MAX_REPEATED = 16 * 1024 * 1024;

type Fields = Readonly<Record<string, unknown>>;

/** Runs one vector and compares everything it expects. */
export function runEmissions(vector: Vector, parts: EmissionParts): VectorAnswer {
  const context = contextOf(vector.context);
  const acceptor = parts.create(context);
  const expected = Array.isArray(vector.expect) ? vector.expect : [];
  const run: Run = { acceptor, expected, profile: context.profile, results: [], views: [], differences: [] };
  const emissions: readonly unknown[] = Array.isArray(vector.input) ? vector.input : [];
  for (const emission of emissions) {
    if (isRecord(emission)) emit(run, emission, parts.nowMs);
  }
  return settle(run, vector);
}

interface Run {
  readonly acceptor: Acceptor;
  readonly expected: readonly unknown[];
  readonly profile: AcceptContext['profile'];
  readonly results: AcceptResult[];
  readonly views: unknown[];
  readonly differences: Difference[];
}

function settle(run: Run, vector: Vector): VectorAnswer {
  const { differences, expected, results } = run;
  if (results.length !== expected.length) {
    const message = `${countOf(expected.length, 'outcome')} expected, ${results.length} found.`;
    differences.push({ pointer: '', expected: expected.length, actual: results.length, message });
  }
  if (vector.expectWarnings.length === 0) return { actual: run.views, differences };
  const warnings = run.acceptor.warnings.map((warning) => warning.code);
  differences.push(...differencesOf(warnings, vector.expectWarnings, '/expectWarnings', 'warnings'));
  return { actual: { outcomes: run.views, warnings }, differences };
}

/** The file was checked when it was read, so a context that does not read here is a bug of the caller. */
function contextOf(value: unknown): AcceptContext {
  const read = readAcceptContext(value);
  return read.ok ? read.context : {};
}

function emit(run: Run, emission: Fields, nowMs: () => number): void {
  const change = emission.mutateOutcome;
  if (isRecord(change)) {
    mutate(run.results, change);
    return;
  }
  const override = emission.context === undefined ? undefined : contextOf(emission.context);
  const input = inputOf(emission);
  const startMs = nowMs();
  const results = override === undefined ? run.acceptor.accept(input) : run.acceptor.accept(input, override);
  const tookMs = nowMs() - startMs;
  const profile = override?.profile ?? run.profile;
  for (const result of results) compareNext(run, result, { isReference: profile === 'reference', tookMs });
}

function compareNext(
  run: Run,
  result: AcceptResult,
  facts: Pick<OutcomeSurroundings, 'isReference' | 'tookMs'>,
): void {
  const index = run.results.length;
  const want = run.expected[index];
  if (isRecord(want)) {
    const surroundings = { ...facts, earlier: run.results };
    const { view, differences } = compareOutcome(result, want, `/${index}`, surroundings);
    run.views.push(view);
    run.differences.push(...differences);
  } else run.views.push({ status: result.status, code: result.code });
  run.results.push(result);
}

function inputOf(emission: Fields): Emission {
  if (emission.turn === true) return { turn: true };
  const text = textOf(emission);
  if (text !== null) return { text };
  return {
    envelope: preparedEnvelope(emission),
    ...(emission.single === true ? { single: true } : {}),
  };
}

function preparedEnvelope(emission: Fields): unknown {
  const { envelope, shareRefs } = emission;
  const shared = Array.isArray(shareRefs) ? shareReferences(envelope, shareRefs) : envelope;
  return emission.frozen === true ? freezeDeeply(shared) : shared;
}

function textOf(emission: Fields): string | null {
  if (typeof emission.text === 'string') return emission.text;
  const repeat = emission.textRepeat;
  if (!isRecord(repeat)) return null;
  const unit = scalarText(ownValue(repeat, 'unit') ?? '');
  const most = Math.floor(MAX_REPEATED / Math.max(1, unit.length));
  return (
    scalarText(ownValue(repeat, 'prefix') ?? '') +
    unit.repeat(Math.min(most, typeof repeat.count === 'number' ? repeat.count : 0))
  );
}

/** A caller assigns onto the outcome it was given. A frozen outcome takes nothing, which is fine as well. */
function mutate(results: readonly AcceptResult[], change: Fields): void {
  const outcome = results[typeof change.index === 'number' ? change.index : -1]?.outcome;
  if (outcome === undefined || outcome === null || !isRecord(change.set)) return;
  for (const [key, value] of Object.entries(change.set)) {
    Reflect.defineProperty(outcome, key, { value, writable: true, enumerable: true, configurable: true });
  }
}

/** Returns a copy of the value that is frozen at any depth. */
export function freezeDeeply(value: unknown): unknown {
  const copy: unknown = structuredClone(value);
  const waiting: unknown[] = [copy];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (typeof one !== 'object' || one === null || Object.isFrozen(one)) continue;
    Object.freeze(one);
    waiting.push(...Object.values(one).filter((child) => child !== undefined));
  }
  return copy;
}

/**
 * A copy in which both pointers of each pair lead to one object in memory, the one of the first pointer. Pairs that
 * lead nowhere change nothing.
 */
export function shareReferences(value: unknown, pairs: readonly unknown[]): unknown {
  const copy: unknown = structuredClone(value);
  for (const pair of pairs) {
    const [from, to] = Array.isArray(pair) ? pair : [];
    if (typeof from === 'string' && typeof to === 'string') assignAt(copy, to, valueAt(copy, from));
  }
  return copy;
}

function assignAt(root: unknown, pointer: string, value: unknown): void {
  const parent = valueAt(root, pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))));
  const last = pointerTokens(pointer)?.at(-1);
  if (last === undefined || typeof parent !== 'object' || parent === null) return;
  Reflect.defineProperty(parent, last, { value, writable: true, enumerable: true, configurable: true });
}
