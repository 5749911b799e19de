/** The pictures of two runs, a host, untrusted content and conversations of AGH Network. The same every time. */
import { failedDraft, recording, sample } from '@openwop-inspector/testing/files';
import { hostDeclarations, TICKET, ticketAgain } from '../scenario-files.ts';
import { expect, test } from '../shells.ts';
import { openSteady } from './steady-window.ts';
import { takePicture } from './take-picture.ts';

/** A host that names one code for everything invalid (acceptor R6). */
const AUDITED = recording('app', '_envelopes', 'story.test-events.json');

test('two runs compared', async ({ inspector }) => {
  const window = await openSteady(inspector, TICKET);
  await window.drop(await ticketAgain());
  await expect(window.titleBar.activeTab).toHaveAccessibleName(/again\.ndjson.*Completed/);
  await window.press('C');
  await expect(window.compare.verdict).toContainText('Differ.');
  await expect(window.compare.detail.getByRole('table').first()).toBeVisible();
  await takePicture(window.page, 'compare.light');
});

test('a host audited', async ({ inspector }) => {
  const window = await openSteady(inspector, AUDITED);
  await window.events.list.focus();
  await window.press('6');
  await expect(window.audit.totals).toContainText('deviate');
  await window.audit.list.focus();
  await window.press('j');
  await expect(window.audit.selected).toHaveAccessibleName(/acceptor R6/);
  await takePicture(window.page, 'audit.light');
});

test('other hosts', async ({ inspector }) => {
  const window = await openSteady(inspector, failedDraft);
  await window.press('H');
  await window.drop(await hostDeclarations());
  await expect(window.portability.detail).toContainText('refused by');
  await takePicture(window.page, 'portability.light');
});

test('the way of untrusted content', async ({ inspector }) => {
  const window = await openSteady(inspector, sample('blocked-approval.app-bundle.json'));
  const taint = window.detail.region.getByRole('region', { name: 'Untrusted content' });
  await taint.getByRole('button', { name: '#4 agent.toolReturned' }).click();
  await taint.getByRole('listitem').last().scrollIntoViewIfNeeded();
  await takePicture(window.page, 'taint.light');
});

test('a conversation with every fault', async ({ inspector }) => {
  const window = await openSteady(inspector, sample('agh-faults.ndjson'));
  await expect(window.detail.region.getByRole('list', { name: 'Steps of the acceptor' })).toBeVisible();
  await takePicture(window.page, 'agh-message.light');
});

test('interactions as lanes', async ({ inspector }) => {
  const window = await openSteady(inspector, sample('agh-delegation.json'));
  await window.events.list.focus();
  await window.press('3');
  await expect(window.views.current).toHaveAccessibleName(/^Interactions/);
  await expect(window.page.getByText('records-7').first()).toBeVisible();
  await takePicture(window.page, 'agh-interactions.light');
});
