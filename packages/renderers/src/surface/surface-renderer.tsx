/** Surfaces of the closed catalogue, with a rehearsal of their buttons (envelope 7). */

import { isRecord, keepWrittenAt, member, ownString } from '@openwop-inspector/base';
import { useRenderServices } from '../contract/render-services.ts';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import { hintRenderer, type Reading, type ShowProps, unread } from '../contract/renderer.ts';
import type { TrustFacts } from '../model/a2ui/surface-trust.ts';
import { Rehearsal } from './Rehearsal.tsx';
import { SurfaceReasoning } from './SurfaceReasoning.tsx';
import styles from './surface.module.css';
import { useFilling } from './use-filling.ts';
import { isHopelesslyLarge, missingTexts, useWholePayload } from './whole-payload.ts';

export const surfaceRenderer = hintRenderer({
  name: 'a2ui',
  title: 'Surface',
  read: readSurfaceView,
  Show: SurfaceShow,
});

/** A surface of an envelope: the frame, what was reasoned, and the rehearsal. */
function SurfaceShow({ view }: ShowProps<SurfaceView>) {
  const { place } = useRenderServices();
  const filling = useFilling();
  const { subject } = view;
  const whole = useWholePayload(subject, view.payload);
  if (whole.kind === 'loading') return <p className={styles.quiet}>Reading the texts of the surface…</p>;
  if (whole.kind === 'problem') return <p className={styles.quiet}>{whole.message}</p>;
  return (
    <div className={styles.show}>
      <Rehearsal
        payload={whole.payload}
        partial={view.partial}
        trust={view.trust}
        place={{ runId: place.runId, nodeId: view.nodeId }}
        resumeSchema={subject.interrupt?.resumeSchema ?? null}
        filling={filling}
      />
      <SurfaceReasoning subject={subject} payload={view.payload} />
    </div>
  );
}

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
function readSurfaceView(subject: EnvelopeSubject): Reading<SurfaceView> {
  if (!isRecord(subject.value)) {
    return refused('The envelope is not an object.', '', 'An envelope with type, payload and meta.');
  }
  const { value } = subject;
  keepWrittenAt(value, subject.numbers);
  if (!Object.hasOwn(value, 'payload')) {
    return refused('The envelope has no payload.', '', 'A payload with catalogVersion and surface.');
  }
  if (isHopelesslyLarge(subject)) {
    return refused(
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
export function trustFacts({ value, trust, interrupt }: EnvelopeSubject): TrustFacts {
  const tag = member(member(value, 'meta'), 'contentTrust');
  const isMarked = tag !== undefined && tag !== null && tag !== 'trusted';
  return {
    contentTrust: isMarked || trust.level === 'untrusted' ? 'untrusted' : null,
    boundInterruptKind: interrupt?.kind ?? null,
  };
}

function refused(message: string, pointer: string, nearest: string): Reading<SurfaceView> {
  return unread({ message, pointer, clause: 'envelope 7.1, 7.2', nearest });
}
