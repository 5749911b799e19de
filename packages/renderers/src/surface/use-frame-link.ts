import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { ValidSurface } from '../model/a2ui/surface-model.ts';
import { type FrameLook, type FrameOpening, makeNonce } from '../surface-frame/frame-contract.ts';
import { createFrameLink, type FrameFault, type FrameLink } from './frame-link.ts';
import { type FieldChange, fieldChanges, frameSurface } from './frame-surface.ts';
import { windowClock } from './watchdog.ts';

export interface LinkedSurface {
  readonly model: ValidSurface;
  readonly locks: readonly string[];
  readonly revision: unknown;
  readonly onChanges: (changes: readonly FieldChange[]) => void;
  readonly onPress: (index: number) => void;
}

interface FrameEvents {
  readonly resized: (height: number) => void;
  readonly left: () => void;
  readonly failed: (fault: FrameFault) => void;
}

/** Ties a frame to a surface. Gives what is to be called with the element whenever it has loaded a document. */
export function useFrameLink(
  surface: LinkedSurface,
  events: FrameEvents,
): (element: HTMLIFrameElement) => void {
  const look = useFrameLook();
  const link = useRef<FrameLink | null>(null);
  // What listeners of the port need is what was drawn last, not what was there when the port was made.
  const latest = useRef({ surface, events, look });
  useEffect(() => {
    latest.current = { surface, events, look };
  });
  const { model, locks, revision } = surface;
  const sentences = JSON.stringify(locks);

  // biome-ignore lint/correctness/useExhaustiveDependencies: re-rendered for another revision, not per typed letter
  useEffect(() => {
    link.current?.show(frameSurface(model, locks));
  }, [revision]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same sentences are the same state
  useEffect(() => {
    link.current?.setState({ locks });
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
    if (link.current !== null) link.current.fail('moved');
    else link.current = openLink(element, latest);
  };
}

interface Latest {
  readonly current: {
    readonly surface: LinkedSurface;
    readonly events: FrameEvents;
    readonly look: FrameLook;
  };
}

function openLink(element: HTMLIFrameElement, latest: Latest): FrameLink {
  const { port1, port2 } = new MessageChannel();
  const nonce = makeNonce();
  const link = createFrameLink({
    port: port1,
    nonce,
    clock: windowClock,
    listener: {
      valuesChanged(said) {
        const { model, onChanges } = latest.current.surface;
        const changes = fieldChanges(model, said);
        if (changes === null) link.fail('bad-message');
        else onChanges(changes);
      },
      pressed: (index) => latest.current.surface.onPress(index),
      resized: (height) => latest.current.events.resized(height),
      left: () => latest.current.events.left(),
      failed: (fault) => latest.current.events.failed(fault),
    },
  });
  const { surface, look } = latest.current;
  link.setLook(look);
  link.show(frameSurface(surface.model, surface.locks));
  const opening: FrameOpening = { type: 'open-surface', nonce };
  // The origin of the frame is opaque and has no name; the window's policy restricts the frame's content.
  element.contentWindow?.postMessage(opening, '*', [port2]);
  return link;
}

/** Theme and density of the window, as its root element and the system say; followed as they change. */
export function useFrameLook(): FrameLook {
  const [theme, density] = useSyncExternalStore(subscribe, currentLook).split(' ');
  return {
    theme: theme === 'dark' ? 'dark' : 'light',
    density: density === 'compact' || density === 'comfortable' ? density : 'normal',
  };
}

/** One string, so that the same look is the same value. */
function currentLook(): string {
  const { theme, density } = document.documentElement.dataset;
  const chosen = theme ?? (darkSystem()?.matches === true ? 'dark' : 'light');
  return `${chosen} ${density ?? 'normal'}`;
}

/** Null without a system query, as in unit tests. */
function darkSystem(): MediaQueryList | null {
  return typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : null;
}

function subscribe(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-density'] });
  const system = darkSystem();
  system?.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system?.removeEventListener('change', changed);
  };
}
