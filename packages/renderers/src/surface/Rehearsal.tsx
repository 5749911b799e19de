import { useMemo, useRef, useState } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import type { FieldValues } from '../model/a2ui/field-values.ts';
import { valueObject } from '../model/a2ui/surface-actions.ts';
import { pressButton, type SurfaceModel, surfaceModel } from '../model/a2ui/surface-model.ts';
import { isUntrusted, type TrustFacts } from '../model/a2ui/surface-trust.ts';
import { placedButtons } from './frame-surface.ts';
import { LockReasons } from './LockReasons.tsx';
import { lockReasons, lockSentences, partialPlace } from './lock-reasons.ts';
import type { PressedRequest } from './PressedRequests.tsx';
import { PressedRequests } from './PressedRequests.tsx';
import { RequestPreview } from './RequestPreview.tsx';
import { SurfaceFrame } from './SurfaceFrame.tsx';
import { SurfaceNoticePanel } from './SurfaceNoticePanel.tsx';
import styles from './surface.module.css';
import { type RequestPlace, surfaceRequest } from './surface-request.ts';
import type { Filling } from './use-filling.ts';

export interface RehearsalProps {
  /** Of any shape; what is no surface is shown as a notice. */
  readonly payload: unknown;
  readonly partial: unknown;
  readonly trust: TrustFacts;
  readonly place: RequestPlace;
  /** Schema of what resumes the interrupt; null when none is known. */
  readonly resumeSchema: unknown;
  readonly filling: Filling;
  /** A delta frame was refused: everything is locked until a full surface comes. */
  readonly waitsForFull?: boolean;
  /** What is shown is a state of the past: a press is a rehearsal, whether a host is attached or not. */
  readonly isPast?: boolean;
}

/** Requests that are kept to look back at. */
const MOST_PRESSED = 5;

/**
 * A surface to fill in, and what pressing its buttons sends. Nothing is sent but where a host is attached, and there
 * the person is asked first (envelope 7.3, security S-18).
 */
export function Rehearsal(props: RehearsalProps) {
  const { payload, partial, trust, place, filling, waitsForFull = false, isPast = false } = props;
  const { sendPressed } = useRenderServices();
  const send = isPast ? undefined : sendPressed;
  const [pressed, setPressed] = useState<readonly PressedRequest[]>([]);
  // Presses may come faster than they are drawn.
  const count = useRef(0);
  const modelWith = (values: FieldValues): SurfaceModel =>
    surfaceModel({ payload, partial, values, ...trust });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `modelWith` is made of the others
  const model = useMemo(() => modelWith(filling.values), [payload, partial, trust, filling.values]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an identity of its own for each thing to draw anew
  const revision = useMemo(() => ({}), [payload, filling.revision]);
  if (model.kind === 'notice') return <SurfaceNoticePanel notice={model.notice} payload={payload} />;

  const fragment = partialPlace(partial);
  const reasons = lockReasons(model, { partial: fragment, waitsForFull });
  const press = (index: number) => {
    const now = modelWith(filling.current());
    if (now.kind === 'notice' || waitsForFull) return;
    const button = placedButtons(now).find((one) => one.index === index)?.button;
    const action = button === undefined ? null : pressButton(now, button);
    if (button === undefined || action === null) return;
    const request = surfaceRequest(action, place);
    const press: PressedRequest = {
      number: ++count.current,
      label: button.label,
      index,
      request,
      answer: send === undefined ? null : 'asking',
    };
    setPressed((before) => [press, ...before.slice(0, MOST_PRESSED - 1)]);
    void send?.({
      target: action.target,
      label: button.label,
      values: valueObject(action.entries),
      nodeId: place.nodeId,
      interruptKind: trust.boundInterruptKind ?? null,
      contentTrust: isUntrusted(trust) ? 'untrusted' : 'trusted',
    }).then((answer) =>
      setPressed((before) => before.map((one) => (one === press ? { ...one, answer } : one))),
    );
  };
  return (
    <div className={styles.rehearsal}>
      <SurfaceFrame
        model={model}
        locks={lockSentences(reasons)}
        revision={revision}
        onChanges={filling.add}
        onPress={press}
      />
      {fragment === null ? null : (
        <p className={styles.fragment}>
          {fragment.words[0]?.toUpperCase()}
          {fragment.words.slice(1)}, shown as far as it has come. Nothing can be pressed before the last one.
        </p>
      )}
      <RequestPreview
        {...{ model, place, reasons }}
        sending={sendPressed === undefined ? 'no-host' : isPast ? 'past' : 'asks'}
        lastPressed={pressed[0]?.index ?? null}
        {...(filling.values.size === 0 ? {} : { onReset: () => filling.replace(new Map()) })}
      />
      <LockReasons reasons={reasons} />
      <PressedRequests pressed={pressed} resumeSchema={props.resumeSchema} isSent={send !== undefined} />
    </div>
  );
}
