/** One envelope on its way through the steps. */
import type { JsonObject } from '@openwop-inspector/base';
import type { WarningCode } from '@openwop-inspector/protocol';
import type { OutcomeDetail } from '../accept-context.ts';
import type { AcceptWarning, StepChange, StepId, StepTrace } from '../accept-result.ts';
import type { KnownOutcome } from '../memory/known-outcome.ts';
import { type NodeMemory, nodeMemoryOf, type RunMemory } from '../memory/run-memory.ts';
import type { PayloadCheck } from '../payload/payload-check.ts';
import type { Settings } from './settings.ts';

/**
 * What the steps hand on. A step writes only what it found out; the input is never changed, and the memory of the run
 * only when the outcome is settled, so that a step can be run for "what if" as well.
 */
export interface Work {
  readonly settings: Settings;
  readonly memory: RunMemory;
  /** Finds the check of a kind's payload. */
  readonly payloadCheck: (settings: Settings, kind: string) => PayloadCheck;
  /** Numbers for ids, unique in the acceptor. */
  readonly nextId: () => number;
  readonly input: unknown;
  /** Why no value could be read at all; null when there is one. */
  readonly unreadable: string | null;

  /** The envelope as it is now: after the synthesis, before the redaction. Null before the parse step. */
  envelope: JsonObject | null;
  /** The envelope with its secrets masked; written by the redaction step. */
  shown: JsonObject | null;
  redactionCount: number;
  /** Of a payload that was normalised before its check (profile `reference`), else the payload itself. */
  payload: unknown;
  /** Empty when there is none of a fitting form. */
  type: string;
  correlationId: string | null;
  /** Node of the envelope, else of the context. */
  nodeId: string | null;
  /** What the run remembers of that node; null until somebody asks (`nodeOf`). */
  node: NodeMemory | null;
  envelopeId: string | null;
  /** The remembered outcome of this correlationId. */
  known: KnownOutcome | null;
  drift: boolean;
  /** Version the host advertises for this kind. */
  advertised: number | null;
  contentTrust: 'trusted' | 'untrusted' | null;
  /** True when the tag or the boundary says so. */
  isUntrusted: boolean;
  /** Violations that the payload step let pass. */
  tolerated: readonly OutcomeDetail[];
  /** What was changed before the check of the payload (profile `reference`). */
  normalized: readonly StepChange[];
  readonly warnings: AcceptWarning[];
  /** The deciding step; `emit` unless another one decides. */
  step: StepId;
  /** Rows of the trace so far. */
  rows: readonly StepTrace[];
}

export const NO_CHANGES: readonly StepChange[] = Object.freeze([]);
export const NO_ROWS: readonly StepTrace[] = Object.freeze([]);
export const NO_DETAILS: readonly OutcomeDetail[] = Object.freeze([]);

/** The memory of the envelope's node. */
export function nodeOf(work: Work): NodeMemory {
  if (work.node === null) work.node = nodeMemoryOf(work.memory, work.nodeId);
  return work.node;
}

/** Adds a warning. The pointer is one from the envelope; texts are masked. */
export function warn(work: Work, code: WarningCode, message: string, pointer?: string): void {
  const { redactor } = work.settings;
  work.warnings.push({
    code,
    message: redactor.text(message),
    pointer: pointer === undefined ? undefined : redactor.pointer(pointer),
  });
}
