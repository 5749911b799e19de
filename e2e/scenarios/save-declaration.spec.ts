import { basename } from 'node:path';
import { failedDraft } from '@openwop-inspector/testing/files';
import { expectClean } from '../axe.ts';
import { runCommand } from '../scenario-files.ts';
import { expect, test } from '../shells.ts';

test('what a host declares is saved by one press, and envelopes are compared with it', async ({
  inspector,
  startHost,
}, testInfo) => {
  const host = await startHost({ dialect: 'app', runs: [{ workflow: 'failing-draft' }] });
  const window = await inspector.start();
  await window.start.hosts.click();
  const { connect } = window;
  await connect.add(`${host.origin}/v1/runs/prd-5f2c`);
  await connect.setToken(host.key);
  await connect.test.click();
  await expect(connect.doctor).toContainText(/No fault/);
  await connect.tab('Discovery').click();
  const save = window.page.getByRole('button', { name: 'Save declaration' });
  await expectClean(window.page, 'a declaration');
  const file = await inspector.shell.saveFile(testInfo.outputDir, () => save.click());
  expect(basename(file)).toMatch(/^[a-z0-9-]+\.json$/);
  expect(runCommand('portability', failedDraft, '--hosts', file)).toMatchObject({
    said: expect.stringContaining('acme-workflow-engine'),
    status: 1,
  });
});
