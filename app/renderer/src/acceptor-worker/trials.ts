/** One trial: a text through an acceptor, once or under changed circumstances. */
import {
  type AcceptContext,
  type AcceptResult,
  type AcceptWarning,
  createAcceptor,
  type SchemaCompiler,
} from '@openwop-inspector/acceptor-core';
import type { Trial } from './acceptor-contract.ts';
import { emissionOf } from './text-emission.ts';

/** A text that has been through the acceptor. */
export interface Tried {
  readonly results: readonly AcceptResult[];
  readonly warnings: readonly AcceptWarning[];
  readonly micros: number;
}

export interface TrialParts {
  readonly compile: SchemaCompiler;
  /** Tells the steps too, and what the later ones would have said. */
  readonly withTrace: boolean;
}

const micros = (): number => performance.now() * 1000;

/** Runs a text in a fresh acceptor. There is at least one result. */
export function tryText(text: string, context: AcceptContext, { compile, withTrace }: TrialParts): Tried {
  const acceptor = createAcceptor(context, { compile, micros, trace: withTrace, whatIf: withTrace });
  const startedAt = micros();
  const results = acceptor.accept(emissionOf(text));
  return { results, warnings: acceptor.warnings, micros: micros() - startedAt };
}

/** The envelope to look at: the one asked for, else the first that is not accepted, else the first. */
export function chosenAt(results: readonly AcceptResult[], at: number | null): number {
  if (at !== null && at < results.length) return at;
  return Math.max(
    0,
    results.findIndex(({ status }) => status !== 'accepted'),
  );
}

/** The result of one envelope of a trial under another context; null when the text holds fewer then. */
export function resultAt(trial: Trial, at: number, change: Partial<AcceptContext>, parts: TrialParts) {
  const { results } = tryText(trial.text, { ...trial.context, ...change }, parts);
  return results[at] ?? results[0] ?? null;
}
