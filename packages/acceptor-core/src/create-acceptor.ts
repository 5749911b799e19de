/** The door of the acceptor: emissions in, results out. */
import { storedIn } from '@openwop-inspector/base';
import type { AcceptContext, Counters } from './accept-context.ts';
import type { AcceptResult, AcceptWarning, Emission } from './accept-result.ts';
import { MAX_VALUES, textIntake } from './extract/text-intake.ts';
import type { SchemaCompiler } from './foreign-check.ts';
import {
  beginTurn,
  countersOf,
  createRunMemory,
  outcomesFromLog,
  type RunMemory,
  sequenceAfter,
} from './memory/run-memory.ts';
import { payloadChecks } from './payload/payload-check.ts';
import { acceptOne, NO_TEXT, type Surroundings, type TextFacts } from './pipeline/accept-one.ts';
import { resolveContext, type Settings } from './pipeline/settings.ts';

/** Envelopes taken from one array. */
const MAX_OF_ARRAY = 100_000;

/**
 * An acceptor with the memory of a run (acceptor 1 to 8). Pure but for that memory: no clock, no network, no id that
 * another acceptor would not give for the same emissions. An `override` changes members of the context for one
 * emission; its `counters`, `prior` and `log` count only when it names a run that was not met before.
 *
 * An accepted envelope costs about as much as its two schema checks; a trace doubles that, secrets add one pass over
 * the strings. Ids of events are unique in one acceptor only.
 */
export function createAcceptor(context: AcceptContext, parts: AcceptorParts = {}): Acceptor {
  const own = resolveContext(context);
  const runs = new Map<string, RunMemory>();
  // `counters`, `prior` and `log` are read when a run is met for the first time: those of the context for the run that
  // it speaks of, those of the override for another one.
  const memoryOf = (settings: Settings, override: Partial<AcceptContext> | undefined): RunMemory => {
    const source = settings.runId === own.runId ? context : (override ?? {});
    if (settings.isIndependent) return memoryFrom(source, settings);
    return storedIn(runs, settings.runId, () => memoryFrom(source, settings));
  };
  const warnings: AcceptWarning[] = [];
  let lastId = 0;
  const surroundings: Surroundings = {
    payloadCheck: payloadChecks(parts.compile),
    nextId: () => ++lastId,
    trace: parts.trace !== false,
    whatIf: parts.whatIf === true,
    micros: parts.micros,
  };
  const textEmission = (text: string, one: AcceptValue): readonly AcceptResult[] => {
    const { values, isCut } = textIntake(text);
    if (isCut) warnings.push(tooMany(MAX_VALUES));
    return values.map((found) => one(found.value, found.text));
  };
  const arrayEmission = (values: readonly unknown[], one: AcceptValue): readonly AcceptResult[] => {
    if (values.length > MAX_OF_ARRAY) warnings.push(tooMany(MAX_OF_ARRAY));
    return values.slice(0, MAX_OF_ARRAY).map((value) => one(value, NO_TEXT));
  };
  return {
    accept: (emission, override) => {
      const settings = override === undefined ? own : resolveContext({ ...context, ...override });
      const memory = memoryOf(settings, override);
      if ('turn' in emission) {
        beginTurn(memory);
        return [];
      }
      const one: AcceptValue = (value, text) => acceptOne(value, text, settings, memory, surroundings);
      if ('text' in emission) return textEmission(emission.text, one);
      const { envelope, single } = emission;
      const isMany = Array.isArray(envelope) && envelope.length > 0 && single !== true;
      return isMany ? arrayEmission(envelope, one) : [one(envelope, NO_TEXT)];
    },
    get counters(): Counters {
      return countersOf(memoryOf(own, undefined), own.nodeId);
    },
    warnings,
  };
}

type AcceptValue = (value: unknown, text: TextFacts) => AcceptResult;

function tooMany(most: number): AcceptWarning {
  return { code: 'too_many_envelopes', message: `Only the first ${most} were inspected.` };
}

function memoryFrom({ counters, log, prior }: Partial<AcceptContext>, settings: Settings): RunMemory {
  const memory = createRunMemory(counters ?? {}, settings.nodeId);
  if (log) {
    memory.nextSequence = sequenceAfter(log);
    for (const [correlationId, known] of outcomesFromLog(log, settings.runId))
      memory.known.set(correlationId, known);
  }
  for (const { correlationId, type, outcome } of prior ?? []) {
    if (outcome.status === 'accepted') memory.known.set(correlationId, { type, code: null, outcome });
    else memory.refused.add(correlationId);
  }
  return memory;
}

/** What the acceptor borrows from its surroundings. */
export interface AcceptorParts {
  /** Compiles a schema of a user or a host. Without it the check of a kind that has one is `stopped`. */
  readonly compile?: SchemaCompiler | undefined;
  /** Microseconds of a steady clock, for the times of the trace; without it they are 0. */
  readonly micros?: (() => number) | undefined;
  /** False leaves `trace` empty, which is faster. True unless given. */
  readonly trace?: boolean | undefined;
  /** Evaluates the steps after the deciding one and adds them to the trace as hypothetical. False unless given. */
  readonly whatIf?: boolean | undefined;
}

/** An acceptor with the memory of a run: counters, what was accepted before, whether its turn was stopped. */
export interface Acceptor {
  /** One result for each envelope of the emission, in order; none for a turn. Never throws, never changes its input. */
  accept(emission: Emission, override?: Partial<AcceptContext>): readonly AcceptResult[];
  readonly counters: Counters;
  /** Warnings that belong to a text rather than to one of its envelopes (`too_many_envelopes`). */
  readonly warnings: readonly AcceptWarning[];
}
