import { LARGE_LOG_EVENTS, largeLog } from '@openwop-inspector/testing/files';
import { expect, test } from '../shells.ts';

const total = LARGE_LOG_EVENTS.toLocaleString('en-US');
/** Nothing of it can be looked for in the bytes, so that every event is decoded. */
const slow = '/b[aeiou]{2}/';

test('a long search shows what it has found, is stopped by a press and ended by the next key', async ({
  inspector,
}) => {
  test.slow(); // the log is written first when it is not there yet
  const window = await inspector.start({ files: [largeLog()] });
  await expect(window.status.region).toContainText(`${total} events`, { timeout: 60_000 });
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
