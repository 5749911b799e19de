import { recording, sample } from '@openwop-inspector/testing/files';
import { expectClean } from '../axe.ts';
import { attachTo } from '../pages/app-window.ts';
import { expect, test } from '../shells.ts';

test('a turn of a log is played and compared with its host @desktop', async ({ inspector }) => {
  const window = await inspector.open(sample('acme-prd-draft.bundle.json'));
  const { acceptor } = window;
  await expect(window.verdict.title).toHaveText('Failed');
  await window.tabTo(window.events.list, 120);
  await window.press('t');
  await expect(acceptor.section('How the turn ends')).toContainText('Failed after 3 of 3 attempts');
  await expect(acceptor.hostRecord).toContainText('Agrees');
  await expect(acceptor.hostRecord.getByRole('row', { name: /#188/ })).toContainText('the same');
  await expectClean(window.page, 'simulators 1');

  await acceptor.write('{\n  "responses": [,]\n}', acceptor.turnText);
  await window.press('Control+Enter');
  await expect(acceptor.region.getByRole('alert')).toContainText('Line 2, column 17');
  await expect(acceptor.hostRecord).toBeHidden();
  await acceptor.region.getByRole('button', { name: 'Revert' }).click();
  await expect(acceptor.hostRecord).toContainText('Agrees');

  await window.tabTo(acceptor.part('Model turn'), 120);
  await window.press('ArrowRight');
  await expect(acceptor.region.getByRole('textbox', { name: 'Question to the gate, JSON' })).toBeVisible();
  await window.press('ArrowLeft', 'i');
  await expect(acceptor.turnText).toBeFocused();
  await window.press('Control+Home', 'Delete', 'Control+Enter');
  await expect(acceptor.region.getByRole('alert')).toContainText('This is not JSON');
  await window.press('F6', 'Escape');
  await expect(window.events.list).toBeVisible();

  await window.press('t');
  await acceptor.part('Discovery').click();
  await expect(acceptor.region).toContainText('An example has no verdict');
  await window.press('Control+Enter');
  const findings = acceptor.section('Findings');
  await findings.getByRole('button', { name: '/schemaVersions' }).click();
  await expect(acceptor.discoveryText).toBeFocused();
  await expectClean(window.page, 'simulators 2');
});

test('a recorded decision of the gate is never put in the mouth of its host', async ({ inspector }) => {
  const file = recording('app', 'conformance-model-capability-insufficient', 'debug-bundle.json');
  const window = await inspector.open(file);
  const { acceptor } = window;
  await window.events.list.focus();
  await window.press('g', 'j', 'q');
  await expect(acceptor.section('Decision')).toContainText('capability_not_provided');
  await expect(acceptor.hostRecord).toContainText('Not reconstructable');
  await acceptor.part('Model turn').click();
  await expect(acceptor.region).toContainText('since the log records no turn of a model');
  await expect(acceptor.region).toContainText('An example has no verdict');
  await expectClean(window.page, 'simulators 3');
});

test('the discovery document of a live host is fetched and linted', async ({ inspector, startHost }) => {
  const host = await startHost({ dialect: 'reference', runs: [{ workflow: 'failing-draft' }] });
  const run = host.run('prd-5f2c');
  run.emit(40);
  const window = await inspector.start();
  await attachTo(window, host, run.runId);
  await expect(window.live.completeness).toContainText(`Whole so far, 0 to ${run.lastSequence}`);
  await window.palette.type('Lint a discovery document');
  await window.palette.action('Lint a discovery document').click();
  const { acceptor } = window;
  await acceptor.region.getByRole('button', { name: 'From the live host' }).click();
  await expect(acceptor.discoveryText).toContainText('"protocolVersion"');
  await expect(acceptor.region).toContainText('of the live host');
});
