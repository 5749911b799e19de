/** A turn as a file: the responses of a model, how the host dispatches, known facts about run and node. */
import {
  aBoolean,
  aCount,
  aNumber,
  anything,
  arrayOf,
  aString,
  isRecord,
  objectOf,
  orNull,
  problemsOfShape,
  type ShapeProblem,
} from '@openwop-inspector/base';
import type { AcceptContext } from '../accept-context.ts';
import { acceptContextShape, readAcceptContext } from '../vectors/read-accept-context.ts';

/** A turn to simulate; `responses` and `config` are those of `simulateDispatch`. */
export interface DispatchFile {
  readonly responses: readonly unknown[];
  readonly config: unknown;
  readonly context: AcceptContext;
}

/** Result of reading a file. */
export type ReadDispatch =
  | { readonly ok: true; readonly turn: DispatchFile }
  | { readonly ok: false; readonly problems: readonly ShapeProblem[] };

const response = objectOf({
  stop: orNull(aString),
  text: aString,
  refusal: aBoolean,
  refusalText: orNull(aString),
  usage: objectOf({ outputTokens: aCount, inputTokens: aCount }),
});

const config = objectOf({
  maxRetryAttempts: aCount,
  schemaRounds: aCount,
  multiplier: aNumber,
  maxTokens: aCount,
  ceiling: aCount,
  provider: aString,
  model: aString,
  prompt: anything,
});

const SHAPE = objectOf({ responses: arrayOf(response), config, context: acceptContextShape }, ['responses']);

/** Reads it; unknown fields and wrong types are named. Nothing of the content is repeated. Never throws. */
export function readDispatchFile(value: unknown): ReadDispatch {
  const problems = problemsOfShape(SHAPE, value);
  if (problems.length > 0 || !isRecord(value) || !Array.isArray(value.responses))
    return { ok: false, problems };
  const context = readAcceptContext(value.context ?? {});
  if (!context.ok) return context;
  return {
    ok: true,
    turn: { responses: value.responses, config: value.config ?? {}, context: context.context },
  };
}
