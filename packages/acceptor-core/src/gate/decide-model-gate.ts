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
  const steps = gateSteps(question, missing.length);
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
  const deciding = steps.find(({ verdict }) => verdict === 'decided')?.step;
  if (deciding === 'applies' || deciding === 'active-model') return ended(question.active, [], []);
  const { fallback } = question;
  return fallback !== null && deciding === 'substitution'
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

/** The four rows: steps run in order until one decides. The last one always does. */
function gateSteps(question: GateQuestion, missing: number): readonly GateStep[] {
  const { isGated, required, fallback, providers, credentials, substitutes } = question;
  const applies = isGated && required.length > 0;
  const whyNot = isGated ? 'nothing is required: dispatch' : 'the host does not gate: dispatch';
  const hasAll = missing === 0;
  const provider = fallback?.provider ?? '';
  const isTried = fallback !== null && substitutes;
  // All of step 2, in the order of the clause.
  const conditions = {
    'a fallback model is declared': fallback !== null,
    'the host substitutes models': substitutes,
    'the host supports the provider of the fallback': providers.has(provider),
    'a credential for it can be resolved': credentials.has(provider),
    'the fallback has every required capability':
      fallback !== null && lacking(fallback, required).length === 0,
  };
  const failing = Object.entries(conditions).find(([, holds]) => !holds)?.[0];
  const gating = {
    'the host gates on model capabilities': isGated,
    'the node requires something': required.length > 0,
  };
  const findings: readonly StepFinding[] = [
    [!applies, applies ? `${required.length} required` : whyNot, gating],
    [
      hasAll,
      hasAll ? 'the active model has them all: dispatch' : `${missing} missing`,
      { 'the active model has every required capability': hasAll },
    ],
    [
      failing === undefined,
      failing === undefined ? 'dispatch to the fallback' : `not so: ${failing}`,
      conditions,
    ],
    [
      true,
      isTried ? 'the fallback was tried and will not do' : 'no fallback was tried',
      { 'a fallback was tried': isTried },
    ],
  ];
  const deciding = findings.findIndex(([decides]) => decides);
  return findings.map(([, note, holding], number) => {
    const isReached = number <= deciding;
    const reached = Object.entries(holding).map(([name, holds]) => ({ name, holds }));
    return {
      number,
      step: GATE_STEP_IDS[number] ?? 'insufficient',
      verdict: !isReached ? 'not-reached' : number === deciding ? 'decided' : 'passed',
      note: isReached ? note : '',
      conditions: isReached ? reached : [],
      clause: 'acceptor 5.1',
    };
  });
}

/** Finding of a step that was run: its conditions by their names. */
type StepFinding = readonly [decides: boolean, note: string, conditions: Readonly<Record<string, boolean>>];

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
