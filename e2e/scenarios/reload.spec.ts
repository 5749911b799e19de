import { failedDraft, sample } from '@openwop-inspector/testing/files';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

test('a reload keeps sessions, selection, view, tab and filter @desktop', async ({ inspector }) => {
  const window = await inspector.open(failedDraft, sample('repaired-ticket.ndjson'));
  await window.titleBar.tab('repaired-ticket').click();
  await window.press('3');
  await expect(window.nodes.region).toBeVisible();
  await window.titleBar.tab('acme-prd-draft').click();
  await window.filter.field.fill('node:plan');
  await window.events.row(139).click();
  await window.detail.tab('Payload').click();
  await expect(window.detail.payload.selected).toBeVisible();
  await expect(window.page).toHaveURL(/q=node%3Aplan/);
  await expect(window.page).toHaveURL(/seq=139/);

  await window.page.reload();
  await expect(window.titleBar.tabs).toHaveCount(2);
  await expect(window.titleBar.activeTab).toHaveAccessibleName(/acme-prd-draft/);
  await expect(window.filter.field).toHaveValue('node:plan');
  await expect(window.events.selected).toHaveAccessibleName(eventName(139));
  await expect(window.detail.tab('Payload')).toHaveAttribute('aria-selected', 'true');
  await window.titleBar.tab('repaired-ticket').click();
  await expect(window.nodes.region).toBeVisible();
});

test('the shell stores a saved filter and a rule, also for a reload @desktop', async ({ inspector }) => {
  let window = await inspector.open(failedDraft);
  const saved = () => window.page.getByRole('menuitem', { name: /^node:plan.*saved/ });
  await window.page.evaluate(() =>
    localStorage.setItem('inspector.colours', '[{"filter":"node:draft","mark":"B"}]'),
  );
  await window.filter.field.fill('node:plan');
  await window.choose(window.filter.menu, 'Save this filter');
  await window.page.reload();
  await expect(window.verdict.region).toBeVisible();
  await window.filter.field.fill('');
  await expect(window.events.row(216)).toContainText('marked B');
  await window.filter.menu.click();
  await expect(saved()).toBeVisible();
  await expect
    .poll(() =>
      window.page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('inspector.'))),
    )
    .toEqual([]);

  // Another start of the shell, in a browser from another port.
  window = await inspector.open(failedDraft);
  await expect(window.events.row(216)).toContainText('marked B');
  await window.filter.menu.click();
  await expect(saved()).toBeVisible();
});

test('a reload does not bring back what was pasted, and says nothing wrong', async ({ inspector }) => {
  const window = await inspector.start();
  await inspector.shell.writeClipboard('{"type":"run.started","runId":"r","sequence":0,"payload":{}}');
  await window.press('Control+v');
  await expect(window.titleBar.tabs).toHaveCount(1);
  await window.page.reload();
  await expect(window.start.region).toBeVisible();
  await expect(window.failures).toBeHidden();
});
