/** Which steps a profile runs, in which order, and how their end is settled. */
import type { Profile } from '../accept-context.ts';
import type { ProjectedEvent } from '../accept-result.ts';
import { acceptEvents, capBreached, nodeFailed, warningLogged, writeEvent } from '../events/event-writer.ts';
import { conflictPeekStep, dedupStep, referenceDedupStep } from '../steps/dedup.ts';
import { kindStep, referenceCatalogueStep, referenceVersionStep, schemaVersionStep } from '../steps/kind.ts';
import { limitsStep, referenceLimitsStep } from '../steps/limits.ts';
import {
  capabilityStep,
  contractStep,
  emitStep,
  parseStep,
  referenceCapabilityStep,
  referenceContractStep,
  referenceParseStep,
  routeStep,
} from '../steps/list.ts';
import { partialStep } from '../steps/partial.ts';
import { payloadStep, referencePayloadStep } from '../steps/payload.ts';
import { redactionStep } from '../steps/redaction.ts';
import { referenceShapeStep, referenceTimeStep, shapeStep } from '../steps/shape.ts';
import type { Step } from '../steps/step.ts';
import { STEPS, type StepId } from '../steps/step-table.ts';
import { synthesisStep } from '../steps/synthesis.ts';
import { referenceTrustStep, trustStep } from '../steps/trust.ts';
import type { Refused } from './ending.ts';
import { refusalOutcome, type Settle, settleAsSpecified, settler } from './settle.ts';
import { namesOf, type Work } from './work.ts';

export interface PipelineProfile {
  readonly steps: readonly Step[];
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

// What the reference host records, counts and remembers (R1, R6 to R9, R17).

/** The one code for every `invalid` (R6). */
const INVALID_CODE = 'envelope_validation_failed';

const settleAsReference = settler({
  // A clarification becomes one event (R7); `schema.*` is logged at info (R8); trusted is said also where nothing is.
  acceptance: (work: Work) => {
    const contentTrust = work.contentTrust ?? 'trusted';
    if (work.type === 'clarification.request') {
      const payload = { kind: 'clarification', envelopeId: namesOf(work).envelopeId };
      return [writeEvent(work, 'interrupt.requested', contentTrust, payload)];
    }
    return acceptEvents(work).map((event) => ({ ...atInfo(event), contentTrust }));
  },
  refusal: (work, ending) => {
    // Refusals carry no trust at the reference host (acceptor 3.3).
    const events = refusalEvents(work, ending).map(({ contentTrust: _contentTrust, ...event }) => event);
    const { correlationId, envelope, known, memory, type } = work;
    // Whatever was an object is remembered, refusals too; a conflict leaves the first outcome in place.
    if (correlationId !== null && envelope !== null && known === null)
      memory.known.set(correlationId, { type, code: ending.code, outcome: refusalOutcome(work, ending) });
    return events;
  },
});

function atInfo(event: ProjectedEvent): ProjectedEvent {
  const { payload } = event;
  if (typeof payload !== 'object' || payload === null || Reflect.get(payload, 'level') !== 'debug')
    return event;
  return { ...event, payload: { ...payload, level: 'info' } };
}

function refusalEvents(work: Work, ending: Refused): readonly ProjectedEvent[] {
  if (ending.status === 'invalid') return [nodeFailed(work, ending, INVALID_CODE)];
  if (ending.status === 'gated') {
    const isDiscarded = ending.gate?.refusalMode === 'discard-and-warn';
    return [isDiscarded ? warningLogged(work, ending) : nodeFailed(work, ending)];
  }
  const { capKind, cap } = ending;
  const breach = { kind: capKind ?? '', limit: cap, observed: cap, nodeId: namesOf(work).nodeId };
  return [capBreached(work, breach), nodeFailed(work, ending)];
}

/**
 * The order of the specification, for the profiles lenient and strict. They differ in two steps, which ask for the
 * profile: strict fills nothing (synthesis) and takes the list of displays as closed (shape).
 */
const inOrder = STEPS.map(({ id }) => specifiedSteps[id]);
const specified = profile(inOrder, settleAsSpecified, true);

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

function profile(
  steps: readonly Step[],
  settleBy: ReturnType<typeof settler>,
  stopsTurns: boolean,
): PipelineProfile {
  const accepted = steps.flatMap((step) => step.accepted ?? []);
  return { steps, settle: settleBy(accepted), stopsTurns };
}

/** The pipeline of a profile. */
export function profileOf(name: Profile): PipelineProfile {
  return name === 'reference' ? reference : specified;
}
