/** The list in another order, and with other columns. */
import { failedDraft, recording, sample } from '@openwop-inspector/testing/files';
import { expectClean, regions } from '../axe.ts';
import { stored } from '../scenario-files.ts';
import { expect, test } from '../shells.ts';

test('a list has other orders, more columns, and what the filter leaves out', async ({ inspector }) => {
  const window = await inspector.open(
    failedDraft,
    sample('fan-out.ndjson.gz'),
    sample('repaired-ticket.ndjson'),
    recording('app', 'conformance-envelope-retry-attempted', 'debug-bundle.json'),
  );
  await window.choose(window.filter.listMenu, 'List by tokens, most first');
  await expect(window.events.region).toContainText('Listed by tokens, most first');
  await expect(window.events.region).toContainText('tokens');
  const first = window.events.options.first();
  await expect(first).toHaveAccessibleName(/provider\.usage/);
  await window.events.list.focus();
  await window.press('g');
  await expect(window.events.selected).toHaveAccessibleName(/provider\.usage/);
  await expectClean(window.page, 'a list by tokens', regions('Events'));
  await window.press('f');
  await expect(window.events.selected).toHaveAccessibleName(/node\.failed/);
  await window.events.region.getByRole('button', { name: 'List as recorded' }).click();
  await expect(window.events.region).not.toContainText('Listed by');
  await expect(window.events.selected).toBeInViewport();

  await test.step('the events of several runs stand by time across runs', async () => {
    await window.titleBar.tabs.nth(1).click();
    await window.palette.type('List by time across runs');
    await window.palette.action('List by time across runs').click();
    await expect(window.events.region).toContainText('Listed by time across runs');
    const clocks: string[] = [];
    for (const row of (await window.events.options.all()).slice(0, 20))
      clocks.push(/\d\d:\d\d:\d\d\.\d{3}/.exec(await row.innerText())?.[0] ?? '');
    expect(clocks).toEqual([...clocks].sort());
    expect(clocks[0]).not.toBe('');
  });

  await test.step('what the filter leaves out is dimmed in its place, and hidden again', async () => {
    await window.titleBar.tabs.nth(2).click();
    const rows = window.events.options;
    await expect(rows.first()).toHaveAccessibleName(/run\.started/);
    await window.filter.field.fill('type:provider.usage');
    await expect(rows.first()).toHaveAccessibleName(/provider\.usage/);
    await window.press('Enter', 'D');
    await expect(rows.filter({ hasText: 'run.started' })).toHaveAccessibleName(/left out by the filter/);
    await expect(window.events.list).toBeFocused();
    await expect(rows.filter({ hasText: 'provider.usage' }).first()).not.toHaveAccessibleName(/left out/);
    await expectClean(window.page, 'a list with dimmed rows', regions('Events'));
    await window.press('D');
    await expect(rows.filter({ hasText: 'run.started' })).toHaveCount(0);
  });

  await test.step('a column is added, is there again after a reload, and is hidden', async () => {
    await window.titleBar.tabs.nth(3).click();
    await window.choose(window.filter.listMenu, 'Show the column cost');
    await expect(window.events.region).toContainText('USD');
    await expect.poll(stored).toContain('listColumns');
    await window.page.reload();
    await expect(window.events.region).toContainText('USD');
    await window.choose(window.filter.listMenu, 'Show the usual columns');
    await expect(window.events.region).not.toContainText('USD');
  });
});

test('columns are as wide as the user drags them, and the summary keeps its half', async ({ inspector }) => {
  let window = await inspector.open(failedDraft);
  const edgeOf = (name: string) =>
    window.page.getByRole('separator', { name: `Width of the column ${name}` });
  const widthOf = async (name: string) =>
    edgeOf(name).evaluate((edge) => Math.round(edge.parentElement?.getBoundingClientRect().width ?? 0));
  const before = await widthOf('node');
  await edgeOf('node').focus();
  await window.press('ArrowRight', 'ArrowRight', 'ArrowLeft');
  await expect(edgeOf('node')).toHaveAttribute('aria-valuenow', '96');
  // As far as the summary leaves room.
  await expect.poll(() => widthOf('node')).toBeGreaterThan(before);
  await expectClean(window.page, 'the heads of the list', regions('Events'));

  const box = await edgeOf('type').boundingBox();
  if (box === null) throw new Error('the edge is not drawn');
  await window.page.mouse.move(box.x + 4, box.y + 8);
  await window.page.mouse.down();
  await window.page.mouse.move(box.x + 304, box.y + 8, { steps: 4 });
  await window.page.mouse.up();
  await expect
    .poll(async () => Number(await edgeOf('type').getAttribute('aria-valuenow')))
    .toBeGreaterThan(400);
  const [list, summary] = await window.events.selected.evaluate((row) => [
    row.getBoundingClientRect().width,
    row.querySelector('[class*="summary"]')?.getBoundingClientRect().width ?? 0,
  ]);
  expect((summary ?? 0) / (list ?? 1)).toBeGreaterThan(0.45);

  window = await inspector.open(failedDraft);
  await expect(edgeOf('node')).toHaveAttribute('aria-valuenow', '96');
  // What was drawn just before the window closed is stored as well.
  expect(Number(await edgeOf('type').getAttribute('aria-valuenow'))).toBeGreaterThan(400);
  await edgeOf('type').dblclick();
  await expect(edgeOf('type')).toHaveAttribute('aria-valuenow', '204');
  await edgeOf('node').press('Home');
  await expect.poll(() => widthOf('node')).toBe(before);
});
