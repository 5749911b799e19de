/**
 * Profile `reference`: the public reference host with its deviations R1 to R20 (acceptor 9, vectors FORMAT 8). Its
 * order is the list below; what it shares with the specification are the steps imported from `steps/`.
 */
import { redactionStep } from '../../steps/s10-redaction.ts';
import { emitStep } from '../../steps/s14-emit.ts';
import type { PipelineProfile } from '../profile.ts';
import { referenceCapabilityStep } from './reference-capability.ts';
import { referenceCatalogueStep } from './reference-catalogue.ts';
import { referenceContractStep } from './reference-contract.ts';
import { referenceDedupStep } from './reference-dedup.ts';
import { referenceLimitsStep } from './reference-limits.ts';
import { referencePayloadStep } from './reference-payload.ts';
import { settleAsReference } from './reference-settle.ts';
import { referenceParseStep, referenceShapeStep, referenceTimeStep } from './reference-shape.ts';
import { referenceTrustStep } from './reference-trust.ts';
import { referenceVersionStep } from './reference-version.ts';

export const referenceProfile: PipelineProfile = {
  steps: [
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
  settle: settleAsReference,
  stopsTurns: false,
};
