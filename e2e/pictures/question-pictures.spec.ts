/** The pictures of the guide's pages about two runs, a host, and untrusted content. The same every time. */
import { recording, sample } from '@openwop-inspector/testing/files';
import { hostDeclarations, TICKET, ticketAgain } from '../scenario-files.ts';
import { expect, test } from '../shells.ts';
import { steady } from './steady-window.ts';
import { takePicture } from './take-picture.ts';

/** A host that names one code for everything invalid (acceptor R6). */
const AUDITED = recording('app', '_envelopes', 'story.test-events.json');

for (const theme of ['light', 'dark'] as const) {
  test(`two runs compared (${theme})`, async ({ inspector }) => {
    const window = await inspector.start({ files: [TICKET], settings: { theme } });
    await steady(window.page);
    await expect(window.verdict.title).toHaveText('Completed');
    await window.drop(await ticketAgain());
    await expect(window.titleBar.activeTab).toHaveAccessibleName(/again\.ndjson.*Completed/);
    await window.press('C');
    await expect(window.compare.verdict).toContainText('Differ.');
    await expect(window.compare.detail.getByRole('table').first()).toBeVisible();
    await takePicture(window.page, `compare.${theme}`);
  });

  test(`a host audited (${theme})`, async ({ inspector }) => {
    const window = await inspector.start({ files: [AUDITED], settings: { theme } });
    await steady(window.page);
    await window.events.list.focus();
    await window.press('6');
    await expect(window.audit.totals).toContainText('deviate');
    await window.audit.list.focus();
    await window.press('j');
    await expect(window.audit.selected).toHaveAccessibleName(/acceptor R6/);
    await takePicture(window.page, `audit.${theme}`);
  });

  test(`other hosts (${theme})`, async ({ inspector }) => {
    const files = [sample('acme-prd-draft.bundle.json')];
    const window = await inspector.start({ files, settings: { theme } });
    await steady(window.page);
    await expect(window.verdict.title).toContainText('Failed');
    await window.press('H');
    await window.drop(await hostDeclarations());
    await expect(window.portability.detail).toContainText('refused by');
    await takePicture(window.page, `portability.${theme}`);
  });

  test(`the way of untrusted content (${theme})`, async ({ inspector }) => {
    const files = [sample('blocked-approval.app-bundle.json')];
    const window = await inspector.start({ files, settings: { theme } });
    await steady(window.page);
    const taint = window.detail.region.getByRole('region', { name: 'Untrusted content' });
    await taint.getByRole('button', { name: '#4 agent.toolReturned' }).click();
    await taint.getByRole('listitem').last().scrollIntoViewIfNeeded();
    await takePicture(window.page, `taint.${theme}`);
    await taint.getByRole('checkbox', { name: 'Draw the way' }).check();
    await expect(window.page.getByRole('region', { name: 'Way of untrusted content' })).toBeVisible();
    await takePicture(window.page, `taint-list.${theme}`);
    await window.press('3');
    await expect(window.page.getByRole('treeitem', { name: /Taint stopped/ })).toBeVisible();
    await takePicture(window.page, `taint-lanes.${theme}`);
  });
}
