import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { failedDraft, recording, sample } from '@openwop-inspector/testing/files';
import { expectClean } from '../axe.ts';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

test('sessions are side by side, reopen in place, and give way to a neighbour', async ({ inspector }) => {
  const window = await inspector.open(failedDraft, sample('repaired-ticket.ndjson'));
  const { titleBar } = window;

  await test.step('several runs are open side by side, each as it was left', async () => {
    await expect(titleBar.tab('repaired-ticket.ndjson')).toContainText('Completed');
    await expect(titleBar.activeTab).toHaveAccessibleName(/acme-prd-draft.*Failed/);
    await expect(window.events.selected).toHaveAccessibleName(eventName(216));
    await window.press('r', '2');
    await expect(window.causes.selected).toHaveAccessibleName(/\b136 /);
    await window.press('Control+PageDown');
    await expect(titleBar.activeTab).toHaveAccessibleName(/repaired-ticket/);
    await expect(window.views.current).toHaveAccessibleName(/^Events/);
    await window.press('Control+PageUp');
    await expect(window.causes.selected).toHaveAccessibleName(/\b136 /);
  });

  await test.step('a closed session comes back at its place, as it was left', async () => {
    await window.press('1');
    await expect(titleBar.activeTab).toHaveAccessibleName(/acme-prd-draft/);
    await window.filter.field.fill('node:plan');
    await window.events.row(139).click();
    await expect(window.page).toHaveURL(/seq=139/);
    await window.press('Control+w');
    await expect(titleBar.tabs).toHaveCount(1);
    await window.press('Shift+T');
    await expect(titleBar.tabs).toHaveCount(2);
    await expect(titleBar.tabs.first()).toHaveAccessibleName(/acme-prd-draft/);
    await expect(titleBar.activeTab).toHaveAccessibleName(/acme-prd-draft.*Failed/);
    await expect(window.filter.field).toHaveValue('node:plan');
    await expect(window.events.selected).toHaveAccessibleName(eventName(139));
    await window.press('Shift+T');
    await expect(titleBar.tabs).toHaveCount(2);
  });

  await test.step('closing a session shows its neighbour, and after the last one the start', async () => {
    await window.press('Control+w');
    await expect(titleBar.tabs).toHaveCount(1);
    await expect(titleBar.activeTab).toHaveAccessibleName(/repaired-ticket/);
    await titleBar.activeTab.focus();
    await window.press('Delete');
    await expect(titleBar.tabs).toHaveCount(0);
    await expect(window.start.region).toBeVisible();
  });
});

test('files of one name are distinguished, and tabs without room are in a menu', async ({ inspector }) => {
  const runs = ['approval', 'cap-breach', 'clarification', 'failure', 'noop', 'multi-node', 'stream-text'];
  const files = runs.map((run) => recording('app', `conformance-${run}`, 'debug-bundle.json'));
  const window = await inspector.start({ files, size: { width: 1024, height: 700 } });
  const { titleBar } = window;
  await expect(titleBar.tabs).toHaveCount(files.length);
  await expect(titleBar.tabs.nth(1)).toHaveAccessibleName(/debug-bundle\.json …cap-breach/);
  await window.choose(titleBar.allSessions, /…noop/);
  await expect(titleBar.activeTab).toHaveAccessibleName(/…noop/);
  await expect(titleBar.activeTab).toBeInViewport();
  await expectClean(window.page, 'more tabs than there is room for');
});

test('a sample is one press away, and text is opened by pasting it', async ({ inspector }) => {
  const window = await inspector.start();

  await test.step('a sample is one press away from the start screen', async () => {
    await expect(window.start.recent).toContainText('Nothing yet');
    await window.start.sample(/Untrusted content tries to approve/).click();
    await expect(window.titleBar.activeTab).toHaveAccessibleName(/blocked-approval/);
    await expect(window.verdict.region).toBeVisible();
  });

  await test.step('text is opened by pasting it', async () => {
    await inspector.shell.writeClipboard(readFileSync(sample('repaired-ticket.ndjson'), 'utf8'));
    await window.press('Control+v');
    await expect(window.titleBar.activeTab).toHaveAccessibleName(/Pasted text.*Completed/);
    await expect(window.verdict.sentence).not.toBeEmpty();
  });
});

test('files that are chosen or dropped together open as one log, a folder too @desktop', async ({
  inspector,
}) => {
  const window = await inspector.start();
  await inspector.shell.chooseFiles([failedDraft, sample('clarification.poll.json')], () =>
    window.start.region.getByRole('button', { name: /^Open files/ }).click(),
  );
  await expect(window.titleBar.tabs).toHaveCount(1);
  const { activeTab } = window.titleBar;
  await expect(activeTab).toHaveAccessibleName(/acme-prd-draft\.bundle\.json and 1 more.*Failed/);
  await expect(window.runs.items).toHaveCount(2);
  await window.drop(sample('truncated-summary.sse'), sample('media-and-surface.events.json'));
  await expect(window.titleBar.tabs).toHaveCount(2);
  await expect(window.runs.items).toHaveCount(2);
  await window.drop(sample(''));
  await expect(activeTab).toHaveAccessibleName(/samples\//);
  await expect(window.titleBar.tabs).toHaveCount(3);
});

test('the next start has the recent list, with verdicts @desktop', async ({ inspector }, testInfo) => {
  const file = testInfo.outputPath('draft.json');
  writeFileSync(file, readFileSync(failedDraft));
  const first = await inspector.open(file);
  await expect(first.verdict.title).toHaveText('Failed');
  await first.press('Control+w');
  await expect(first.start.recentFile('draft.json')).toContainText('219 events');
  const window = await inspector.start();
  await window.start.recentFile('draft.json').click();
  await expect(window.verdict.title).toHaveText('Failed');
  await window.press('Control+w');
  await window.start.recent.getByRole('button', { name: 'Clear' }).click();
  await expect(window.start.recent).toContainText('Nothing yet');
});

test('file names lose characters that turn or hide text @desktop', async ({ inspector }, testInfo) => {
  const file = testInfo.outputPath('run\u202efdp\u0007\u009b.ndjson');
  copyFileSync(sample('repaired-ticket.ndjson'), file);
  const window = await inspector.open(file);
  const plain = 'run\ufffdfdp\ufffd\ufffd.ndjson';
  await expect(window.titleBar.activeTab).toHaveAccessibleName(new RegExp(plain));
  await expect(window.page).toHaveTitle(`${plain} · OpenWOP Inspector`);
  const again = await inspector.start();
  await expect(again.start.recentFile(plain)).toBeVisible();
});
