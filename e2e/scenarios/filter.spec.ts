import { readFileSync } from 'node:fs';
import { failedDraft, sample } from '@openwop-inspector/testing/files';
import { expectClean, MENU, regions } from '../axe.ts';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

/** Events of the bundle, read with nothing but `JSON.parse`; `text` is the whole event, for words that must occur in it. */
const bundle: { readonly events: readonly Record<string, unknown>[] } = JSON.parse(
  readFileSync(failedDraft, 'utf8'),
);
const events = bundle.events.map((event) => ({
  sequence: Number(event.sequence ?? event.seq),
  type: String(event.type),
  nodeId: event.nodeId,
  text: JSON.stringify(event),
}));
const all = events.length;

const filters = [
  { text: 'type:node.*', fits: (event) => event.type.startsWith('node.') },
  {
    text: 'node:draft type:output.chunk',
    fits: (event) => event.nodeId === 'draft' && event.type === 'output.chunk',
  },
  { text: '-type:output.chunk', fits: (event) => event.type !== 'output.chunk' },
  { text: 'not node:draft', fits: (event) => event.nodeId !== 'draft' },
  { text: 'checklist', fits: (event) => event.text.toLowerCase().includes('checklist') },
  { text: '"required property"', fits: (event) => event.text.includes('required property') },
  {
    text: 'seq:100..200 title',
    fits: (event) => event.sequence >= 100 && event.sequence <= 200 && /title/i.test(event.text),
  },
  { text: '/NODE\\.(failed|sus\\w+)/i', fits: (event) => /NODE\.(failed|sus\w+)/i.test(event.text) },
] satisfies readonly { text: string; fits: (event: (typeof events)[number]) => boolean }[];

test('filters select, are corrected, hide a selection and are completed @desktop', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);

  await test.step('filters select what a plain reading of the file selects', async () => {
    await window.events.list.focus();
    await window.press('L', '/');
    await expect(window.filter.field).toBeFocused();
    for (const { text, fits } of filters) {
      const wanted = events.filter(fits);
      await window.filter.field.fill(text);
      await expect(window.filter.count(`${wanted.length} of ${all}`)).toBeVisible();
      await window.press('Enter', 'g');
      await expect(window.events.selected).toHaveAccessibleName(eventName(wanted[0]?.sequence ?? -1));
      await window.press('G');
      await expect(window.events.selected).toHaveAccessibleName(eventName(wanted.at(-1)?.sequence ?? -1));
    }
  });

  await test.step('a filter that is wrong names the column and what could be meant, and keeps the rows', async () => {
    await window.filter.field.fill('node:draft');
    const draft = events.filter((event) => event.nodeId === 'draft').length;
    await expect(window.filter.count(`${draft} of ${all}`)).toBeVisible();
    await window.filter.field.fill('node:draft typ:node.failed');
    await expect(window.filter.error).toContainText('Column 12: There is no field typ.');
    await expect(window.filter.field).toHaveAccessibleDescription(/Column 12/);
    await expect(window.events.options.first()).toBeVisible();
    await expect(window.filter.error).toContainText('The rows are those of the last valid filter.');
    await window.press('Control+e');
    await expect(window.exporting.dialog).toContainText('All of the log: 219 events');
    await expect(window.exporting.dialog).not.toContainText('Visible:');
    await window.press('Escape');
    await window.filter.error.getByRole('button', { name: 'Use type:node.failed' }).click();
    await expect(window.filter.field).toHaveValue('node:draft type:node.failed');
    await expect(window.filter.count(`1 of ${all}`)).toBeVisible();
    await window.filter.field.fill('node:draft /failed(/');
    await expect(window.filter.error).toContainText('Column 19: This group is not closed');
  });

  await test.step('a filter without a match says so and can be taken away there', async () => {
    await window.showFailure();
    await window.filter.field.fill('node:nobody');
    await expect(window.events.region).toContainText('No event matches the filter');
    await expect(window.events.region).toContainText('None of 219 events matches node:nobody');
    await window.events.removeFilter.click();
    await expect(window.filter.field).toHaveValue('');
    await expect(window.events.selected).toHaveAccessibleName(eventName(216));
    await expect(window.events.selected).toBeInViewport();
  });

  await test.step('a selection that the filter hides is named, and one press brings it back', async () => {
    await window.showFailure();
    await window.filter.field.fill('type:run.*');
    await window.press('Enter');
    await expect(window.events.region).toContainText(
      'The selected event #216 node.failed is hidden by the filter.',
    );
    await window.events.region.getByRole('button', { name: 'Show all events' }).click();
    await expect(window.events.selected).toHaveAccessibleName(eventName(216));
    await expect(window.events.selected).toBeInViewport();
  });

  await test.step('completion offers values of the log', async () => {
    await window.filter.field.fill('');
    const { field } = window.filter;
    await field.pressSequentially('type:run.f');
    await expect(window.filter.suggestion('type:run.failed')).toBeVisible();
    await window.press('ArrowDown', 'Enter');
    await expect(field).toHaveValue('type:run.failed ');
    await expect(window.filter.count(`1 of ${all}`)).toBeVisible();
  });
});

test('a filter comes back, has chips, is undone, and has more terms than room', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  const { field, menu } = window.filter;
  const { filter, page } = window;

  await test.step('a filter that was used comes back by the arrow up, from the menu and from the palette', async () => {
    await field.fill('node:plan');
    await window.press('Enter', '/', 'Escape');
    await expect(field).toHaveValue('');
    await field.focus();
    await window.press('ArrowUp');
    await expect(field).toHaveValue('node:plan');
    await window.choose(menu, 'Save this filter');
    await field.fill('');
    await menu.click();
    await expect(window.page.getByRole('menuitem', { name: 'node:plan' })).toContainText('saved');
    await expectClean(window.page, 'the menu of filters', MENU);
    await window.press('Escape');
    await window.events.list.focus();
    await window.palette.type('node:plan');
    await window.palette.group('Filters').getByRole('menuitem').click();
    await expect(field).toHaveValue('node:plan');
    await window.choose(menu, 'Copy as a command');
    await expect(window.status.region).toContainText('Copied the command.');
    expect(await inspector.shell.readClipboard()).toBe(
      'openwop-inspector events acme-prd-draft.bundle.json --filter node:plan',
    );
  });

  await test.step('of a filter with many terms those without room are counted, and Tab brings each into sight', async () => {
    const names = Array.from({ length: 20 }, (_, at) => `-node:number${at}`);
    await filter.field.fill(names.join(' '));
    await window.press('Enter');
    const more = filter.region.getByRole('button', { name: /^More terms: \d+$/ });
    const before = filter.region.getByRole('button', { name: /^Terms before: \d+$/ });
    await expect(more).toBeVisible();
    await expect(before).toBeHidden();
    await expectClean(page, 'a filter with more terms than there is room for', regions('Filter'));
    await filter.field.focus();
    await window.press('Enter');
    const terms = filter.region.getByRole('list', { name: 'Terms of the filter' });
    const last = terms.getByRole('button', { name: 'not node:number19' });
    await terms.getByRole('button', { name: 'not node:number0', exact: true }).focus();
    await window.tabTo(last, 20);
    await expect(last).toBeInViewport({ ratio: 1 });
    await expect(more).toBeHidden();
    await before.click();
    await expect(more).toBeVisible();
  });

  await test.step('the terms of a filter are chips: edited, negated and removed by the keyboard and the mouse', async () => {
    const chips = filter.region.getByRole('list', { name: 'Terms of the filter' }).getByRole('listitem');
    await filter.field.fill('node:draft (type:output.chunk or type:provider.*) is:stream');
    await expect(chips).toHaveCount(0);
    await window.press('Enter');
    await expect(chips).toHaveText([/node:draft/, /group.*type:output\.chunk or/, /is:stream/]);
    await expectClean(page, 'a filter as chips', regions('Filter'));

    await chips.nth(2).getByRole('button').first().focus();
    await window.press('-');
    await expect(filter.field).toHaveValue('node:draft (type:output.chunk or type:provider.*) -is:stream');
    await expect(filter.count('3 of 219')).toBeVisible();
    await window.press('Delete');
    await expect(filter.field).toHaveValue('node:draft (type:output.chunk or type:provider.*)');
    await expect(chips.nth(1).getByRole('button').first()).toBeFocused();
    await window.press('Enter');
    await expect(filter.field).toBeFocused();
    await expect(chips).toHaveCount(0);
    await page.keyboard.type('is:failed');
    await window.press('Enter');
    await expect(filter.field).toHaveValue('node:draft is:failed');
    await filter.region.getByRole('button', { name: 'Remove node:draft' }).click();
    await expect(filter.field).toHaveValue('is:failed');
    await chips.first().getByRole('button').first().press('Delete');
    await expect(filter.field).toHaveValue('');
    await expect(filter.field).toBeFocused();
    await window.press('Control+z', 'Control+z');
    await expect(filter.field).toHaveValue('node:draft is:failed');

    // Where nothing matches there is no row to go to, and yet the next key is a command.
    await filter.field.fill('node:draft -node:draft');
    await expect(filter.count('0 of 219')).toBeVisible();
    await window.press('Enter', '2');
    await expect(window.views.current).toHaveAccessibleName(/^Causes/);
  });

  await test.step('what chips and the cross did to a filter is undone, in its session too', async () => {
    await window.showFailure();
    await filter.field.fill('node:draft is:stream');
    await window.press('Enter');
    const negate = filter.region.getByRole('button', { name: 'Negate node:draft' });
    await expect(negate).toHaveAttribute('aria-pressed', 'false');
    await negate.click();
    await expect(negate).toHaveAttribute('aria-pressed', 'true');
    await expect(filter.field).toHaveValue('-node:draft is:stream');
    await filter.region.getByRole('button', { name: 'Remove is:stream' }).click();
    await filter.region.getByRole('button', { name: 'Clear the filter' }).click();
    await expect(filter.field).toHaveValue('');
    await expect(window.status.region).toContainText('Filter cleared.');
    await window.press('Control+z');
    await expect(filter.field).toHaveValue('-node:draft');
    await window.press('Control+z');
    await expect(filter.field).toHaveValue('-node:draft is:stream');
    await window.press('Control+Shift+z');
    await expect(filter.field).toHaveValue('-node:draft');

    await window.drop(sample('repaired-ticket.ndjson'));
    await expect(window.titleBar.activeTab).toHaveAccessibleName(/repaired-ticket/);
    await expect(filter.field).toHaveValue('');
    await window.press('Control+z');
    await expect(filter.field).toHaveValue('');
    await window.titleBar.tab('acme-prd-draft').click();
    await expect(filter.field).toHaveValue('-node:draft is:stream');
  });
});
