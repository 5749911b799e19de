/** The forms of vectors that this package answers. */
import type { AcceptorParts } from '../acceptor.ts';
import { createAcceptor } from '../create-acceptor.ts';
import { runMessages, runToken } from './run-agh.ts';
import { runDispatch } from './run-dispatch.ts';
import { runEmissions } from './run-emissions.ts';
import { runGate } from './run-gate.ts';
import { runDiscovery, runLint } from './run-lints.ts';
import type { VectorRunners } from './run-vector.ts';

/** What running borrows from its surroundings. */
export interface RunnerParts {
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
    dispatch: (vector) => runDispatch(vector, acceptor),
    gate: runGate,
    lint: runLint,
    discovery: runDiscovery,
  };
}
