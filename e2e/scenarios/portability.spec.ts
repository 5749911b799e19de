import { basename } from 'node:path';
import { failedDraft } from '@openwop-inspector/testing/files';
import { expectClean } from '../axe.ts';
import { hostDeclarations, runCommand } from '../scenario-files.ts';
import { expect, test } from '../shells.ts';

test('envelopes are compared with a folder of declarations @desktop', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  const { portability } = window;
  await window.press('H');
  await expect(portability.region).toContainText('No declaration of a host yet');
  await expectClean(window.page, 'portability 1');
  await window.drop(await hostDeclarations());
  await expect(portability.news).toContainText('3 declarations added, 2 files left out');
  await expect(portability.news).toContainText('hosts/notes.txt: this is not JSON');
  await expect(portability.news).toContainText('hosts/package.json: not a host declaration');
  await expect(portability.grid.getByRole('columnheader')).toHaveText([
    'kind',
    'envelopes',
    'acme-cloud',
    'narrow-host',
    'silent-host',
  ]);
  await expect(portability.detail).toContainText('vendor.acme.prd.create at narrow-host');
  await expect(portability.detail).toContainText('refused by the kind, at step S5');
  await expectClean(window.page, 'portability 2');

  await window.tabTo(portability.grid.getByRole('gridcell', { selected: true }));
  await window.press('ArrowRight');
  await expect(portability.detail).toContainText('at silent-host');
  await expect(portability.detail).toContainText('limits.envelopesPerTurn of its discovery document');

  const declarations = portability.region.getByRole('button', { name: '3 declarations' });
  await window.choose(declarations, 'Remove silent-host');
  await expect(portability.grid.getByRole('columnheader')).toHaveCount(4);
  await portability.news.getByRole('button', { name: 'Undo' }).click();
  await expect(portability.grid.getByRole('columnheader')).toHaveCount(5);

  await portability.grid
    .getByRole('gridcell', { name: /refused.*kind, S5/ })
    .first()
    .click();
  await window.tabTo(portability.detail.getByRole('button', { name: 'Open in acceptor at this host' }));
  await window.press('Enter');
  await expect(window.acceptor.region).toContainText('unknown_envelope_kind');
  await window.press('Escape', 'H', 'Escape');
  await expect(window.events.list).toBeVisible();
  await window.press('H');
  await portability.detail.getByRole('button', { name: /^Event / }).click();
  await expect(window.views.current).toHaveAccessibleName(/^Events/);
});

test('a declaration is saved, and compared with @desktop', async ({ inspector, startHost }, testInfo) => {
  const host = await startHost({ dialect: 'app', runs: [{ workflow: 'failing-draft' }] });
  const window = await inspector.start();
  await window.start.hosts.click();
  const { connect } = window;
  await connect.add(`${host.origin}/v1/runs/prd-5f2c`);
  await connect.setToken(host.key);
  await connect.test.click();
  await expect(connect.doctor).toContainText(/No fault/);
  await connect.tabs.getByRole('tab', { name: /^Discovery/ }).click();
  const save = window.page.getByRole('button', { name: 'Save declaration' });
  await expectClean(window.page, 'a declaration');
  const file = await inspector.shell.saveFile(testInfo.outputDir, () => save.click());
  expect(basename(file)).toMatch(/^[a-z0-9-]+\.json$/);
  expect(runCommand('portability', failedDraft, '--hosts', file)).toMatchObject({
    said: expect.stringContaining('acme-workflow-engine'),
    status: 1,
  });
});
