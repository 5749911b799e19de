import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { failedDraft } from '@openwop-inspector/testing/files';
import type { ElectronApplication } from '@playwright/test';
import { answerSaveDialogs, callAfterKey } from '../../shells/desktop-shell.ts';
import { expect, test } from '../../shells.ts';

test('the failure is displayed over a bench without a run as well', async ({ inspector }, testInfo) => {
  const window = await inspector.start();
  await window.press('a');
  await expect(window.acceptor.outcome).toContainText('Accepted');
  await answerSaveDialogs(inspector.desktop.application, { folder: testInfo.outputPath('gone') });
  await window.acceptor.take('Save as vector file');
  await expect(window.failures).toContainText('bench-vector.json was not saved');
});

test('the page saves by a dialog alone, under a plain name', async ({ inspector }, testInfo) => {
  const window = await inspector.open(failedDraft);

  await test.step('a script of the page brings up no dialog without a click or a key', async () => {
    const { application } = inspector.desktop;
    const requested = await answerSaveDialogs(application, { folder: testInfo.outputDir });
    await expect.poll(() => runWithoutGesture(application, 'navigator.userActivation.isActive')).toBe(false);
    const call = `inspector.call('files/save-text', { suggestedName: 'a', text: 'b', kind: 'json' })
      .then(() => 'answered', ({ message }) => message)`;
    expect.soft(await runWithoutGesture(application, call)).toContain('only after a click or a key');
    // The page's own view of the person's doing decides nothing.
    const bent = `Object.defineProperty(navigator, 'userActivation', { value: { isActive: true } }); ${call}`;
    expect.soft(await runWithoutGesture(application, bent)).toContain('only after a click or a key');
    expect.soft(await requested()).toEqual([]);
  });

  await test.step('whatever name a page proposes, a plain one reaches the dialog, and no path comes from the page (S-09)', async () => {
    const folder = testInfo.outputPath('chosen');
    mkdirSync(folder);
    const { application, page } = inspector.desktop;
    const requested = await answerSaveDialogs(application, { folder });
    const request = { suggestedName: '../../.bashrc', text: '{}', kind: 'json' };
    expect
      .soft(await callAfterKey(page, 'files/save-text', request))
      .toEqual({ saved: true, name: 'bashrc.json' });
    expect.soft(await requested()).toEqual(['bashrc.json']);
    expect.soft(readdirSync(folder)).toEqual(['bashrc.json']);
    expect.soft(readFileSync(join(folder, 'bashrc.json'), 'utf8')).toBe('{}');
  });

  await test.step('a cancelled dialog saves nothing, and a failure to write is displayed in the window', async () => {
    const { application } = inspector.desktop;
    await window.press('a');
    await expect.soft(window.acceptor.outcome).toBeVisible();
    const cancelled = await answerSaveDialogs(application, null);
    await window.acceptor.take('Save as vector file');
    await expect.poll(cancelled).toEqual(['bench-vector.json']);
    await expect.soft(window.failures).toBeHidden();
    await answerSaveDialogs(application, { folder: testInfo.outputPath('gone') });
    await window.acceptor.take('Save as vector file');
    await expect
      .soft(window.failures)
      .toContainText('bench-vector.json was not saved: its folder is not there any more.');
    await window.failures.getByRole('button', { name: 'Put away' }).click();
    await expect.soft(window.failures).toBeHidden();
  });
});

/** Runs a script in the page as if the page had begun it by itself; what the driver runs counts as the user's doing. */
function runWithoutGesture(application: ElectronApplication, script: string): Promise<unknown> {
  return application.evaluate(
    ({ BrowserWindow }, code) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(code, false),
    script,
  );
}
