import { LARGE_LOG_EVENTS, largeLog, manyRows } from '@openwop-inspector/testing/files';
import { expect, test } from '../shells.ts';

const total = LARGE_LOG_EVENTS.toLocaleString('en-US');

test('rows can be read while a large log loads; cancelling keeps them', async ({ inspector }) => {
  test.slow(); // the log is written first when it is not there yet
  // Of the logs at hand the one that takes longest: what follows has to come before its end, on a busy machine too.
  const window = await inspector.start({ files: [manyRows()] });
  await expect(window.load.progress).toBeVisible();
  await expect(window.events.options.first()).toBeVisible();
  await window.events.options.first().click();
  await window.press('j', 'j');
  await expect(window.events.selected).toHaveAttribute('aria-posinset', '3');
  await expect(window.detail.facts).toBeVisible();
  await expect(window.load.progress).toBeVisible();

  await window.press('Escape');
  await expect(window.load.notWhole).toContainText('Reading was cancelled. The first');
  await expect(window.events.selected).toHaveAttribute('aria-posinset', '3');
  await expect(window.load.loading).toBeHidden();
  await window.load.readWhole.click();
  await expect(window.load.progress).toBeVisible();
});

test('a large log is walked from its first event to its last by two keys', async ({ inspector }) => {
  test.slow();
  const window = await inspector.start({ files: [largeLog()] });
  await expect(window.status.region).toContainText(`${total} events`, { timeout: 60_000 });
  await expect(window.verdict.title).toHaveText('Failed', { timeout: 60_000 });
  await window.press('L');
  await expect(window.events.options.first()).toHaveAttribute('aria-setsize', String(LARGE_LOG_EVENTS));
  await window.press('G');
  await expect(window.events.selected).toHaveAttribute('aria-posinset', String(LARGE_LOG_EVENTS));
  await expect(window.events.selected).toHaveAccessibleName(/\b(run|node)\./);
  await expect(window.events.selected).toBeInViewport();
  await window.press('g');
  await expect(window.events.selected).toHaveAccessibleName(/run\.started/);
  await expect(window.events.selected).toBeInViewport();
});
