/** The steps of each profile in the order they run. Nothing else says which steps there are, or in which order. */
import { capabilityStep, referenceCapabilityStep } from './capability.ts';
import { conflictPeekStep } from './conflict-peek.ts';
import { contractStep, referenceContractStep } from './contract.ts';
import { dedupStep, referenceDedupStep } from './dedup.ts';
import { emitStep } from './emit.ts';
import { kindStep, referenceCatalogueStep } from './kind.ts';
import { limitsStep, referenceLimitsStep } from './limits.ts';
import { parseStep, referenceParseStep } from './parse.ts';
import { partialStep } from './partial.ts';
import { payloadStep, referencePayloadStep } from './payload.ts';
import { redactionStep } from './redaction.ts';
import { routeStep } from './route.ts';
import { referenceVersionStep, schemaVersionStep } from './schema-version.ts';
import { referenceShapeStep, referenceTimeStep, shapeStep } from './shape.ts';
import type { Step, StepInfo } from './step.ts';
import { synthesisStep } from './synthesis.ts';
import { referenceTrustStep, trustStep } from './trust.ts';

/**
 * The order of the specification, for the profiles lenient and strict (acceptor 2). They differ in two steps, which
 * ask for the profile: strict fills nothing (synthesis) and takes the list of displays as closed (shape).
 */
export const SPECIFIED_STEPS = [
  capabilityStep,
  parseStep,
  synthesisStep,
  shapeStep,
  partialStep,
  conflictPeekStep,
  kindStep,
  schemaVersionStep,
  payloadStep,
  contractStep,
  limitsStep,
  redactionStep,
  trustStep,
  dedupStep,
  routeStep,
  emitStep,
] as const;

export type StepId = (typeof SPECIFIED_STEPS)[number]['id'];

/** The order of the public reference host with its deviations R1 to R20 (acceptor 9, vectors FORMAT 8). */
export const REFERENCE_STEPS: readonly [Step<StepId>, ...Step<StepId>[]] = [
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
];

/** What is said of the steps to people, in the order of the specification. */
export const STEPS: readonly StepInfo<StepId>[] = SPECIFIED_STEPS;

const byId: ReadonlyMap<string, StepInfo<StepId>> = new Map(STEPS.map((step) => [step.id, step]));

/** One of them; null for a word that names none, as `stopped`. */
export function stepInfo(id: StepId): StepInfo<StepId>;
export function stepInfo(id: string): StepInfo<StepId> | null;
export function stepInfo(id: string): StepInfo<StepId> | null {
  return byId.get(id) ?? null;
}
