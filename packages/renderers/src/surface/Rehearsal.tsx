import { useMemo, useState } from 'react';
import type { FieldValues } from '../model/a2ui/field-values.ts';
import { pressButton, type SurfaceModel, surfaceModel } from '../model/a2ui/surface-model.ts';
import type { TrustFacts } from '../model/a2ui/surface-trust.ts';
import { placedButtons } from './frame-surface.ts';
import { LockReasons } from './LockReasons.tsx';
import { lockReasons, lockSentences } from './lock-reasons.ts';
import { PressedRequests } from './PressedRequests.tsx';
import { partialPlace } from './partial-place.ts';
import type { PressedRequest } from './pressed-request.ts';
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
}

/** Requests that are kept to look back at. */
const MOST_PRESSED = 5;

/** A surface to fill in, and what pressing its buttons would send. Nothing is sent (envelope 7.3). */
export function Rehearsal(props: RehearsalProps) {
  const { payload, partial, trust, place, filling, waitsForFull = false } = props;
  const [pressed, setPressed] = useState<readonly PressedRequest[]>([]);
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
    setPressed((before) => [
      { number: (before[0]?.number ?? 0) + 1, label: button.label, index, request },
      ...before.slice(0, MOST_PRESSED - 1),
    ]);
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
        lastPressed={pressed[0]?.index ?? null}
        {...(filling.values.size === 0 ? {} : { onReset: () => filling.replace(new Map()) })}
      />
      <LockReasons reasons={reasons} />
      <PressedRequests pressed={pressed} resumeSchema={props.resumeSchema} />
    </div>
  );
}
