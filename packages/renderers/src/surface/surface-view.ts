/** What reading makes of an envelope with a surface. The surface itself is checked by the model when it is shown. */
import { isRecord, member, ownString } from '@openwop-inspector/base';
import type { EnvelopeSubject, RenderSubject } from '../contract/render-subject.ts';
import type { Reading } from '../contract/renderer.ts';
import type { TrustFacts } from '../model/a2ui/surface-trust.ts';
import { isHopelesslyLarge, missingTexts } from './whole-payload.ts';

export interface SurfaceView {
  readonly subject: EnvelopeSubject;
  /** Of any shape; strings of `subject.leftOut` stand empty in it. */
  readonly payload: unknown;
  readonly partial: unknown;
  readonly trust: TrustFacts;
  /** The node an answer would go to; null when neither the interrupt nor the envelope names one. */
  readonly nodeId: string | null;
}

/** Takes any envelope that has a payload: what is wrong with a surface is told in its place, by its own notice. */
export function readSurfaceView(subject: RenderSubject): Reading<SurfaceView> {
  if (subject.kind !== 'envelope' || !isRecord(subject.value)) {
    return unread('The envelope is not an object.', '', 'An envelope with type, payload and meta.');
  }
  const { value } = subject;
  if (!Object.hasOwn(value, 'payload')) {
    return unread('The envelope has no payload.', '', 'A payload with catalogVersion and surface.');
  }
  if (isHopelesslyLarge(subject)) {
    return unread(
      'The texts of the surface are over 256 KiB.',
      missingTexts(subject)[0] ?? '/payload',
      'At most 256 KiB, and 20,000 characters in one text.',
    );
  }
  const { interrupt } = subject;
  return {
    ok: true,
    view: {
      subject,
      payload: value.payload,
      partial: member(value, 'partial'),
      trust: trustFacts(subject),
      nodeId: interrupt?.nodeId ?? ownString(value, 'nodeId'),
    },
  };
}

/** The label of the subject and the tag of the envelope: either can take trust away, neither gives it (envelope 7.3). */
function trustFacts({ value, trust, interrupt }: EnvelopeSubject): TrustFacts {
  const tag = member(member(value, 'meta'), 'contentTrust');
  const isMarked = tag !== undefined && tag !== null && tag !== 'trusted';
  return {
    contentTrust: isMarked || trust.level === 'untrusted' ? 'untrusted' : null,
    boundInterruptKind: interrupt?.kind ?? null,
  };
}

function unread(message: string, pointer: string, nearest: string): Reading<SurfaceView> {
  return { ok: false, problem: { message, pointer, clause: 'envelope 7.1, 7.2', nearest } };
}
