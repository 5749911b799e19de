import { useCallback, useEffect, useRef, useState } from 'react';
import type { ContentProblem, LoadedContent } from '../contract/render-services.ts';

export type LoadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'cancelled' }
  | ContentProblem
  | LoadedContent;

export interface LoadOnce {
  readonly state: LoadState;
  readonly start: () => void;
  readonly cancel: () => void;
}

/** Loads when `start` is called, never by itself, and stops when the component goes or on `cancel`. */
export function useLoadOnce(
  load: (signal: AbortSignal) => Promise<LoadedContent | ContentProblem>,
): LoadOnce {
  const [state, setState] = useState<LoadState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(() => {
    if (running.current !== null) return;
    const control = new AbortController();
    running.current = control;
    setState({ kind: 'loading' });
    void settled(load, control.signal).then((answer) => {
      if (running.current !== control) return;
      running.current = null;
      setState(answer);
    });
  }, [load]);

  const cancel = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setState({ kind: 'cancelled' });
  }, []);

  return { state, start, cancel };
}

async function settled(
  load: (signal: AbortSignal) => Promise<LoadedContent | ContentProblem>,
  signal: AbortSignal,
): Promise<LoadedContent | ContentProblem> {
  try {
    return await load(signal);
  } catch {
    return { kind: 'problem', message: 'The content could not be loaded.' };
  }
}
