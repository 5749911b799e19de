/** A measured time, on the clock of the page, in ms. */
export interface Drawn {
  readonly startMs: number;
  readonly drawnMs: number;
  /** False when it was not rendered within `longestWaitMs`; the times are then the time waited. */
  readonly isDrawn: boolean;
}

const longestWaitMs = 10_000;

/**
 * Does something and waits until its result is rendered: the first frame that finds it rendered, and the one after,
 * which begins when the first is on its way to the screen.
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

/** Waits a number of frames: late work, such as syntax colouring, is done in them. */
export async function frames(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) await nextFrame();
}

/** The measurement starts in its own task, or the rest of the frame before it would be counted too. */
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
