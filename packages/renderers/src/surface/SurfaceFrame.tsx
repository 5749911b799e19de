import { unreachable } from '@openwop-inspector/base';
import { Button, layout, useLatest, useMediaQuery } from '@openwop-inspector/ui';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import {
  FRAME_LIMITS,
  type FrameLook,
  type FrameOpening,
  type FrameState,
  type FrameSurface,
  type FrameValue,
  makeNonce,
} from '../model/a2ui/frame-contract.ts';
import { type A2uiField, type FieldValue, type FieldValues, isField } from '../model/a2ui/surface-actions.ts';
import type { ValidSurface } from '../model/a2ui/surface-model.ts';
import { FRAME_FAULTS, type FrameFault, FrameLink, type FrameListener, windowClock } from './frame-link.ts';

interface SurfaceFrameProps {
  readonly model: ValidSurface;
  /** Why buttons do not work, and which do nevertheless. */
  readonly state: FrameState;
  /**
   * Re-rendered whenever this is another value: another surface, or values that were not typed in the frame. Input
   * stays in the frame and is not sent back.
   */
  readonly revision: unknown;
  /** Current values of fields, in the order of input. Add it to earlier changes: it may come before a redraw. */
  readonly onChanges: (changes: readonly FieldChange[]) => void;
  /** The place of the pressed button among the components. The frame says so; look at the model before believing it. */
  readonly onPress: (index: number) => void;
}

/** A surface in its frame, or a notice once the frame is no longer to be trusted (security S-03). */
export function SurfaceFrame(props: SurfaceFrameProps) {
  const [fault, setFault] = useState<FrameFault | null>(null);
  if (fault !== null) {
    return (
      <div className={layout('row wrap dashed roundedMore words gap8 pad12 margin8x16')} role="alert">
        <p>
          <b>The surface was taken away.</b> {FRAME_FAULTS[fault]} Nothing was sent.
        </p>
        <Button small onPress={() => setFault(null)}>
          Show again
        </Button>
      </div>
    );
  }
  return <LiveFrame {...props} onFault={setFault} />;
}

interface LiveFrameProps extends SurfaceFrameProps {
  readonly onFault: (fault: FrameFault) => void;
}

function LiveFrame({ onFault, ...props }: LiveFrameProps) {
  const { surfaceFrameUrl } = useRenderServices();
  const holder = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(96);
  const onLoad = useFrameLink(props, {
    valuesChanged(said) {
      const changes = fieldChanges(props.model, said);
      if (changes !== null) props.onChanges(changes);
      return changes !== null;
    },
    pressed: props.onPress,
    resized: (wanted) => setHeight(Math.min(wanted, FRAME_LIMITS.tallest)),
    left: () => holder.current?.focus(),
    failed: onFault,
  });
  return (
    // Escape in the frame gives the focus back to this place, from where the keys of the window work.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      className={layout('narrow focusInside pad0x4')}
      ref={holder}
      tabIndex={-1}
      role="group"
      aria-label="Surface, in a frame"
    >
      <iframe
        className={layout('wide block ground borderless')}
        title="Surface"
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        allow=""
        src={surfaceFrameUrl}
        onLoad={(event) => onLoad(event.currentTarget)}
        style={{ height }}
      />
    </div>
  );
}

/** Ties a frame to a surface. Gives what is to be called with the element whenever it has loaded a document. */
function useFrameLink(
  surface: SurfaceFrameProps,
  listener: FrameListener,
): (element: HTMLIFrameElement) => void {
  const look = useFrameLook();
  const link = useRef<FrameLink | null>(null);
  // What listeners of the port need is what was drawn last, not what was there when the port was made.
  const latest = useLatest(listener);
  const { model, state, revision } = surface;
  const sentences = JSON.stringify(state);

  // biome-ignore lint/correctness/useExhaustiveDependencies: re-rendered for another revision, not per typed letter
  useEffect(() => {
    link.current?.show(frameSurface(model, state));
  }, [revision]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same sentences are the same state
  useEffect(() => {
    link.current?.setState(state);
  }, [sentences]);
  useEffect(() => {
    link.current?.setLook({ theme: look.theme, density: look.density });
  }, [look.theme, look.density]);
  useEffect(() => {
    const watch = () => link.current?.setWatched(document.visibilityState === 'visible');
    document.addEventListener('visibilitychange', watch);
    return () => {
      document.removeEventListener('visibilitychange', watch);
      link.current?.close();
      link.current = null;
    };
  }, []);

  return (element) => {
    // One frame has one document. A second one is never ours.
    if (link.current !== null) return link.current.fail('moved');
    const { port1, port2 } = new MessageChannel();
    const nonce = makeNonce();
    link.current = new FrameLink({ port: port1, nonce, clock: windowClock, listener: () => latest.current });
    link.current.setLook(look);
    link.current.show(frameSurface(model, state));
    const opening: FrameOpening = { kind: 'open-surface', nonce };
    // The origin of the frame is opaque and has no name; the window's policy restricts the frame's content.
    element.contentWindow?.postMessage(opening, '*', [port2]);
  };
}

/** Theme and density of the window, as its root element and the system say; followed as they change. */
function useFrameLook(): FrameLook {
  const isDarkSystem = useMediaQuery('(prefers-color-scheme: dark)');
  const [theme, density] = useSyncExternalStore(onLookChange, chosenLook).split(' ');
  return {
    theme: theme === 'dark' || (theme === 'system' && isDarkSystem) ? 'dark' : 'light',
    density: density === 'compact' || density === 'comfortable' ? density : 'normal',
  };
}

/** One string, so that the same look is the same value. */
function chosenLook(): string {
  const { theme = 'system', density = 'normal' } = document.documentElement.dataset;
  return `${theme} ${density}`;
}

function onLookChange(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-density'] });
  return () => observer.disconnect();
}

// From the model of a surface to what the frame draws, and back from what the frame says to values of fields.

/** What the frame draws; `state` says which buttons work. */
export function frameSurface(model: ValidSurface, state: FrameState): FrameSurface {
  return {
    title: model.title,
    items: model.items,
    buttons: model.buttons.map(({ index, button }) => ({ index, label: button.label })),
    state,
  };
}

/** Current value of a field, by its id. */
export type FieldChange = readonly [id: string, value: FieldValue];

/** What the frame said, in values of fields; null when it names no field, or a value that the field cannot hold. */
export function fieldChanges(
  model: ValidSurface,
  said: readonly (readonly [index: number, value: FrameValue])[],
): readonly FieldChange[] | null {
  const changes: FieldChange[] = [];
  for (const [index, value] of said) {
    const field = model.components[index];
    if (field === undefined || !isField(field)) return null;
    const known = valueIn(field, value);
    if (known === null) return null;
    changes.push([field.id, known]);
  }
  return changes;
}

function valueIn(field: A2uiField, value: FrameValue): FieldValue | null {
  switch (field.component) {
    case 'field.checkbox':
      return typeof value === 'boolean' ? value : null;
    case 'field.select':
      return typeof value === 'number' ? (field.options[value]?.value ?? null) : null;
    case 'field.date':
      return typeof value === 'string' && /^(\d{4,6}-\d\d-\d\d)?$/.test(value) ? value : null;
    case 'field.text':
      return typeof value === 'string' ? value : null;
    default:
      return unreachable(field);
  }
}

/** User input of a surface. */
export interface Filling {
  readonly values: FieldValues;
  /** Another value whenever the fields must be re-rendered; typing does not change it. */
  readonly revision: number;
  /** The values at this very moment, ahead of what was drawn last. */
  current(): FieldValues;
  /** Something was typed in the frame. */
  add(changes: readonly FieldChange[]): void;
  /** Other values than what was typed, for example none. */
  replace(values: FieldValues): void;
}

const NOTHING: FieldValues = new Map();

export function useFilling(): Filling {
  const [state, setState] = useState({ values: NOTHING, revision: 0 });
  const latest = useRef(NOTHING);
  const take = (values: FieldValues, redraws: 0 | 1) => {
    latest.current = values;
    setState(({ revision }) => ({ values, revision: revision + redraws }));
  };
  return {
    ...state,
    current: () => latest.current,
    add: (changes) => take(new Map([...latest.current, ...changes]), 0),
    replace: (values) => take(values, 1),
  };
}
