/**
 * The steps in the order they run (acceptor 2). Only this list defines the order: `pipeline/profiles.ts` adds their
 * code to these descriptions, which is all that a window needs.
 */
import { capabilityInfo } from './capability.ts';
import { conflictPeekInfo } from './conflict-peek.ts';
import { contractInfo } from './contract.ts';
import { dedupInfo } from './dedup.ts';
import { emitInfo } from './emit.ts';
import { kindInfo } from './kind.ts';
import { limitsInfo } from './limits.ts';
import { parseInfo } from './parse.ts';
import { partialInfo } from './partial.ts';
import { payloadInfo } from './payload.ts';
import { redactionInfo } from './redaction.ts';
import { routeInfo } from './route.ts';
import { schemaVersionInfo } from './schema-version.ts';
import { shapeInfo } from './shape.ts';
import type { StepInfo } from './step.ts';
import { synthesisInfo } from './synthesis.ts';
import { trustInfo } from './trust.ts';

export const STEPS = [
  capabilityInfo,
  parseInfo,
  synthesisInfo,
  shapeInfo,
  partialInfo,
  conflictPeekInfo,
  kindInfo,
  schemaVersionInfo,
  payloadInfo,
  contractInfo,
  limitsInfo,
  redactionInfo,
  trustInfo,
  dedupInfo,
  routeInfo,
  emitInfo,
] as const satisfies readonly StepInfo[];

export type StepId = (typeof STEPS)[number]['id'];

const byId: ReadonlyMap<string, StepInfo> = new Map(STEPS.map((step) => [step.id, step]));

/** What is said of one step; null for a word that names none, as `stopped`. */
export function stepInfo(id: StepId): StepInfo;
export function stepInfo(id: string): StepInfo | null;
export function stepInfo(id: string): StepInfo | null {
  return byId.get(id) ?? null;
}
