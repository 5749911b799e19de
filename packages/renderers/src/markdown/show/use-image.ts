import { useEffect, useRef, useState } from 'react';
import { useRenderServices } from '../../contract/render-services.ts';
import { checkImage } from './image-source.ts';

export type ImageState =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'shown'; readonly url: string }
  | { readonly kind: 'failed'; readonly message: string };

/** An image behind an address: nothing happens before `load`; its memory is given back when it leaves the screen. */
export function useImage(address: string) {
  const { loadOnce } = useRenderServices();
  const [state, setState] = useState<ImageState>({ kind: 'waiting' });
  const loading = useRef<AbortController | null>(null);
  const url = state.kind === 'shown' ? state.url : null;
  useEffect(() => () => loading.current?.abort(), []);
  useEffect(() => (url === null ? undefined : () => URL.revokeObjectURL(url)), [url]);

  async function load() {
    const abort = new AbortController();
    loading.current = abort;
    setState({ kind: 'loading' });
    const next = await loadedImage(() => loadOnce(address, abort.signal));
    if (!abort.signal.aborted) setState(next);
    else if (next.kind === 'shown') URL.revokeObjectURL(next.url);
  }
  function cancel() {
    loading.current?.abort();
    setState({ kind: 'waiting' });
  }
  const fail = () => setState({ kind: 'failed', message: 'The image could not be decoded.' });
  return { state, load: () => void load(), cancel, fail };
}

type Loading = ReturnType<ReturnType<typeof useRenderServices>['loadOnce']>;

async function loadedImage(load: () => Loading): Promise<ImageState> {
  try {
    const answer = await load();
    if (answer.kind === 'problem') return { kind: 'failed', message: answer.message };
    const image = checkImage(answer.bytes);
    if (image.kind === 'problem') return { kind: 'failed', message: image.message };
    const blob = new Blob([answer.bytes], { type: image.type });
    return { kind: 'shown', url: URL.createObjectURL(blob) };
  } catch {
    return { kind: 'failed', message: 'The image could not be loaded.' };
  }
}
