import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failedDraft } from '@openwop-inspector/testing/files';
import type { ElectronApplication } from '@playwright/test';
import { answerSaveDialogs } from '../../shells/desktop-shell.ts';
import { expect, test } from '../../shells.ts';

test('a cancelled dialog saves nothing, and a failure to write is told in the window', async ({
  inspector,
}, testInfo) => {
  const window = await inspector.open(failedDraft);
  const { application } = inspector.desktop;
  await window.press('a');
  await expect(window.acceptor.outcome).toBeVisible();
  const cancelled = await answerSaveDialogs(application, null);
  await window.acceptor.take('Save as vector file');
  await expect.poll(cancelled).toEqual(['bench-vector.json']);
  await expect(window.failures).toBeHidden();
  await answerSaveDialogs(application, { folder: testInfo.outputPath('gone') });
  await window.acceptor.take('Save as vector file');
  await expect(window.failures).toContainText(
    'bench-vector.json was not saved: its folder is not there any more.',
  );
  await window.failures.getByRole('button', { name: 'Put away' }).click();
  await expect(window.failures).toBeHidden();
});

test('the failure is told over a bench without a run as well', async ({ inspector }, testInfo) => {
  const window = await inspector.start();
  await window.press('a');
  await expect(window.acceptor.outcome).toContainText('Accepted');
  await answerSaveDialogs(inspector.desktop.application, { folder: testInfo.outputPath('gone') });
  await window.acceptor.take('Save as vector file');
  await expect(window.failures).toContainText('bench-vector.json was not saved');
});

test('whatever name a page proposes, a plain one reaches the dialog, and no path comes from the page (S-09)', async ({
  inspector,
}, testInfo) => {
  await inspector.open(failedDraft);
  const folder = testInfo.outputPath('chosen');
  mkdirSync(folder);
  const { application, page } = inspector.desktop;
  const asked = await answerSaveDialogs(application, { folder });
  // Playwright's own scripts count as a gesture for the page alone; the shell looks at what its window hears.
  await page.keyboard.press('Shift');
  const reply = await page.evaluate(() =>
    Reflect.get(globalThis, 'inspector').call('files/save-text', {
      suggestedName: '../../.bashrc',
      text: '{}',
      kind: 'json',
    }),
  );
  expect(reply).toEqual({ saved: true, name: 'bashrc.json' });
  expect(await asked()).toEqual(['bashrc.json']);
  expect(readdirSync(folder)).toEqual(['bashrc.json']);
  expect(readFileSync(join(folder, 'bashrc.json'), 'utf8')).toBe('{}');
});

test('a script of the page brings up no dialog without a click or a key', async ({ inspector }, testInfo) => {
  await inspector.open(failedDraft);
  const { application } = inspector.desktop;
  const asked = await answerSaveDialogs(application, { folder: testInfo.outputDir });
  await expect.poll(() => runWithoutGesture(application, 'navigator.userActivation.isActive')).toBe(false);
  const call = `inspector.call('files/save-text', { suggestedName: 'a', text: 'b', kind: 'json' })
    .then(() => 'answered', ({ message }) => message)`;
  expect(await runWithoutGesture(application, call)).toContain('only after a click or a key');
  // The page's own view of the person's doing decides nothing.
  const bent = `Object.defineProperty(navigator, 'userActivation', { value: { isActive: true } }); ${call}`;
  expect(await runWithoutGesture(application, bent)).toContain('only after a click or a key');
  expect(await asked()).toEqual([]);
});

/** Runs a script in the page as if the page had begun it by itself; what the driver runs counts as a person's doing. */
function runWithoutGesture(application: ElectronApplication, script: string): Promise<unknown> {
  return application.evaluate(
    ({ BrowserWindow }, code) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code, false),
    script,
  );
}
