import { LARGE_LOG_EVENTS, largeLog } from '@openwop-inspector/testing/files';
import { expect, test } from '../../shells.ts';

/** Chromium reports tasks of 50 ms and more; how long they were is asserted by the benchmark, not here. */
test('while a large log loads, the tasks of the window are watched', async ({ inspector }, testInfo) => {
  test.slow();
  const window = await inspector.start({ files: [largeLog()] });
  const events = LARGE_LOG_EVENTS.toLocaleString('en-US');
  await expect(window.verdict.title).toHaveText('Failed', { timeout: 90_000 });
  const tasksMs = await window.page.evaluate(
    () =>
      new Promise<readonly number[]>((resolve) => {
        new PerformanceObserver((list, observer) => {
          observer.disconnect();
          resolve(list.getEntries().map(({ duration }) => Math.round(duration)));
        }).observe({ type: 'longtask', buffered: true });
        // Without any long task the observer is never called.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve([])));
      }),
  );
  const longest = Math.max(0, ...tasksMs);
  testInfo.annotations.push({
    type: 'main thread',
    description: `${events} events: ${tasksMs.length} tasks over 50 ms, the longest ${longest} ms`,
  });
  await expect(window.events.selected).toBeVisible();
});
