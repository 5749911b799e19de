/**
 * A live session whose process hangs or dies ends alone: the window, the shell and every other session go on, and what
 * it had captured is stored, named and offered.
 */
import type { startLiveHost } from '@openwop-inspector/testing/host';
import type { Page } from '@playwright/test';
import { expectClean } from '../axe.ts';
import { type AppWindow, attachTo } from '../pages/app-window.ts';
import { themeOfShell } from '../shells/shell.ts';
import { expect, test } from '../shells.ts';

async function hostWithRun(startHost: typeof startLiveHost) {
  const host = await startHost({ dialect: 'reference', runs: [{ workflow: 'failing-draft' }] });
  const run = host.run('prd-5f2c');
  run.emit(40);
  return { host, run };
}

/** Keeps a picture, and looks for what the user who does not see it would miss. */
async function lookAt(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
  await expectClean(page, name);
}

/** Sees the last event of a session whose streams are still folded. */
async function expectLast(window: AppWindow, lastSequence: number): Promise<void> {
  await expect(window.events.options.last()).toBeVisible();
  await window.press('L');
  await expect(window.events.row(lastSequence)).toBeVisible();
}

test('a session that hangs is stopped, its capture opens @desktop', async ({
  inspector,
  startHost,
}, testInfo) => {
  test.skip(process.platform === 'win32', 'No signal there makes a process hang.');
  const [hanging, other] = [await hostWithRun(startHost), await hostWithRun(startHost)];
  const window = await inspector.start({ theme: themeOfShell(testInfo) });
  const { live } = window;
  await attachTo(window, hanging.host, hanging.run.runId);
  await expectLast(window, hanging.run.lastSequence);
  const [pid = 0] = await inspector.shell.sessionProcesses();
  process.kill(pid, 'SIGSTOP');

  await attachTo(window, other.host, other.run.runId);
  await expect(live.connectionState).toContainText('Connected');

  await expect(live.tab('Stopped')).toBeVisible();
  other.run.emit(10);
  await expectLast(window, other.run.lastSequence);
  await expect(live.tab('Live')).toBeVisible();
  expect(await inspector.shell.sessionProcesses()).toHaveLength(1);

  await live.tab('Stopped').click();
  await expect(live.connectionState).toContainText('Stopped');
  await expect(live.sentence).toContainText([
    /./,
    'The session was stopped: it did not answer for 15 s',
    /The capture is stored in .*captures.*\.capture\.ndjson/,
  ]);
  await expect(live.completeness).toContainText('may not be in the capture');
  await lookAt(window.page, 'stopped');
  await live.openCaptured.click();
  await expect(window.titleBar.tabs).toHaveCount(3);
  await expectLast(window, hanging.run.lastSequence);

  await live.tab('Stopped').click();
  await live.reconnect.click();
  await expect(live.connectionState).toContainText('Connected');
  hanging.run.emit(5);
  await expect(window.events.row(hanging.run.lastSequence)).toBeVisible();
  await expect(live.completeness).toContainText(`Whole so far, 0 to ${hanging.run.lastSequence}`);
});

test('a capture that is left is offered at the next start @desktop', async ({
  inspector,
  startHost,
}, testInfo) => {
  const options = { theme: themeOfShell(testInfo) };
  const { host, run } = await hostWithRun(startHost);
  const first = await inspector.start(options);
  await attachTo(first, host, run.runId);
  await expectLast(first, run.lastSequence);

  const window = await inspector.start(options);
  const { left } = window.start;
  await expect(left).toContainText(/1 capture, [\d.]+ KB/);
  await expect(left.getByRole('listitem')).toContainText([`· ${run.runId}`]);
  await lookAt(window.page, 'left');
  await left.getByRole('button', { name: /^Open the capture of/ }).click();
  await expectLast(window, run.lastSequence);
  await window.press('Control+w');

  await expect(left).toBeVisible();
  await left.getByRole('button', { name: /^Delete:/ }).click();
  await expect(left.getByRole('button', { name: /^Keep:/ })).toBeFocused();
  await lookAt(window.page, 'deleting');
  await left.getByRole('button', { name: /^Delete for good:/ }).click();
  await expect(left).toBeHidden();
});
