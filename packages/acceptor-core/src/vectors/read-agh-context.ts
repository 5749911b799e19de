/** Contexts of the AGH acceptor, for the command line, the vectors and the screens (vectors FORMAT 9). */
import {
  aCount,
  arrayOf,
  aString,
  objectOf,
  oneOf,
  orNull,
  problemsOfShape,
  type Shape,
  type ShapeProblem,
} from '@openwop-inspector/base';
import type { AghContext } from '../agh/agh-context.ts';

/** A context, or everything that is wrong with the value, with pointers. */
export type ReadAghContext =
  | { readonly ok: true; readonly context: AghContext }
  | { readonly ok: false; readonly problems: readonly ShapeProblem[] };

const peers = arrayOf(objectOf({ channel: aString, peer: aString }, ['channel', 'peer']));

/** The fields of a context and what each takes. */
export const aghContextShape: Shape = objectOf({
  now: orNull(aCount),
  clock: orNull(oneOf(['fixed', 'replay'])),
  maxReplayAge: orNull(aCount),
  localPeers: orNull(peers),
  mode: orNull(oneOf(['router', 'viewer'])),
  options: orNull(
    objectOf({ unknownKeys: oneOf(['refuse', 'warn']), lifecycle: oneOf(['code', 'diagram']) }),
  ),
});

/** Reads a context. Unknown fields and wrong types are named with what is allowed. Never throws. */
export function readAghContext(value: unknown): ReadAghContext {
  const problems = problemsOfShape(aghContextShape, value);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, context: value as AghContext };
}
