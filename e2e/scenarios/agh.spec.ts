import { sample } from '@openwop-inspector/testing/files';
import { expectClean } from '../axe.ts';
import { expect, test } from '../shells.ts';

test('a conversation with every fault: verdict, states, steps, problems @desktop', async ({ inspector }) => {
  const window = await inspector.open(sample('agh-faults.ndjson'));
  await expect(window.verdict.title).toHaveText('Failed');
  const detail = window.detail.region;
  const verdict = detail.getByRole('region', { name: 'Outcome' });
  await expect(verdict).toContainText('internal');
  const states = detail.getByRole('list', { name: 'States' });
  await expect(states.getByRole('listitem')).toHaveText([/^submitted/, /^working/, /^completed/]);
  const steps = detail.getByRole('list', { name: 'Steps of the acceptor' });
  const deciding = steps.getByRole('listitem').filter({ hasText: 'decides' });
  await expect(deciding).toContainText('no way back to submitted');
  await expectClean(window.page, 'agh 1');

  // A message that was sent to a peer: its receipt is on it, and leads there.
  await detail.getByRole('button', { name: '#2 agh.direct' }).first().click();
  await expect(detail.getByRole('region', { name: 'Receipts' })).toContainText('accepted');
  await expect(detail.getByRole('region', { name: 'Peers' })).toContainText('Paper mill');

  await window.tabTo(window.events.list, 120);
  await window.press('g', 'j');
  await expect(steps).toBeVisible();
  await window.press('3');
  await expect(window.views.current).toHaveAccessibleName(/^Interactions/);
  const total = '4 interactions: 1 completed, 1 failed, 2 without a state';
  await expect(window.page.getByText(total, { exact: true })).toBeVisible();
  const minimap = window.page.getByRole('region', { name: 'Messages over time' });
  await expect(minimap).toContainText('18 messages in');
  await expectClean(window.page, 'agh 2');

  await window.press('5', 'n');
  await expect(window.page.getByText('The digest does not fit the capability').first()).toBeVisible();
  await window.press('1');
  await expect(window.events.selected).toBeVisible();
  await window.events.list.focus();
  await window.press('G');
  await detail.getByRole('tab', { name: 'Payload' }).click();
  await window.press('a');
  await expect(verdict).toContainText('accepted');
  await detail.getByRole('radio', { name: 'Fixed' }).click();
  await expect(verdict).toContainText('expired');
  await expectClean(window.page, 'agh 3');
});

test('channels stand where runs do, in the words of the protocol', async ({ inspector }) => {
  const window = await inspector.open(sample('agh-delegation.json'));
  const rail = window.page.getByRole('region', { name: 'Channels', exact: true });
  const channels = rail.getByRole('treeitem');
  await expect(channels).toHaveText([/#builders.*completed.*8 messages/, /#branches.*completed.*5 messages/]);
  await expect(rail).not.toContainText(/\b(?:runs?|events?|unknown)\b/i);
  // The eighth message of the log is the first of another channel; between 7 and 13 nothing is missing here.
  await expect(window.events.row(13)).toBeVisible();
  await expect(window.events.list).not.toContainText('missing');
  await channels.nth(1).click();
  const crumb = window.page.getByRole('navigation', { name: 'Current channel' });
  await expect(crumb).toContainText('#branches');
  await crumb.getByRole('button', { name: 'Show all channels' }).click();
  await window.press('3');
  await expect(window.page.getByText('2 interactions: 2 completed', { exact: true })).toBeVisible();
  await expect(window.page.getByRole('treeitem', { name: /^#builders, .*8 messages/ })).toBeVisible();
  await expect(window.page.getByText('model call')).toHaveCount(0);
  await expectClean(window.page, 'agh 4');
});
