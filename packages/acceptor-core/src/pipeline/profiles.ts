/** Which steps a profile runs, in which order, and how their end is settled. */
import type { Profile } from '../accept-context.ts';
import { capabilityStep, referenceCapabilityStep } from '../steps/capability.ts';
import { conflictPeekStep } from '../steps/conflict-peek.ts';
import { contractStep, referenceContractStep } from '../steps/contract.ts';
import { dedupStep, referenceDedupStep } from '../steps/dedup.ts';
import { emitStep } from '../steps/emit.ts';
import { kindStep, referenceCatalogueStep } from '../steps/kind.ts';
import { limitsStep, referenceLimitsStep } from '../steps/limits.ts';
import { STEPS, type StepId } from '../steps/list.ts';
import { parseStep, referenceParseStep } from '../steps/parse.ts';
import { partialStep } from '../steps/partial.ts';
import { payloadStep, referencePayloadStep } from '../steps/payload.ts';
import { redactionStep } from '../steps/redaction.ts';
import { routeStep } from '../steps/route.ts';
import { referenceVersionStep, schemaVersionStep } from '../steps/schema-version.ts';
import { referenceShapeStep, referenceTimeStep, shapeStep } from '../steps/shape.ts';
import type { Step } from '../steps/step.ts';
import { synthesisStep } from '../steps/synthesis.ts';
import { referenceTrustStep, trustStep } from '../steps/trust.ts';
import { type Settle, settle } from './settle.ts';
import { settleAsReference } from './settle-as-reference.ts';
import type { Work } from './work.ts';

export interface PipelineProfile {
  readonly steps: readonly Step<StepId>[];
  /** What the steps count and remember of an acceptance, in their order. */
  readonly accepted: readonly ((work: Work) => void)[];
  readonly settle: Settle;
  /** Whether a failed node ends the turn (acceptor 2). */
  readonly stopsTurns: boolean;
}

/** What each step does; the order is that of `STEPS`. */
const specifiedSteps: { readonly [Id in StepId]: Step<Id> } = {
  capability: capabilityStep,
  'conflict-peek': conflictPeekStep,
  contract: contractStep,
  dedup: dedupStep,
  emit: emitStep,
  kind: kindStep,
  limits: limitsStep,
  parse: parseStep,
  partial: partialStep,
  payload: payloadStep,
  redaction: redactionStep,
  route: routeStep,
  'schema-version': schemaVersionStep,
  shape: shapeStep,
  synthesis: synthesisStep,
  trust: trustStep,
};

/**
 * The order of the specification, for the profiles lenient and strict. They differ in two steps, which ask for the
 * profile: strict fills nothing (synthesis) and takes the list of displays as closed (shape).
 */
const specified = profile(
  STEPS.map(({ id }) => specifiedSteps[id]),
  settle,
  true,
);

/** The order of the public reference host with its deviations R1 to R20 (acceptor 9, vectors FORMAT 8). */
const reference = profile(
  [
    referenceCapabilityStep,
    referenceParseStep,
    referenceShapeStep,
    referenceDedupStep,
    referenceTimeStep,
    referenceCatalogueStep,
    referencePayloadStep,
    referenceVersionStep,
    referenceContractStep,
    referenceLimitsStep,
    referenceTrustStep,
    redactionStep,
    emitStep,
  ],
  settleAsReference,
  false,
);

function profile(steps: readonly Step<StepId>[], settleBy: Settle, stopsTurns: boolean): PipelineProfile {
  return { steps, accepted: steps.flatMap(({ accepted }) => accepted ?? []), settle: settleBy, stopsTurns };
}

/** The pipeline of a profile. */
export function profileOf(name: Profile): PipelineProfile {
  return name === 'reference' ? reference : specified;
}
