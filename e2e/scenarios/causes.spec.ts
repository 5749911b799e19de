import { failedDraft, recording, sample } from '@openwop-inspector/testing/files';
import { expectClean, regions } from '../axe.ts';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

test('causes are inferred where none are recorded; the path of untrusted content', async ({ inspector }) => {
  const window = await inspector.open(
    recording('app', 'conformance-approval', 'debug-bundle.json'),
    sample('blocked-approval.app-bundle.json'),
  );
  await window.events.row(4).click();
  await window.press('2');
  const { causes, detail } = window;
  await expect(causes.banner).toContainText('Inferred, not recorded');
  await expect(causes.tree).toBeHidden();
  await expect(causes.region.getByRole('tree', { name: 'Inferred, not recorded' })).toBeVisible();
  await expect(causes.item(4)).toHaveAttribute('aria-selected', 'true');
  await expect(causes.item(1)).toHaveAccessibleName(/run\.started.*, \d+ below.*, no parent$/);
  await expect(causes.item(2)).toHaveAccessibleName(/node\.started.*, inside this run, .*inferred$/);
  await expect(causes.item(3)).toHaveAccessibleName(/node\.suspended.*, start of its attempt, .*inferred$/);
  await expect(causes.item(4)).toHaveAccessibleName(/, same interruptId, inferred$/);
  await expectClean(window.page, 'the inferred tree', regions('Causes', 'Detail'));

  await expect(detail.chain.region).toContainText('no cause recorded');
  await expect(detail.chain.region).toContainText('Inferred, not recorded');
  await expect(detail.chain.here).toHaveAccessibleName(/#?4 node\.interrupt\.resolved/);
  await detail.chain.link(3).click();
  await expect(causes.item(3)).toHaveAttribute('aria-selected', 'true');
  await expect(detail.chain.inferredBelow.getByRole('link')).toHaveCount(1);
  await expect(window.page.getByText(/root cause|Chain starts|Only roots/i)).toHaveCount(0);

  await test.step('untrusted content: the path to an event, and where it acts', async () => {
    await window.titleBar.tabs.nth(1).click();
    await expect(window.events.selected).toHaveAccessibleName(eventName(26, 'log.appended'));
    const taint = window.detail.region.getByRole('region', { name: 'Untrusted content' });
    const places = taint.getByRole('list', { name: 'Where it acts' });
    await expect(places.getByRole('listitem')).toHaveText([/agrees.*untrusted_content_blocks_approval/]);
    await taint.getByRole('button', { name: '#4 agent.toolReturned' }).click();
    await expect(window.events.selected).toHaveAccessibleName(eventName(4, 'agent.toolReturned'));
    await expect(taint).toContainText('It came in here.');
    await expect(places.getByRole('listitem')).toHaveText([/#14/, /#15/, /#26/, /#28.*perhaps/]);
    await expectClean(window.page, 'the way of untrusted content', regions('Detail'));

    // Drawn over list, tree and lanes, stored in the address, cleared by one press.
    await window.tabTo(taint.getByRole('checkbox', { name: 'Show path' }), 120);
    await window.press('Space');
    const legend = window.page.getByRole('region', { name: 'Way of untrusted content' });
    await expect(legend).toContainText(/Taint enters.*Taint acts.*Taint stopped/);
    await expect(window.events.row(4)).toContainText('Taint enters');
    await expect(window.events.row(26)).toContainText('Taint stopped');
    await expect(window.events.row(5)).toHaveAccessibleName(/On the way of untrusted content/);
    await expect(window.events.row(5)).not.toContainText('Taint');
    expect(new URL(window.page.url()).hash).toContain('taint');
    await window.press('2');
    await expect(window.causes.item(4)).toHaveAccessibleName(/Taint enters/);
    await window.causes.tree.focus();
    await window.press('l');
    await expect(window.causes.item(5)).toHaveAccessibleName(/On the way of untrusted content/);
    await expectClean(window.page, 'the way in the tree', regions('Causes', 'Way of untrusted content'));
    await window.press('3');
    await expect(window.page.getByRole('treeitem', { name: /#26 Taint stopped/ })).toBeVisible();
    await expectClean(window.page, 'the way over the lanes', regions('Nodes'));
    await legend.getByRole('button', { name: 'Hide path' }).click();
    await expect(legend).toBeHidden();
    await expect(window.page.getByRole('treeitem', { name: /Taint/ })).toHaveCount(0);
    await window.tabTo(taint.getByRole('button', { name: /^#/ }).last(), 120);
    await window.press('Enter', '1');
    await expect(window.events.selected).not.toHaveAccessibleName(eventName(4));
  });
});

test('the tree of causes: a copy, a selection, folding, roots', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  const { causes } = window;

  await test.step('an event is copied as Markdown with what led to it', async () => {
    await window.press('M');
    await expect(window.status.region).toContainText('Copied as Markdown with causes.');
    const text = await inspector.shell.readClipboard();
    expect(text).toMatch(/^### \\#216 `node\.failed` at node `draft` .*\(acme-prd-draft\.bundle\.json\)$/m);
    expect(text).toMatch(/1\. \*\*\\#136\*\* `agent\.toolCalled`/);
  });

  await test.step('a selection made in the tree is the selection everywhere', async () => {
    await window.press('2');
    await window.causes.item(139).click();
    await expect(window.detail.chain.here).toHaveAccessibleName(/139 runOrchestrator\.decided/);
    await window.press('1');
    await expect(window.events.selected).toHaveAccessibleName(eventName(139));
    await expect(window.events.selected).toBeInViewport();
  });

  await test.step('the tree of causes opens on the selected event and folds by keyboard', async () => {
    await window.showFailure();
    await expect(window.events.selected).toHaveAccessibleName(eventName(216));
    await window.press('2');
    await expect(window.views.current).toHaveAccessibleName(/^Causes/);
    await expect(causes.item(216)).toHaveAttribute('aria-selected', 'true');
    await expect(causes.item(216)).toBeInViewport();

    await causes.item(136).click();
    await causes.tree.focus();
    await expect(causes.item(136)).toHaveAttribute('aria-expanded', 'true');
    await window.press('ArrowLeft');
    await expect(causes.item(136)).toHaveAttribute('aria-expanded', 'false');
    await expect(causes.item(137)).toBeHidden();
    await window.press('l');
    await expect(causes.item(136)).toHaveAttribute('aria-expanded', 'true');
    await window.press('l');
    await expect(causes.selected).toHaveAccessibleName(/\b137 agent\.toolReturned/);
    await window.press('h');
    await expect(causes.item(137)).toHaveAttribute('aria-expanded', 'false');
    await window.press('h');
    await expect(causes.selected).toHaveAccessibleName(/\b136 agent\.toolCalled/);
  });

  await test.step('roots that led to nothing can be displayed, and everything folded', async () => {
    await window.views.view('Causes').click();
    await expect(causes.region).toContainText('3 of 6 roots');
    await causes.region.getByRole('button', { name: 'Fold all' }).click();
    await expect(causes.items).toHaveCount(3);
    await causes.region.getByRole('checkbox', { name: 'Only roots that caused something' }).uncheck();
    await expect(causes.items).toHaveCount(6);
  });
});
