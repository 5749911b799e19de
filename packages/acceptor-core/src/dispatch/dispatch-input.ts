import {
  aBoolean,
  aCount,
  aNumber,
  anything,
  arrayOf,
  aString,
  countAt,
  isRecord,
  member,
  objectOf,
  orNull,
  ownString,
  problemsOfShape,
  type ShapeProblem,
} from '@openwop-inspector/base';
import type { AcceptContext } from '../accept-context.ts';
import { acceptContextShape, readAcceptContext } from '../vectors/read-accept-context.ts';

/** One response, complete. */
export type ReadResponse = Readonly<ReturnType<typeof readResponse>>;
/** The configuration, complete and within its bounds. */
export type ReadConfig = Readonly<ReturnType<typeof readConfig>>;

/** Returns at most `most` responses of a list; none when it is not a list. */
export function readResponses(value: unknown, most: number): readonly ReadResponse[] {
  return Array.isArray(value) ? value.slice(0, most).map(readResponse) : [];
}

function readResponse(value: unknown) {
  return {
    stop: ownString(value, 'stop'),
    text: ownString(value, 'text') ?? '',
    isRefusal: member(value, 'refusal') === true,
    refusalText: ownString(value, 'refusalText'),
    outputTokens: countAt(member(value, 'usage'), 'outputTokens'),
  };
}

const DEFAULT_MULTIPLIER = 2;
const LARGEST_MULTIPLIER = 8;

export function readConfig(value: unknown) {
  const attempts = countAt(value, 'maxRetryAttempts');
  return {
    /** Infinity when not given. */
    maxRetryAttempts: attempts === null ? Number.POSITIVE_INFINITY : Math.max(1, attempts),
    /** Null when the context decides. */
    schemaRounds: countAt(value, 'schemaRounds'),
    multiplier: readMultiplier(member(value, 'multiplier')),
    maxTokens: countAt(value, 'maxTokens'),
    ceiling: countAt(value, 'ceiling') ?? Number.POSITIVE_INFINITY,
    provider: ownString(value, 'provider') ?? '',
    model: ownString(value, 'model') ?? '',
  };
}

/** A value outside 1 to 8 is moved to the nearer end; that it was advertised so is for the discovery lint to say. */
function readMultiplier(value: unknown): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return DEFAULT_MULTIPLIER;
  return Math.min(LARGEST_MULTIPLIER, Math.max(1, value));
}

// A turn as a file: the responses of a model, how the host dispatches, known facts about run and node.

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

/** One response of a provider. */
const response = objectOf({
  /** The provider's own word for why it stopped: `stop`, `end_turn`, `length`, `content_filter` … */
  stop: orNull(aString),
  /** What the model wrote. */
  text: aString,
  /** True when the provider marked a refusal in another way than by its stop reason. */
  refusal: aBoolean,
  /** Displayed in `envelope.refusal` only, never in an error (SR-1). */
  refusalText: orNull(aString),
  usage: objectOf({ outputTokens: aCount, inputTokens: aCount }),
});

/** How the host dispatches and retries (acceptor 5, envelope 9). */
const config = objectOf({
  /** Attempts in all, the first included, 1 to 16; only `schemaRounds` and 16 bound them when absent. */
  maxRetryAttempts: aCount,
  /** Retries in all; takes the place of `host.limits.schemaRounds` of the context. */
  schemaRounds: aCount,
  /** Growth of the output budget after a truncation, 1 to 8; 2 unless given. */
  multiplier: aNumber,
  /** Output budget of the first attempt, in tokens; unknown when absent. */
  maxTokens: aCount,
  /** Largest output budget of the provider, in tokens; unbounded when absent. */
  ceiling: aCount,
  provider: aString,
  model: aString,
  /** Taken, and never repeated in any result. */
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
