/** A time that was measured, on the clock of the page, in ms. */
export interface Drawn {
  readonly startMs: number;
  readonly drawnMs: number;
  /** False when it was not drawn within `longestWaitMs`; the times then say how long was waited. */
  readonly isDrawn: boolean;
}

const longestWaitMs = 10_000;

/**
 * Does something and waits until what it leads to has been drawn: the first frame that finds it drawn, and the one
 * after, which begins when the first is on its way to the screen.
 */
export async function timeToDrawn(act: () => void, isThere: () => boolean): Promise<Drawn> {
  await nextTask();
  const startMs = performance.now();
  act();
  await nextFrame();
  while (!isThere() && performance.now() - startMs < longestWaitMs) await nextFrame();
  const isDrawn = isThere();
  await nextFrame();
  return { startMs, drawnMs: performance.now(), isDrawn };
}

/** Waits so many frames: late work, such as colours of code, is done in them. */
export async function frames(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) await nextFrame();
}

/** What is measured begins in a task of its own, or the rest of the frame before it would be counted too. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => resolve());
  });
}
