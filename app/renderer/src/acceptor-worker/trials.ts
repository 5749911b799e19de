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

const micros = (): number => performance.now() * 1000;

/** Runs a text in a fresh acceptor, with the steps and what the later ones would have said. At least one result. */
export function tryText(text: string, context: AcceptContext, compile: SchemaCompiler): Tried {
  const acceptor = createAcceptor(context, { compile, micros, trace: true, whatIf: true });
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
export function resultAt(
  trial: Trial,
  at: number,
  change: Partial<AcceptContext>,
  compile: SchemaCompiler,
): AcceptResult | null {
  const { results } = tryText(trial.text, { ...trial.context, ...change }, compile);
  return results[at] ?? results[0] ?? null;
}
