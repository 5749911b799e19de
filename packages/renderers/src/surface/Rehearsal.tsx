import { capital, formatCount } from '@openwop-inspector/base';
import { layout } from '@openwop-inspector/ui';
import { useMemo, useRef, useState } from 'react';
import { Clause } from '../clause/Clause.tsx';
import { type RenderServices, useRenderServices } from '../contract/render-services.ts';
import { isUntrusted, valueObject } from '../model/a2ui/surface-actions.ts';
import {
  isLocked,
  pressButton,
  type SurfaceInput,
  surfaceModel,
  type ValidSurface,
} from '../model/a2ui/surface-model.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { type LockReason, lockReasons, lockSentences, partialWords } from './lock-reasons.ts';
import { type PressedRequest, PressedRequests, RequestPreview } from './PressedRequests.tsx';
import { type RequestPlace, surfaceRequest } from './RequestText.tsx';
import { type Filling, SurfaceFrame } from './SurfaceFrame.tsx';
import { SurfaceNoticePanel } from './SurfaceNoticePanel.tsx';
import styles from './surface.module.css';

export interface RehearsalProps {
  /** Anything but a surface is displayed as a notice. The same object while it is the same surface. */
  readonly input: Omit<SurfaceInput, 'values'>;
  readonly place: RequestPlace;
  /** Schema of what resumes the interrupt; null when none is known. */
  readonly resumeSchema: unknown;
  readonly filling: Filling;
  /** A delta frame was refused: everything is locked until a full surface comes. */
  readonly waitsForFull?: boolean;
  /** What is displayed is a state of the past: a press is a rehearsal, whether a host is attached or not. */
  readonly isPast?: boolean;
}

/** Notes on a surface that are listed. */
const MAX_NOTES = 12;

/** Maximum number of recent requests. */
const MAX_PRESSED = 5;

/**
 * A surface to fill in, and the requests of its buttons. Nothing is sent unless a host is attached, and then only after
 * the user confirms (envelope 7.3, security S-18).
 */
export function Rehearsal(props: RehearsalProps) {
  const { input, place, filling, waitsForFull = false, isPast = false } = props;
  const { payload } = input;
  const { sendPressed } = useRenderServices();
  const model = useMemo(() => surfaceModel({ ...input, values: filling.values }), [input, filling.values]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new identity for each rendered surface
  const revision = useMemo(() => ({}), [payload, filling.revision]);
  const send = isPast ? undefined : sendPressed;
  const { pressed, press } = usePresses(props, send);
  if (model.kind === 'notice') return <SurfaceNoticePanel notice={model.notice} payload={payload} />;

  const fragment = partialWords(input.partial);
  const reasons = lockReasons(model, { partial: fragment, waitsForFull });
  const working = model.buttons.filter(({ button }) => !waitsForFull && !isLocked(model, button));
  const free = reasons.length === 0 ? [] : working.map(({ index }) => index);
  return (
    <div className={layout('grid narrow gap8')}>
      <SurfaceHead model={model} />
      <SurfaceFrame
        model={model}
        state={{ locks: lockSentences(reasons), free }}
        revision={revision}
        onChanges={filling.add}
        onPress={press}
      />
      {fragment === null ? null : (
        <p className={layout('warnTint warnText', styles.fragment)}>
          {capital(fragment)}, displayed as far as it has come. Nothing can be pressed before the last one.
        </p>
      )}
      <RequestPreview
        model={model}
        place={place}
        reasons={reasons}
        sending={sendPressed === undefined ? 'no-host' : isPast ? 'past' : 'asks'}
        lastPressed={pressed[0]?.index ?? null}
        {...(filling.values.size === 0 ? {} : { onReset: () => filling.replace(new Map()) })}
      />
      {reasons.length > 0 && <LockReasons reasons={reasons} />}
      <PressedRequests pressed={pressed} resumeSchema={props.resumeSchema} isSent={send !== undefined} />
    </div>
  );
}

/** The presses, newest first, and their handler: checked against the current values, not the rendered ones. */
function usePresses(props: RehearsalProps, send: RenderServices['sendPressed']) {
  const { input, place, filling, waitsForFull = false } = props;
  const [pressed, setPressed] = useState<readonly PressedRequest[]>([]);
  // Presses may come faster than they are drawn.
  const count = useRef(0);
  const press = (index: number) => {
    const now = surfaceModel({ ...input, values: filling.current() });
    if (now.kind === 'notice' || waitsForFull) return;
    const button = now.buttons.find((one) => one.index === index)?.button;
    const action = button === undefined ? null : pressButton(now, button);
    if (button === undefined || action === null) return;
    const { label } = button;
    const request = surfaceRequest(action, place);
    const answer = send === undefined ? null : 'asking';
    const press: PressedRequest = { number: ++count.current, label, index, request, answer };
    setPressed((before) => [press, ...before.slice(0, MAX_PRESSED - 1)]);
    void send?.({
      target: action.target,
      label,
      values: valueObject(action.entries),
      nodeId: place.nodeId,
      interruptKind: input.boundInterruptKind ?? null,
      contentTrust: isUntrusted(input) ? 'untrusted' : 'trusted',
    }).then((answer) =>
      setPressed((before) => before.map((one) => (one === press ? { ...one, answer } : one))),
    );
  };
  return { pressed, press };
}

/** What a surface of messages is, what of it is not drawn, and what a host should have refused. */
export function SurfaceHead({ model: { heading, notes } }: { readonly model: ValidSurface }) {
  if (heading === null) return null;
  return (
    <div className={layout('grid narrow gap6 pad8x16')}>
      <h4 className={layout.primary}>
        <VisibleText text={heading} />
      </h4>
      {notes.length === 0 ? null : (
        <ul className={layout('grid breaks gap4', styles.rules)} aria-label="Notes on the surface">
          {notes.slice(0, MAX_NOTES).map((note) => (
            <VisibleText as="li" key={note} text={note} />
          ))}
          {notes.length > MAX_NOTES ? <li>{formatCount(notes.length - MAX_NOTES)} more.</li> : null}
        </ul>
      )}
    </div>
  );
}

/** Why no button works: each rule with its code, clause and the components it is about. */
function LockReasons({ reasons }: { readonly reasons: readonly LockReason[] }) {
  return (
    <details className={styles.fold}>
      <summary>
        Why the buttons are locked{' '}
        <span className={styles.meta}>{reasons.length === 1 ? '1 reason' : `${reasons.length} reasons`}</span>
      </summary>
      <ul className={layout('grid breaks gap8', styles.reasons)}>
        {reasons.map((reason) => (
          <li key={reason.code}>
            <p>
              <VisibleText text={capital(reason.words)} /> {reason.why}
            </p>
            <p className={styles.meta}>
              <code>{reason.code}</code> · <Clause clause={reason.clause} />
            </p>
            {reason.pointers.length === 0 ? null : (
              <p className={styles.meta}>
                <code>{reason.pointers.join(' ')}</code>
              </p>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
