/** Content that is loaded after a click, and addresses for it. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ContentProblem, LoadedContent } from '../contract/render-services.ts';

type LoadState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'cancelled' }
  | ContentProblem
  | LoadedContent;

export type LoadOnce = ReturnType<typeof useLoadOnce>;

/** Loads when `start` is called, never by itself, and stops when the component goes or on `cancel`. */
export function useLoadOnce(load: (signal: AbortSignal) => Promise<LoadedContent | ContentProblem>) {
  const [state, setState] = useState<LoadState>({ kind: 'idle' });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = useCallback(() => {
    if (running.current !== null) return;
    const control = new AbortController();
    running.current = control;
    setState({ kind: 'loading' });
    void orProblem(load(control.signal), 'The content could not be loaded.').then((answer) => {
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

  /** For content that cannot be displayed after all. */
  const fail = useCallback((message: string) => setState({ kind: 'problem', message }), []);

  return { state, start, cancel, fail };
}

/** What a promise brings, requested once for each key; null before it is there, and for a null key. */
export function useAnswer<T>(key: string | null, request: () => Promise<T>): T | null {
  const [found, setFound] = useState<{ readonly key: string; readonly answer: T } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key names what is requested
  useEffect(() => {
    if (key === null) return;
    let isStale = false;
    void request().then((answer) => {
      if (!isStale) setFound({ key, answer });
    });
    return () => {
      isStale = true;
    };
  }, [key]);
  return found !== null && found.key === key ? found.answer : null;
}

/** What a promise brings, and a problem where it rejects: its source is gone. */
export function orProblem<T>(answer: Promise<T>, message: string): Promise<T | ContentProblem> {
  return answer.catch(() => ({ kind: 'problem', message }));
}

interface LoadedUrl {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type: string;
  readonly url: string;
}

/**
 * An address for bytes in memory, with exactly this type. Revoked when the component goes and when the bytes or the type
 * change (security S-07); null until there is one for these bytes.
 */
export function useBlobUrl(bytes: Uint8Array<ArrayBuffer>, type: string): string | null {
  const [loaded, setLoaded] = useState<LoadedUrl | null>(null);
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    setLoaded({ bytes, type, url });
    return () => URL.revokeObjectURL(url);
  }, [bytes, type]);
  return loaded !== null && loaded.bytes === bytes && loaded.type === type ? loaded.url : null;
}
