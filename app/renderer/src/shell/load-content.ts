import type { LoadOnceReply, ShellBridge } from '@openwop-inspector/shell-contract';

/** What came from an address; the reply of the shell without what only its log needs. */
export type LoadedFromAddress =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer>; readonly declaredType: string | null }
  | { readonly kind: 'problem'; readonly message: string };

/**
 * Loads an address once by the shell, as `content/load-once` says. Call it while a click or key is fresh. Aborting
 * ends the download. Never rejects: a shell that refuses or is gone is a problem in words.
 */
export async function loadContent(
  bridge: ShellBridge,
  address: string,
  signal: AbortSignal,
): Promise<LoadedFromAddress> {
  const loadId = crypto.randomUUID();
  const cancel = () => void bridge.call('content/cancel-load', { loadId }).catch(() => undefined);
  if (signal.aborted) return { kind: 'problem', message: 'Loading was cancelled.' };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    return withoutDetails(await bridge.call('content/load-once', { loadId, address }));
  } catch (reason) {
    return { kind: 'problem', message: reason instanceof Error ? reason.message : String(reason) };
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function withoutDetails(reply: LoadOnceReply): LoadedFromAddress {
  if (reply.kind === 'problem') return { kind: 'problem', message: reply.message };
  return { kind: 'bytes', bytes: reply.bytes, declaredType: reply.declaredType };
}
