/** One envelope on its way through the steps. */
import type { JsonObject } from '@openwop-inspector/base';
import { isRecord } from '@openwop-inspector/base';
import type { WarningCode } from '@openwop-inspector/protocol';
import type { OutcomeDetail } from '../accept-context.ts';
import type { AcceptNote, AcceptWarning, StepChange } from '../accept-result.ts';
import type { ForeignNote } from '../foreign-check.ts';
import { type KnownOutcome, type NodeMemory, nodeMemoryOf, type RunMemory } from '../memory/run-memory.ts';
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
  readonly payloadCheck: (settings: Settings, kind: string, version?: number) => PayloadCheck;
  /** Numbers for ids, unique in the acceptor. */
  readonly nextId: () => number;
  readonly input: unknown;
  /** Why no value could be read at all; null when there is one. */
  readonly unreadable: string | null;

  /** The envelope as it is now: after the synthesis, before the redaction. Null before the parse step. */
  envelope: JsonObject | null;
  /** The envelope with its secrets masked; written by the redaction step. */
  redacted: JsonObject | null;
  redactionCount: number;
  /** Of a payload that was normalised before its check (profile `reference`), else the payload itself. */
  payload: unknown;
  /** The names that events repeat, masked; null until the steps have run (`namesOf`). */
  names: EventNames | null;
  /** Empty when there is none of a fitting form. */
  type: string;
  correlationId: string | null;
  /** Node of the envelope, else of the context. */
  nodeId: string | null;
  /** The run's memory of that node; null until it is read (`nodeOf`). */
  node: NodeMemory | null;
  envelopeId: string | null;
  /** The remembered outcome of this correlationId. */
  known: KnownOutcome | null;
  /** The version that was written; null when none was. */
  schemaVersion: number | null;
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
  readonly notes: AcceptNote[];
}

export const NO_CHANGES: readonly StepChange[] = Object.freeze([]);
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

/** Adds the notes of a check of the payload, whose pointers count from it. */
export function notePayload({ notes, settings: { redactor } }: Work, found: readonly ForeignNote[]): void {
  for (const { instancePath, value, multipleOf } of found) {
    const words = `${value} is a multiple of ${multipleOf}; a validator that counts in binary floating point refuses it.`;
    notes.push({
      code: 'binary_multiple',
      message: redactor.text(words),
      pointer: redactor.pointer(`/payload${instancePath}`),
      clause: 'acceptor 3.2',
    });
  }
}

/** The names an event or an outcome repeats, masked; undefined when not known. */
interface EventNames {
  readonly runId: string;
  readonly nodeId: string | undefined;
  readonly correlationId: string | undefined;
  readonly envelopeId: string | undefined;
  readonly type: string;
}

/** The names of an envelope whose steps have run; masked once. */
export function namesOf(work: Work): EventNames {
  if (work.names !== null) return work.names;
  const { redactor, runId } = work.settings;
  const mask = (name: string | null) => (name === null ? undefined : redactor.text(name));
  work.names = {
    runId: redactor.text(runId),
    nodeId: mask(work.nodeId),
    correlationId: mask(work.correlationId),
    envelopeId: mask(work.envelopeId),
    type: redactor.text(work.type),
  };
  return work.names;
}

/** Code points an id may have (envelope 2). */
const MAX_ID = 128;

/**
 * Fills the fields of the work from its envelope. Members of a wrong form read as absent: a refused envelope is
 * evaluated further for "what if", and its events still name what can be named.
 */
export function readFields(work: Work, envelope: JsonObject): void {
  const { type, payload, correlationId, envelopeId, nodeId, schemaVersion, meta } = envelope;
  work.envelope = envelope;
  work.payload = payload;
  work.type = typeof type === 'string' ? type : '';
  work.correlationId = idOf(correlationId);
  work.envelopeId = idOf(envelopeId);
  // Minus zero is zero.
  work.schemaVersion = typeof schemaVersion === 'number' ? schemaVersion + 0 : null;
  work.nodeId = idOf(nodeId) ?? work.settings.nodeId;
  work.node = null;
  // Effective trust (acceptor 7): the tag, else the boundary; or the lower of both.
  const tag = isRecord(meta) ? meta.contentTrust : undefined;
  const { trustBoundary, meetsTrust } = work.settings;
  work.isUntrusted = tag === 'untrusted' || trustBoundary === 'untrusted';
  if (meetsTrust && work.isUntrusted) work.contentTrust = 'untrusted';
  else work.contentTrust = tag === 'trusted' || tag === 'untrusted' ? tag : trustBoundary;
}

function idOf(value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  return value.length <= MAX_ID || codePointCount(value) <= MAX_ID ? value : null;
}

/** Code points of a text; a lone surrogate counts as one. */
export function codePointCount(text: string): number {
  let count = 0;
  for (const _point of text) count++;
  return count;
}

/** Makes the masked view, once. Also for refused envelopes, which are displayed as well. */
export function redactEnvelope(work: Work): void {
  if (work.redacted !== null || work.envelope === null) return;
  const { redactor } = work.settings;
  if (!redactor.isActive) {
    work.redacted = work.envelope;
    return;
  }
  const { value, count } = redactor.value(work.envelope);
  work.redacted = isRecord(value) ? value : null;
  work.redactionCount = count;
}
