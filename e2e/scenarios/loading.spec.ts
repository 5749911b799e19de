import { LARGE_LOG_EVENTS, largeLog, manyRows } from '@openwop-inspector/testing/files';
import { expect, test } from '../shells.ts';

/** Nothing of it can be searched for in the bytes, so that every event is decoded. */
const slow = '/b[aeiou]{2}/';
const total = LARGE_LOG_EVENTS.toLocaleString('en-US');

test('cancelling the load of a large log keeps its rows', async ({ inspector }) => {
  test.slow(); // the log is written first when it is not there yet
  const window = await inspector.start({ files: [manyRows()] });
  await expect(window.load.progress).toBeVisible();
  // At once, since a fast machine has read all of it in three seconds.
  await window.press('Escape');
  await expect(window.load.notWhole).toContainText('Reading was cancelled. The first', { timeout: 60_000 });
  await expect(window.load.loading).toBeHidden();
  await window.press('L', 'g', 'j', 'j');
  await expect(window.events.selected).toHaveAttribute('aria-posinset', '3');
  await expect(window.detail.facts).toBeVisible();

  await window.load.notWhole.getByRole('button', { name: 'Read it whole' }).click();
  await expect(window.load.progress).toBeVisible();
});

test('a large log is read as it loads, walked, and searched for long', async ({ inspector }) => {
  test.slow(); // the log is written first when it is not there yet
  const window = await inspector.start({ files: [largeLog()] });
  await expect(window.load.progress).toBeVisible();
  await window.events.options.first().click();
  await expect(window.detail.facts).toBeVisible();
  await expect(window.status.region).toContainText(`${total} events`, { timeout: 60_000 });
  await expect(window.verdict.title).toHaveText('Failed', { timeout: 60_000 });

  await test.step('from its first event to its last by two keys', async () => {
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

  await test.step('a long search shows what it has found, is stopped by a press and ended by the next key', async () => {
    await window.filter.field.fill(slow);
    await expect(window.filter.region).toContainText(/[1-9][\d,]* found, searching … \d+ %/);
    await expect(window.events.options.first()).toBeVisible();
    await expect(window.events.options.first()).not.toHaveAttribute('aria-setsize', String(LARGE_LOG_EVENTS));
    await window.filter.stop.click();
    await expect(window.filter.region).toContainText(/[1-9][\d,]* found, stopped at \d+ %/);
    await expect(window.filter.stop).toBeHidden();
    await expect(window.events.options.first()).toBeVisible();

    await window.filter.field.fill(`${slow} type:node.*`);
    await expect(window.filter.region).toContainText(/searching …/);
    await window.filter.field.fill('type:run.started');
    await expect(window.filter.region).toContainText(new RegExp(`\\d+ of ${total}`));
    await expect(window.filter.stop).toBeHidden();
    await window.press('Enter', 'g');
    await expect(window.events.selected).toHaveAccessibleName(/run\.started/);
  });

  await test.step('a long search in payloads shows what it has found, is stopped, and says how much is not listed', async () => {
    const { search } = window;
    await window.filter.field.fill('');
    await window.press('Control+Shift+f');
    await search.field.fill('e');
    await expect(search.region).toContainText(/[1-9][\d,]* hits in [\d,]+ events, searching … \d+ %/);
    await expect(search.progress).toBeVisible();
    await expect(search.items.first()).toBeVisible();
    await expect(search.region.getByRole('note')).toContainText(/5,000 of [\d,]+ hits are listed/);
    await search.region.getByRole('button', { name: 'Stop' }).click();
    await expect(search.region).toContainText(/stopped at \d+ %/);
    await expect(search.progress).toBeHidden();
    await search.field.fill('run.started is in no payload');
    await expect(search.region).toContainText('No payload holds this text', { timeout: 30_000 });
  });

  await test.step('a window with room for more envelopes than a page has all of them', async () => {
    await window.page.setViewportSize({ width: 1440, height: 1800 });
    await window.events.list.focus();
    const { envelopes } = window;
    await window.press('4');
    await envelopes.list.focus();
    await window.press('Home');
    await expect(envelopes.selected).toHaveAttribute('aria-posinset', '1');
    await window.press('1', '4');
    await expect(envelopes.selected).toHaveAttribute('aria-posinset', '1');
    await expect.poll(() => envelopes.options.count()).toBeGreaterThan(25);
    await expect(envelopes.options.filter({ hasText: /^envelope \d+$/ })).toHaveCount(0);
  });
});
