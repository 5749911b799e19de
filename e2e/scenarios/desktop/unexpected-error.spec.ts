/** An error that nobody expected in the process of the desktop shell. */
import { expect, test } from '../../shells.ts';

test('an exception and a rejected promise in the shell are reported, and the window stays usable', async ({
  inspector,
}) => {
  const window = await inspector.start();
  await inspector.desktop.application.evaluate(() => {
    setTimeout(() => {
      void Promise.reject(new TypeError('CANARY-of-content'));
      throw new RangeError('CANARY-of-content');
    });
  });
  const notice = window.start.region.getByRole('alert');
  await expect(notice).toContainText(/An unexpected error.*The inspector continues/);
  await expect
    .poll(() => inspector.shell.logLines().filter((line) => line.includes('"unexpected-error"')).length)
    .toBe(2);
  expect(inspector.shell.logLines().join('\n')).not.toContain('CANARY');
  await expect(notice).not.toContainText('CANARY');
  await window.start.sample(/A draft fails/).click();
  await expect(window.events.selected).toBeVisible();
});
