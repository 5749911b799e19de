import { basename } from 'node:path';
import { failedDraft } from '@openwop-inspector/testing/files';
import { runCommand } from '../scenario-files.ts';
import { expect, test } from '../shells.ts';

test('a trial is saved as a vector, and the command says of it what the bench said', async ({
  inspector,
}, testInfo) => {
  const window = await inspector.open(failedDraft);
  const { acceptor } = window;
  await window.press('a');
  await expect(acceptor.outcome).toContainText('envelope_invalid');
  const file = await inspector.shell.saveFile(testInfo.outputDir, () => acceptor.take('Save as vector file'));
  expect(basename(file)).toBe('bench-vector.json');
  expect(runCommand('vectors', file)).toMatchObject({ said: expect.stringContaining('1 passed'), status: 0 });
});
