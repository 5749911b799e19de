/**
 * The order of the specification, for the profiles lenient and strict (acceptor 2). They differ in two steps, which
 * ask for the profile: strict fills nothing (S2) and takes the list of displays as closed (S3).
 */
import { settle } from '../pipeline/settle.ts';
import { capabilityStep } from '../steps/s00-capability.ts';
import { parseStep } from '../steps/s01-parse.ts';
import { synthesisStep } from '../steps/s02-synthesis.ts';
import { shapeStep } from '../steps/s03-shape.ts';
import { partialStep } from '../steps/s03p-partial.ts';
import { conflictPeekStep } from '../steps/s04-conflict-peek.ts';
import { kindStep } from '../steps/s05-kind.ts';
import { schemaVersionStep } from '../steps/s06-schema-version.ts';
import { payloadStep } from '../steps/s07-payload.ts';
import { contractStep } from '../steps/s08-contract.ts';
import { limitsStep } from '../steps/s09-limits.ts';
import { redactionStep } from '../steps/s10-redaction.ts';
import { trustStep } from '../steps/s11-trust.ts';
import { dedupStep } from '../steps/s12-dedup.ts';
import { routeStep } from '../steps/s13-route.ts';
import { emitStep } from '../steps/s14-emit.ts';
import type { PipelineProfile } from './profile.ts';

export const specifiedProfile: PipelineProfile = {
  steps: [
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
  ],
  settle,
  stopsTurns: true,
};
