/** Surfaces of the closed catalogue, with a rehearsal of their buttons (envelope 7). */

import {
  formatCount,
  isRecord,
  keepWrittenAt,
  member,
  ownString,
  strictPointerTokens,
} from '@openwop-inspector/base';
import { layout } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { type ContentProblem, type EnvelopeSubject, useRenderServices } from '../contract/render-services.ts';
import { hintRenderer, type Reading, type ShowProps, unread } from '../contract/renderer.ts';
import { SURFACE_LIMITS } from '../model/a2ui/read-surface.ts';
import type { FieldValues, TrustFacts } from '../model/a2ui/surface-actions.ts';
import { type SurfaceInput, surfaceModel } from '../model/a2ui/surface-model.ts';
import { orProblem, useAnswer } from '../parts/loaded-content.ts';
import { TrustFrame } from '../trust/TrustFrame.tsx';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { Rehearsal, SurfaceHead } from './Rehearsal.tsx';
import { SurfaceFrame, useFilling } from './SurfaceFrame.tsx';
import { SurfaceNoticePanel } from './SurfaceNoticePanel.tsx';
import styles from './surface.module.css';

const POINTER = '/payload/reasoning';

/** Longest reasoning that is displayed, in UTF-16 units; the data is never clipped (envelope 5). */
const MAX_LENGTH = 20_000;

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
  const whole = useWholePayload(subject, view.input.payload);
  const payload = whole.kind === 'whole' ? whole.payload : null;
  const input = useMemo(() => ({ ...view.input, payload }), [view, payload]);
  if (whole.kind === 'loading') return <p className={styles.quiet}>Reading the texts of the surface…</p>;
  if (whole.kind === 'problem') return <p className={styles.quiet}>{whole.message}</p>;
  return (
    <div className={layout('grid narrow gap8 padBottom8')}>
      <Rehearsal
        input={input}
        place={{ runId: place.runId, nodeId: view.nodeId }}
        resumeSchema={subject.interrupt?.resumeSchema ?? null}
        filling={filling}
      />
      <SurfaceReasoning view={view} />
    </div>
  );
}

interface SurfaceView {
  readonly subject: EnvelopeSubject;
  /** The payload is of any shape; strings of `subject.leftOut` are empty in it. */
  readonly input: SurfaceInput;
  /** The node an answer would go to; null when neither the interrupt nor the envelope names one. */
  readonly nodeId: string | null;
}

/** Reads any payload: an invalid surface is replaced by its own notice. */
function readSurfaceView(subject: EnvelopeSubject): Reading<SurfaceView> | null {
  const { value, interrupt } = subject;
  if (!isRecord(value)) return null;
  keepWrittenAt(value, subject.numbers);
  const missing = missingTexts(subject);
  // What was left out is alone more than a surface may have: it need not be fetched to be refused.
  if (missing.reduce((sum, { length }) => sum + length, 0) > SURFACE_LIMITS.bytes) {
    return unread({
      message: 'The texts of the surface are over 256 KiB.',
      pointer: missing[0]?.pointer ?? '/payload',
      clause: 'envelope 7.1, 7.2',
      nearest: 'At most 256 KiB, and 20,000 characters in one text.',
    });
  }
  return {
    ok: true,
    view: {
      subject,
      input: {
        ...trustFacts(subject),
        payload: value.payload,
        partial: member(value, 'partial'),
        schemaVersion: member(value, 'schemaVersion'),
        earlier: subject.earlier,
      },
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

/** What the model said about its surface, folded: it never routes and never decides (envelope 5). */
function SurfaceReasoning({ view: { subject, input } }: { readonly view: SurfaceView }) {
  const { content } = useRenderServices();
  const [loaded, setLoaded] = useState<string | null>(null);
  const left = subject.leftOut.find(({ pointer }) => pointer === POINTER);
  const text = loaded ?? ownString(input.payload, 'reasoning') ?? '';
  const length = left?.length ?? text.length;
  if (length === 0) return null;
  const unfold = async () => {
    if (left === undefined || loaded !== null) return;
    const answer = await content.text(subject, POINTER);
    setLoaded(answer.kind === 'text' ? answer.text : answer.message);
  };
  return (
    <details className={styles.fold} onToggle={(event) => event.currentTarget.open && void unfold()}>
      <summary>
        Reasoning <span className={styles.meta}>{formatCount(length)} characters, decides nothing</span>
      </summary>
      <div className={layout('breaks lines scrolls body', styles.reasoning)}>
        <VisibleText text={text.slice(0, MAX_LENGTH)} />
        {text.length > MAX_LENGTH ? <p className={styles.meta}>Clipped here; whole under Payload.</p> : null}
      </div>
    </details>
  );
}

/** A payload with the long strings that were left out of it, filled in again. */
type WholePayload =
  | { readonly kind: 'whole'; readonly payload: unknown }
  | { readonly kind: 'loading' }
  | ContentProblem;

/** The strings of the surface that are not in the value. Reasoning is requested when it is unfolded. */
function missingTexts({ leftOut }: EnvelopeSubject) {
  return leftOut.filter(({ pointer }) => /^\/payload\/(?:surface|messages)/.test(pointer));
}

/** The complete payload of a subject. Missing texts are requested once. */
function useWholePayload(subject: EnvelopeSubject, payload: unknown): WholePayload {
  const { content } = useRenderServices();
  const missing = missingTexts(subject);
  const load = async (): Promise<WholePayload> => {
    const texts = await Promise.all(missing.map(({ pointer }) => content.text(subject, pointer)));
    let whole = payload;
    for (const [place, text] of texts.entries()) {
      if (text.kind === 'problem') return text;
      // The pointer counts from the envelope; its first token is `payload`.
      const [, ...tokens] = strictPointerTokens(missing[place]?.pointer ?? '') ?? [];
      whole = withText(whole, tokens, text.text);
    }
    return { kind: 'whole', payload: whole };
  };
  const key = missing.length === 0 ? null : subject.key;
  const whole = useAnswer(key, () => orProblem(load(), 'The texts could not be read.'));
  return key === null ? { kind: 'whole', payload } : (whole ?? { kind: 'loading' });
}

/** The value with a string in a place that is there; the same value when it is not. Shares all the rest. */
function withText(value: unknown, [token, ...rest]: readonly string[], text: string): unknown {
  if (token === undefined) return typeof value === 'string' ? text : value;
  if (Array.isArray(value)) {
    return value.map((item, index) => (String(index) === token ? withText(item, rest, text) : item));
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === token ? withText(member, rest, text) : member,
    ]),
  );
}

export interface RecordedSurfaceProps {
  /** The envelope of the surface: its trust and its interrupt count. */
  readonly subject: EnvelopeSubject;
  /** Of any shape: that of the subject, or of a surface that took its place. */
  readonly payload: unknown;
  /** What the fields hold; those that are not named hold what they start with. */
  readonly values: FieldValues;
}

const PAST = { locks: ['This is a recorded state: nothing can be changed or sent.'], free: [] };

/** A surface at a moment of the past. Input into it is undone at once, and no button works. */
export function RecordedSurface({ subject, payload, values }: RecordedSurfaceProps) {
  const [restored, setRestored] = useState(0);
  const model = useMemo(
    () => surfaceModel({ payload, values, ...trustFacts(subject), earlier: subject.earlier }),
    [payload, values, subject],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new identity for each rendered surface
  const revision = useMemo(() => ({}), [model, restored]);
  if (model.kind === 'notice') return <SurfaceNoticePanel notice={model.notice} payload={payload} />;
  return (
    <TrustFrame trust={subject.trust}>
      <div className={layout('grid narrow gap8')}>
        <SurfaceHead model={model} />
        <SurfaceFrame
          model={model}
          state={PAST}
          revision={revision}
          onChanges={() => setRestored((count) => count + 1)}
          onPress={() => undefined}
        />
      </div>
    </TrustFrame>
  );
}
