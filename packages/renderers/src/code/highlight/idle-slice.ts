/** Long work in short slices, so that the window answers between them. */

/** How long one slice may take, in milliseconds: half a frame. */
export const SLICE_MS = 8;

/** Waits until the window is idle. Resolves to false as soon as the signal is aborted. */
export function idleSlice(signal: AbortSignal): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    whenIdle(() => resolve(!signal.aborted));
  });
}

/** Even a busy window gets on with it after a while, in milliseconds. */
const MAX_WAIT_MS = 150;

function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: MAX_WAIT_MS });
  else setTimeout(run, 0);
}
