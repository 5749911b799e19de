/**
 * A second window of the same browser, opened by a copied address, has no key. It requests one from the open windows; one of
 * them has the shell make a key for it. What is said here is heard by pages of this very origin alone.
 */

type Said =
  | { readonly kind: 'ask'; readonly from: string }
  | { readonly kind: 'offer'; readonly to: string; readonly from: string }
  | { readonly kind: 'take'; readonly to: string; readonly from: string }
  | { readonly kind: 'key'; readonly to: string; readonly key: string };

const CHANNEL = 'inspector-windows';
/** A window that is there answers within a few milliseconds; one that sleeps in the background may take longer. */
const WAIT_MS = 1_500;

/** A key from another window, or null when none of them gives one. */
export function askOtherWindows(): Promise<string | null> {
  const me = crypto.randomUUID();
  const channel = new BroadcastChannel(CHANNEL);
  const say = (said: Said): void => channel.postMessage(said);
  return new Promise((resolve) => {
    let chosen: string | null = null;
    const end = (key: string | null): void => {
      clearTimeout(timer);
      channel.close();
      resolve(key);
    };
    const timer = setTimeout(() => end(null), WAIT_MS);
    channel.onmessage = ({ data }: MessageEvent<Said>) => {
      if (data.kind === 'offer' && data.to === me && chosen === null) {
        chosen = data.from;
        say({ kind: 'take', to: chosen, from: me });
      }
      if (data.kind === 'key' && data.to === me) end(data.key);
    };
    say({ kind: 'ask', from: me });
  });
}

/** Gives a key to requesting windows, for as long as this document is displayed. */
export function answerOtherWindows(makeKey: () => Promise<string | null>): void {
  const me = crypto.randomUUID();
  const channel = new BroadcastChannel(CHANNEL);
  const say = (said: Said): void => channel.postMessage(said);
  channel.onmessage = async ({ data }: MessageEvent<Said>) => {
    if (data.kind === 'ask') say({ kind: 'offer', to: data.from, from: me });
    if (data.kind !== 'take' || data.to !== me) return;
    const key = await makeKey().catch(() => null); // the shell is gone: the other window says so itself
    if (key !== null) say({ kind: 'key', to: data.from, key });
  };
}
