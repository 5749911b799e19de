import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { JsonObject } from '@openwop-inspector/base';
import type { StepChange } from '../accept-result.ts';
import { codePointCount, readFields, type Work, warn } from '../pipeline/work.ts';
import { step } from './step.ts';

/** Longest correlationId in code points; a longer synthesized one is replaced by its hash (acceptor 2.1). */
const MAX_CORRELATION_ID = 128;
const FILLED = ['envelopeId', 'meta', 'correlationId'] as const;

/**
 * S2: profile lenient fills members that are absent, of v2 only `envelopeId`. Null, empty or of a wrong type is not absent. Every step that
 * needs an absent nodeId takes it from the context; the envelope does not change.
 */
export const synthesisStep = step('synthesis', {
  clause: 'acceptor 2.1',
  inputs: ['/envelopeId', '/meta', '/correlationId', '/nodeId'],
  check: (work) => {
    if (work.settings.profile === 'lenient' && work.envelope !== null && lacksAny(work.envelope))
      readFields(work, filled(work, work.envelope));
    return null;
  },
  explain: (work) => {
    if (work.settings.profile !== 'lenient') return { isSkipped: true, note: 'profile strict fills nothing' };
    const changes = changesOf(work);
    if (changes.length === 0) return 'nothing was absent';
    return { note: `filled ${changes.map((change) => change.path.slice(1)).join(', ')}`, changes };
  },
});

/** JSON has no undefined, so that a member of that value is absent. */
function lacksAny({ envelopeId, meta, correlationId }: JsonObject): boolean {
  return envelopeId === undefined || meta === undefined || correlationId === undefined;
}

function filled(work: Work, envelope: JsonObject): JsonObject {
  const { now, isV2 } = work.settings;
  const whole: Record<string, unknown> = { ...envelope };
  const isNew = !Object.hasOwn(envelope, 'envelopeId');
  if (isNew) {
    whole.envelopeId = `env-local-${work.nextId()}`;
    warn(work, 'envelope_id_assigned', 'The envelope had no envelopeId.', '/envelopeId');
  }
  // In v2 both are the emitter's alone (acceptor 3.4).
  if (isV2) return whole;
  if (!Object.hasOwn(envelope, 'meta')) {
    whole.meta = { source: 'ai-generation', ts: now };
    warn(work, 'meta_synthesized', 'The envelope had no meta.', '/meta');
  }
  if (!Object.hasOwn(envelope, 'correlationId')) {
    whole.correlationId = correlationIdOf(work, whole);
    warn(work, 'correlation_id_synthesized', 'The envelope had no correlationId.', '/correlationId');
    if (isNew)
      warn(work, 'not_replayable', 'Without any id of its own it cannot be recognised.', '/envelopeId');
  }
  return whole;
}

function correlationIdOf({ nodeId, settings }: Work, { envelopeId }: JsonObject): string {
  const id = `${settings.runId}:${nodeId ?? ''}:${typeof envelopeId === 'string' ? envelopeId : ''}`;
  if (id.length <= MAX_CORRELATION_ID || codePointCount(id) <= MAX_CORRELATION_ID) return id;
  return `sha256:${bytesToHex(sha256(utf8ToBytes(id)))}`;
}

function changesOf({ input, envelope }: Work): readonly StepChange[] {
  if (input === envelope || envelope === null || typeof input !== 'object' || input === null) return [];
  return FILLED.filter((key) => Object.hasOwn(envelope, key) && !Object.hasOwn(input, key)).map((key) => ({
    op: 'add',
    path: `/${key}`,
    after: envelope[key],
  }));
}
