import {
  aBoolean,
  type anything,
  arrayOf,
  aString,
  isRecord,
  type JsonObject,
  member,
  objectOf,
  orNull,
  ownString,
  problemsOfShape,
  type ShapeProblem,
  textsAt,
} from '@openwop-inspector/base';

/** A model with what it can do. */
export interface ModelDeclaration {
  readonly provider: string;
  readonly model: string;
  /** Capability ids, an open registry (acceptor 5.1). */
  readonly capabilities: readonly string[];
}

/** A question to the gate (vectors FORMAT 5, `gate`), complete: nothing absent, nothing of a wrong type. */
export type GateQuestion = Readonly<ReturnType<typeof readGateInput>>;

/** Reads any value: what is absent or of a wrong type counts as not declared. */
export function readGateInput(input: unknown) {
  const host = member(input, 'host');
  const capabilities = member(host, 'modelCapabilities');
  const fallback = member(input, 'fallback');
  return {
    required: [...new Set(textsAt(input, 'required'))],
    active: readModel(member(input, 'active')),
    fallback: isRecord(fallback) ? readModel(fallback) : null,
    isGated: isRecord(capabilities) && member(capabilities, 'supported') !== false,
    /** Capability ids that the host advertises; they decide nothing. */
    advertised: textsAt(capabilities, 'advertised') ?? [],
    substitutes: member(capabilities, 'substitutionSupported') === true,
    providers: new Set(textsAt(member(host, 'aiProviders'), 'supported')),
    credentials: new Set(textsAt(input, 'credentials')),
    resolvesPrompt: member(member(input, 'prompt'), 'resolve') === true,
  };
}

function readModel(value: unknown): ModelDeclaration {
  return {
    provider: ownString(value, 'provider') ?? '',
    model: ownString(value, 'model') ?? '',
    capabilities: textsAt(value, 'capabilities') ?? [],
  };
}

// A question to the model-capability gate as a file.

/** Result of reading a file. */
export type ReadGate =
  | { readonly ok: true; readonly question: JsonObject; readonly nodeId: string | null }
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
    /** Capability ids that the node requires; none unless given. */
    required: strings,
    active: model,
    host,
    /** `fallbackModel` of the node; none unless given. */
    fallback: orNull(model),
    /** Providers for which a credential can be resolved; spelled exactly as the provider. */
    credentials: strings,
    nodeId: orNull(aString),
    /** With `resolve`, a prompt is resolved after the gate let the dispatch through. */
    prompt: objectOf({ resolve: aBoolean }),
  },
  ['active', 'host'],
);

/** Reads it; unknown fields and wrong types are named. Never throws. */
export function readGateFile(value: unknown): ReadGate {
  const problems = problemsOfShape(SHAPE, value);
  if (problems.length > 0 || !isRecord(value)) return { ok: false, problems };
  const { nodeId, ...question } = value;
  return { ok: true, question, nodeId: typeof nodeId === 'string' ? nodeId : null };
}
