import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { failedDraft, sample } from '@openwop-inspector/testing/files';
import { desktopCommand } from '../../shells/desktop-shell.ts';
import { expect, test } from '../../shells.ts';

test('the menu, the size and a second start of a running window', async ({ inspector }, testInfo) => {
  const window = await inspector.open(failedDraft);

  await test.step('the menu carries out the same actions as the keys', async () => {
    await inspector.desktop.application.evaluate(({ Menu }) => {
      const help = Menu.getApplicationMenu()?.items.at(-1)?.submenu?.items[0];
      help?.click();
    });
    await expect(window.keySheet.dialog).toBeVisible();
    await window.press('Escape');
  });

  await test.step('a second start opens its files in the window that is there', async () => {
    const files = [sample('repaired-ticket.ndjson')];
    const { executablePath, args } = desktopCommand(testInfo.outputPath('config'), files);
    const second = spawn(executablePath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
    let printed = '';
    second.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    await once(second, 'close');
    expect(printed).toContain('Opened in the window that is there already.');
    await expect(window.titleBar.tab('repaired-ticket.ndjson')).toContainText('Completed');
  });

  await test.step('the window can be made larger and smaller, and keeps its size for the next start', async () => {
    const width = () => window.page.evaluate(() => innerWidth);
    const before = await width();
    await window.press('Control+=');
    await expect.poll(width).toBeLessThan(before);
    const oneStep = await width();
    await window.press('Control+=');
    await expect.poll(width).toBeLessThan(oneStep);
    const larger = await width();
    await expect(window.events.selected).toBeVisible();
    const next = await inspector.open(failedDraft);
    await expect.poll(() => next.page.evaluate(() => innerWidth)).toBe(larger);
    await next.press('Control+0');
    await expect.poll(() => next.page.evaluate(() => innerWidth)).toBe(before);
  });
});

test('a window that is closed while it loads ends the application cleanly', async ({ inspector }) => {
  await inspector.start();
  const { desktop } = inspector;
  const ended = desktop.application.waitForEvent('close');
  await desktop.application.evaluate(({ app, BrowserWindow }) => {
    // Without its last window, the application would end before the next one loads.
    app.removeAllListeners('window-all-closed');
    app.once('web-contents-created', (_event, contents) => {
      contents.once('did-start-navigation', () => setImmediate(() => app.quit()));
    });
    const [first] = BrowserWindow.getAllWindows();
    first?.once('closed', () => app.emit('activate'));
    first?.close();
  });
  await ended;
  expect(desktop.logLines().join('\n')).toContain('"stopped"');
  expect(desktop.logLines().join('\n')).not.toContain('window-crashed');
});

test('the window reports an exception in the shell, and stays usable', async ({ inspector }) => {
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
