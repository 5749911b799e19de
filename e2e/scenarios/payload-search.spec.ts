import { codedToken, failedDraft, sample, writeCodedValues } from '@openwop-inspector/testing/files';
import { expectClean, regions } from '../axe.ts';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

test('a text is searched in payloads, and F3 goes from hit to hit @desktop', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  const { search, detail } = window;
  await expect(window.events.selected).toHaveAccessibleName(eventName(216));
  await window.events.list.focus();
  await window.press('Control+Shift+f');
  await expect(search.field).toBeFocused();
  await expect(search.region).toContainText('Names and values are searched');
  await expectClean(window.page, 'an empty search in payloads', regions('Search in payloads'));
  await search.field.fill('lacks required property');
  await expect(search.region).toContainText(/\d+ hits? in \d+ events?/);
  await expect(search.marked.first()).toHaveText('lacks required property');
  await window.press('F3');
  await expect(search.selected).toHaveAccessibleName(/lacks required property/);
  await expect(search.field).toBeFocused();
  await expect(detail.tab('Payload')).toHaveAttribute('aria-selected', 'true');
  await expect(detail.payload.selected).toHaveAccessibleName(/lacks required property/);
  await expect(window.status.region).toContainText(/Hit 1 of \d+/);
  const first = await search.selected.getAttribute('data-index');
  await window.press('F3');
  await expect(window.status.region).toContainText(/Hit 2 of \d+/);
  await window.press('Shift+F3');
  await expect(search.selected).toHaveAttribute('data-index', first ?? '');
  await expectClean(window.page, 'hits in payloads', regions('Search in payloads'));

  await window.press('ArrowDown');
  await expect(search.tree).toBeFocused();
  await window.press('Enter');
  await expect(detail.payload.selected).toBeFocused();
  await expect(detail.payload.selected).toHaveAccessibleName(/lacks required property/);
  await window.press('Escape');
  await expect(search.region).toBeHidden();
  await expect(window.events.list).toBeFocused();
});

test('a search stays within the filter and its tab, and hides what is masked', async ({
  inspector,
}, testInfo) => {
  const file = testInfo.outputPath('coded.ndjson');
  writeCodedValues(file);
  const window = await inspector.open(failedDraft, sample('agh-plain.ndjson'), file);
  const { search, detail, titleBar } = window;

  await test.step('a hit that is pressed shows its member, and the palette opens the search', async () => {
    await expect(window.events.selected).toHaveAccessibleName(eventName(216));
    await window.palette.type('search in payloads');
    await expect(window.palette.group('Actions').getByRole('menuitem')).toHaveCount(1);
    await window.press('Enter');
    await expect(search.field).toBeFocused();
    await search.field.fill('/offline [a-z]+/i');
    await search
      .item(/^\/data\/outcome\/query/)
      .first()
      .click();
    await expect(window.events.selected).toHaveAccessibleName(eventName(11));
    await expect(detail.payload.selected).toHaveAccessibleName('query: "offline export"');
    await search.region.getByRole('button', { name: 'Close the search' }).click();
    await expect(search.region).toBeHidden();
  });

  await test.step('the search stays within the filter, and says what it does not understand', async () => {
    await window.filter.field.fill('type:agent.toolCalled');
    await window.press('Control+Shift+f');
    await search.field.fill('title');
    await expect(search.region).toContainText('No payload holds this text');
    await expect(search.region).toContainText('within the filter');
    await search.region.getByRole('button', { name: 'Search all events' }).click();
    await expect(search.region).toContainText(/64 hits in 14 events/);
    await expect(window.filter.field).toHaveValue('');
    await search.field.fill('/titl(/');
    await expect(search.region.getByRole('alert')).toContainText('This pattern is not understood');
    await expect(search.field).toHaveAttribute('aria-invalid', 'true');
    await expectClean(window.page, 'a search that is not understood', regions('Search in payloads'));
  });

  await test.step('another tab and back keep the search, without taking the focus', async () => {
    await search.field.fill('title');
    await expect(search.region).toContainText('64 hits in 14 events');
    await titleBar.tab('agh-plain').click();
    await expect(search.region).toBeHidden();
    await titleBar.tab('acme-prd-draft').click();
    await expect(search.region).toContainText('64 hits in 14 events');
    await expect(search.field).not.toBeFocused();
  });

  await test.step('a hit in the body of a message is displayed in the whole of it', async () => {
    await window.titleBar.tabs.nth(1).click();
    await window.press('Control+Shift+f');
    await search.field.fill('/[a-z]{4}/');
    await search.items.nth(1).click();
    await expect(search.selected).toHaveAccessibleName(/^\/body/);
    await expect(detail.payload.wholeEvent).toBeChecked();
    await expect(detail.payload.region.getByRole('group', { name: 'Path of the value' })).toContainText(
      'body',
    );
  });

  await test.step('a hit in what is masked is reported and not displayed', async () => {
    await window.titleBar.tabs.nth(2).click();
    await window.press('Control+Shift+f');
    await search.field.fill(codedToken.slice(8, 30));
    await expect(search.item(/^\/payload\/token in masked text/)).toContainText('…[masked');
    await expect(search.tree).not.toContainText(codedToken.slice(8, 30));
    await expect(search.marked).toHaveCount(0);
  });
});
