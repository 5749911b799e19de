import { readFileSync } from 'node:fs';
import { failedDraft, recording } from '../files/places.ts';
import { eventName } from '../pages/event-list.ts';
import { expect, test } from '../shells.ts';

test('a payload is opened, walked and its path copied without the mouse', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  await expect(window.events.selected).toHaveAccessibleName(eventName(216));
  await window.events.list.focus();
  await window.press('Enter');
  const { payload } = window.detail;
  await expect(window.detail.tab('Payload')).toHaveAttribute('aria-selected', 'true');
  await window.tabTo(payload.selected);
  await expect(payload.selected).toHaveAccessibleName('nodeId: "draft"');
  await window.press('j', 'ArrowLeft');
  await expect(payload.selected).toHaveAttribute('aria-expanded', 'false');
  await expect(payload.item('code: "envelope_invalid"')).toBeHidden();
  await window.press('l', 'l');
  await expect(payload.selected).toHaveAccessibleName('code: "envelope_invalid"');
  await window.press('y');
  await expect(payload.region).toContainText('Path copied');
  expect(await inspector.shell.readClipboard()).toBe('data.error.code');
  await window.press('Control+c');
  await expect(payload.region).toContainText('Value copied');
  expect(await inspector.shell.readClipboard()).toBe('envelope_invalid');
  await payload.copy('pointer').click();
  await expect(payload.region).toContainText('Pointer copied');
  expect(await inspector.shell.readClipboard()).toBe('/data/error/code');
});

test('a search in a payload goes from match to match', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  const { payload } = window.detail;
  await window.detail.tab('Payload').click();
  await payload.search.fill('title');
  await expect(payload.region).toContainText('1 of 2');
  await expect(payload.selected).toHaveAccessibleName(/payload lacks required property 'title'/);
  await payload.nextMatch.click();
  await expect(payload.selected).toHaveAccessibleName(/must have required property 'title'/);
  await payload.search.fill('no such word');
  await expect(payload.region).toContainText('No match');
});

test('the whole event can be seen, and the bytes of one value of it', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  const { payload, raw } = window.detail;
  await window.detail.tab('Payload').click();
  await payload.wholeEvent.click();
  await expect(payload.item('eventId: "evt-prd-5f2c-216"')).toBeVisible();
  await payload.item('type: "node.failed"').click();
  await window.press('Shift+F10');
  await payload.menu.getByRole('menuitem', { name: 'Show its bytes' }).click();
  await expect(raw.text).toContainText('"node.failed"');
});

test('Raw shows the bytes of the file, to the last one', async ({ inspector }) => {
  const file = recording('app', 'conformance-failure', 'poll.json');
  const window = await inspector.open(file);
  await expect(window.events.selected).toHaveAccessibleName(eventName(3, 'node.failed'));
  await window.detail.tab('Raw').click();
  const { raw } = window.detail;
  await expect(raw.text).toContainText('"deterministic_fail"');
  const shown = await raw.text.textContent();
  expect(readFileSync(file, 'utf8')).toContain(shown);
  expect(JSON.parse(shown ?? '')).toMatchObject({ type: 'node.failed', sequence: 3 });
  await raw.copy.click();
  await expect(raw.copy).toHaveText('Copied');
  expect(await inspector.shell.readClipboard()).toBe(shown);
});
