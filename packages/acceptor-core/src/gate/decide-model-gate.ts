import {
  aBoolean,
  type anything,
  arrayOf,
  aString,
  isRecord,
  type JsonObject,
  member,
  nearNames,
  objectOf,
  orNull,
  ownString,
  problemsOfShape,
  type ShapeProblem,
  textsAt,
} from '@openwop-inspector/base';
import type { NodeMember, SimulatedEvent } from '../dispatch/dispatch-result.ts';

/** What the gate decided. Plain data. */
export interface ModelGateResult {
  readonly decision: 'dispatch' | 'dispatch-fallback' | 'fail';
  /** The requested model, or null. */
  readonly model: string | null;
  readonly provider: string | null;
  readonly code: 'capability_not_provided' | null;
  /** What the active model lacks, whatever the fallback lacks. Empty when the gate does not apply. */
  readonly missingCapabilities: readonly string[];
  /** Those of them that resemble one which the active model has or the host advertises: the nearest first, at most three. */
  readonly nearCapabilities: Readonly<Record<string, readonly string[]>>;
  /** In order; with `prompt.resolve` the resolution of the prompt comes after the gate. */
  readonly events: readonly SimulatedEvent[];
  /** Four rows, in order. */
  readonly steps: readonly GateStep[];
}

/**
 * Decides the model-capability gate, before any prompt resolution and any envelope (acceptor 5.1, RFC 0031). Takes a
 * question as `readGateFile` reads it; members that are absent or of a wrong type count as not declared. The fallback of a fallback is
 * never tried. `nodeId` goes into the events. Never throws. O(capabilities).
 */
export function decideModelGate(input: unknown, nodeId?: string | null): ModelGateResult {
  const question = readGateInput(input);
  const node: NodeMember = typeof nodeId === 'string' ? { nodeId } : {};
  const missing = lacking(question.active, question.required);
  const applies = question.isGated && question.required.length > 0;
  const conditions = fallbackConditions(question);
  const isSubstituted = conditions.every(({ holds }) => holds);
  const failing = conditions.find((condition) => !condition.holds);
  const note = failing === undefined ? 'dispatch to the fallback' : `not so: ${failing.name}`;
  const steps = gateTrace([
    appliesStep(question, applies),
    activeStep(missing),
    { decides: isSubstituted, note, conditions },
    insufficientStep(question),
  ]);
  // What comes next when a prompt is resolved: the gate runs before it.
  const payload = { ...node, kind: 'user', chain: [], resolved: null };
  const promptResolved: SimulatedEvent = { type: 'agent.promptResolved', payload };
  const ended = (to: ModelDeclaration | null, lacks: readonly string[], events: readonly SimulatedEvent[]) =>
    ({
      decision: to === null ? 'fail' : to === question.active ? 'dispatch' : 'dispatch-fallback',
      model: to?.model ?? null,
      provider: to?.provider ?? null,
      code: to === null ? 'capability_not_provided' : null,
      missingCapabilities: lacks,
      nearCapabilities: nearFor(lacks, question),
      events: to !== null && question.resolvesPrompt ? [...events, promptResolved] : events,
      steps,
    }) as const;
  if (!applies || missing.length === 0) return ended(question.active, [], []);
  const { fallback } = question;
  return fallback !== null && isSubstituted
    ? ended(fallback, missing, [
        // The model was replaced, before anything is dispatched (run-events 3.2.8).
        {
          type: 'model.capability.substituted',
          payload: {
            ...node,
            originalProvider: question.active.provider,
            originalModel: question.active.model,
            fallbackProvider: fallback.provider,
            fallbackModel: fallback.model,
            missingCapabilities: missing,
          },
        },
      ])
    : ended(null, missing, insufficient(node, question, missing));
}

/** Names for one missing capability, and how many are compared: a host advertises at most 32 (acceptor 5.1). */
const MAX_NEAR = 3;
const MAX_COMPARED = 64;

/** The registry of capability ids is open, so that a mistyped one is valid in form: it is only ever missing. */
function nearFor(
  missing: readonly string[],
  { active, advertised, required }: GateQuestion,
): ModelGateResult['nearCapabilities'] {
  const isRequired = new Set(required);
  const known = [...new Set([...active.capabilities, ...advertised])]
    .filter((id) => !isRequired.has(id))
    .slice(0, MAX_COMPARED);
  const near = missing
    .slice(0, MAX_COMPARED)
    .map((id) => [id, nearNames(id, known).slice(0, MAX_NEAR)] as const);
  return Object.fromEntries(near.filter(([, names]) => names.length > 0));
}

function lacking(model: ModelDeclaration, required: readonly string[]): readonly string[] {
  const has = new Set(model.capabilities);
  return required.filter((id) => !has.has(id));
}

/** All of step 2, in the order of the clause. */
function fallbackConditions(question: GateQuestion): readonly GateCondition[] {
  const { fallback, providers, credentials, required, substitutes } = question;
  const provider = fallback?.provider ?? '';
  return [
    { name: 'a fallback model is declared', holds: fallback !== null },
    { name: 'the host substitutes models', holds: substitutes },
    { name: 'the host supports the provider of the fallback', holds: providers.has(provider) },
    { name: 'a credential for it can be resolved', holds: credentials.has(provider) },
    {
      name: 'the fallback has every required capability',
      holds: fallback !== null && lacking(fallback, required).length === 0,
    },
  ];
}

function appliesStep({ isGated, required }: GateQuestion, applies: boolean): StepFinding {
  const conditions = [
    { name: 'the host gates on model capabilities', holds: isGated },
    { name: 'the node requires something', holds: required.length > 0 },
  ];
  const note = applies
    ? `${required.length} required`
    : isGated
      ? 'nothing is required: dispatch'
      : 'the host does not gate: dispatch';
  return { decides: !applies, note, conditions };
}

function activeStep(missing: readonly string[]): StepFinding {
  const holds = missing.length === 0;
  const note = holds ? 'the active model has them all: dispatch' : `${missing.length} missing`;
  const conditions = [{ name: 'the active model has every required capability', holds }];
  return { decides: holds, note, conditions };
}

function insufficientStep({ fallback, substitutes }: GateQuestion): StepFinding {
  const tried = fallback !== null && substitutes;
  const note = tried ? 'the fallback was tried and will not do' : 'no fallback was tried';
  return { decides: true, note, conditions: [{ name: 'a fallback was tried', holds: tried }] };
}

/** No model that will do: the node and the run fail, and no envelope follows. */
function insufficient(
  node: NodeMember,
  { active, required, fallback, substitutes }: GateQuestion,
  missingCapabilities: readonly string[],
): readonly SimulatedEvent[] {
  const message = `capability_not_provided: the model lacks ${missingCapabilities.length} of ${required.length} required capabilities`;
  const error = { code: 'capability_not_provided', message };
  const payload = {
    ...node,
    provider: active.provider,
    model: active.model,
    missingCapabilities,
    fallbackAttempted: fallback !== null && substitutes,
  };
  return [
    { type: 'model.capability.insufficient', payload },
    { type: 'node.failed', payload: { ...node, error } },
    { type: 'run.failed', payload: { error } },
  ];
}

/** The steps of the gate in their order (acceptor 5.1). */
const GATE_STEP_IDS = ['applies', 'active-model', 'substitution', 'insufficient'] as const;

/** One condition of a step. */
interface GateCondition {
  readonly name: string;
  readonly holds: boolean;
}

/** One row of the trace. All four are always there. */
export interface GateStep {
  /** 0 to 3, as in the table of the clause. */
  readonly number: number;
  readonly step: (typeof GATE_STEP_IDS)[number];
  /** `passed`: run, and the next one had to decide. `not-reached`: an earlier one decided. */
  readonly verdict: 'passed' | 'decided' | 'not-reached';
  /** One line on what was seen. Empty for what was not reached. */
  readonly note: string;
  readonly conditions: readonly GateCondition[];
  readonly clause: string;
}

/** Finding of a step that was run. */
interface StepFinding {
  readonly decides: boolean;
  readonly note: string;
  readonly conditions: readonly GateCondition[];
}

/** Returns the four rows: steps run in order until one decides. The last one always does. */
function gateTrace(findings: readonly StepFinding[]): readonly GateStep[] {
  const deciding = findings.findIndex((finding) => finding.decides);
  return GATE_STEP_IDS.map((step, number) => {
    const finding = findings[number];
    const isReached = finding !== undefined && number <= deciding;
    return {
      number,
      step,
      verdict: !isReached ? 'not-reached' : number === deciding ? 'decided' : 'passed',
      note: isReached ? finding.note : '',
      conditions: isReached ? finding.conditions : [],
      clause: 'acceptor 5.1',
    };
  });
}

/** A model with what it can do. */
export interface ModelDeclaration {
  readonly provider: string;
  readonly model: string;
  /** Capability ids, an open registry (acceptor 5.1). */
  readonly capabilities: readonly string[];
}

/** A question to the gate (vectors FORMAT 5, `gate`), complete: nothing absent, nothing of a wrong type. */
type GateQuestion = Readonly<ReturnType<typeof readGateInput>>;

/** Reads any value: what is absent or of a wrong type counts as not declared. */
function readGateInput(input: unknown) {
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
type ReadGate =
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
