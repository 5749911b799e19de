/** A question to the model-capability gate as a file. */
import {
  aBoolean,
  type anything,
  arrayOf,
  aString,
  isRecord,
  objectOf,
  orNull,
  problemsOfShape,
  type ShapeProblem,
} from '@openwop-inspector/base';
import type { ModelGateInput } from './gate-input.ts';

/** Result of reading a file. */
export type ReadGate =
  | { readonly ok: true; readonly question: ModelGateInput; readonly nodeId: string | null }
  | { readonly ok: false; readonly problems: readonly ShapeProblem[] };

const strings = arrayOf(aString);
const model = objectOf({ provider: aString, model: aString, capabilities: strings }, ['provider', 'model']);

/** The host's declaration is a discovery document or a part of it, so that it may have other members. */
const host: typeof anything = (value, pointer, problems) => {
  if (isRecord(value)) return;
  problems.push({
    pointer,
    message: 'This takes an object: the discovery document of the host, or a part of it.',
  });
};

const SHAPE = objectOf(
  {
    required: strings,
    active: model,
    host,
    fallback: orNull(model),
    credentials: strings,
    nodeId: orNull(aString),
    prompt: objectOf({ resolve: aBoolean }),
  },
  ['active', 'host'],
);

/** Reads it; unknown fields and wrong types are named. Never throws. */
export function readGateFile(value: unknown): ReadGate {
  const problems = problemsOfShape(SHAPE, value);
  if (problems.length > 0 || !isRecord(value)) return { ok: false, problems };
  const { nodeId, ...question } = value;
  // The shape was just checked.
  return {
    ok: true,
    question: question as unknown as ModelGateInput,
    nodeId: typeof nodeId === 'string' ? nodeId : null,
  };
}
