import { readFileSync } from 'node:fs';
import {
  codedToken,
  failedDraft,
  LARGE_ITEMS,
  recording,
  writeCodedValues,
  writeLargePayload,
} from '@openwop-inspector/testing/files';
import { eventName } from '../pages/frame.ts';
import { stored } from '../scenario-files.ts';
import { expect, test } from '../shells.ts';

test('a payload is walked, searched, displayed whole, and next to its bytes', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  const { payload, raw } = window.detail;

  await test.step('a payload is opened, walked and its path copied without the mouse', async () => {
    await expect(window.events.selected).toHaveAccessibleName(eventName(216));
    await window.events.list.focus();
    await window.press('Enter');
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

  await test.step('a search in a payload goes from match to match', async () => {
    await window.detail.tab('Payload').click();
    await payload.search.fill('title');
    await expect(payload.region).toContainText('1 of 2');
    await expect(payload.selected).toHaveAccessibleName(/payload lacks required property 'title'/);
    await payload.nextMatch.click();
    await expect(payload.selected).toHaveAccessibleName(/must have required property 'title'/);
    await payload.search.fill('no such word');
    await expect(payload.region).toContainText('No match');
    await payload.search.fill('');
  });

  await test.step('the whole event can be seen, and the bytes of one value of it', async () => {
    await window.detail.tab('Payload').click();
    await payload.wholeEvent.click();
    await expect(payload.item('eventId: "evt-prd-5f2c-216"')).toBeVisible();
    await payload.item('type: "node.failed"').click();
    await window.press('Shift+F10');
    await payload.menu.getByRole('menuitem', { name: 'Show its bytes' }).click();
    await expect(raw.text).toContainText('"node.failed"');
    await window.detail.tab('Payload').click();
  });

  await test.step('the payload and its bytes stay in step, without the mouse', async () => {
    await window.detail.tab('Payload').click();
    await payload.bytesPane.click();
    // The bytes bring a tree of their own; as long as nothing is marked, the one that goes away may still be visible.
    await expect(payload.marked).toBeVisible();
    await payload.item('code: "envelope_invalid"').focus();
    await expect(payload.marked).toHaveText('"envelope_invalid"');
    await window.press('b');
    await expect(payload.bytes).toBeFocused();
    await expect(payload.marked).toHaveText('"envelope_invalid"');
    // The cursor is before the value; two characters to the left it is in the key, which belongs to the value.
    await window.press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    await expect(payload.selected).toHaveAccessibleName('code: "envelope_invalid"');
    for (let step = 0; step < 8; step += 1) await window.press('ArrowLeft');
    await expect(payload.selected).toHaveAccessibleName(/^error: \d+ members, object/);
    await expect(payload.marked).toContainText('"envelope_invalid"');
    await window.press('Enter');
    await expect(payload.selected).toBeFocused();
  });

  await test.step('a click into the bytes selects the innermost value there', async () => {
    await payload.item('code: "envelope_invalid"').click();
    await expect(payload.marked).toHaveText('"envelope_invalid"');
    await payload.item(/^nodeId/).click();
    await expect(payload.marked).toHaveText('"draft"');
    await payload.marked.click();
    await expect(payload.selected).toHaveAccessibleName('nodeId: "draft"');
  });
});

test('whether the bytes are displayed next to the payload is remembered', async ({ inspector }) => {
  const first = await inspector.open(failedDraft);
  await first.detail.tab('Payload').click();
  await first.detail.payload.bytesPane.click();
  await expect.poll(stored).toContain(String.raw`\"bytesBeside\":true`);
  const { detail } = await inspector.open(failedDraft);
  await detail.tab('Payload').click();
  await expect(detail.payload.bytesPane).toHaveAttribute('aria-pressed', 'true');
  await expect(detail.payload.bytes).toBeVisible();
});

test('coded and masked values, also while v is down', async ({ inspector }, testInfo) => {
  const file = testInfo.outputPath('coded.ndjson');
  writeCodedValues(file);
  const poll = recording('app', 'conformance-failure', 'poll.json');
  const window = await inspector.open(file, poll);
  const { payload, raw } = window.detail;

  await test.step('values that are no text say what they are', async () => {
    await window.events.row(1).click();
    await window.detail.tab('Payload').click();
    await expect(payload.item(/^picture.*base64, 18.0 KB, PNG by its first bytes$/)).toBeVisible();
    await expect(payload.item(/^link.*data URL, image\/png, 18.0 KB, PNG by its first bytes$/)).toBeVisible();
    await expect(payload.item('id: 12345678901234567890')).toBeVisible();
    await payload.item(/^startedAt/).click();
    await expect(payload.region).toContainText('Mon, 2 Mar 2026, 09:00:01 UTC');
    await payload.item(/^token/).focus();
    await window.press('t');
    await expect(payload.token).toContainText('sub, exp');
    await expect(payload.token).not.toContainText('user-of-acme');
  });

  await test.step('a masked value shows while v is down, and copies stay masked', async () => {
    await window.events.row(1).click();
    await window.detail.tab('Payload').click();
    await payload.item(/^token/).focus();
    await expect(payload.tree).not.toContainText(codedToken);
    await window.page.keyboard.down('v');
    await expect(payload.item(/^token/)).toContainText(codedToken);
    await window.press('Control+c');
    await window.page.keyboard.up('v');
    await expect(payload.tree).not.toContainText(codedToken);
    await expect(payload.region).toContainText('Value copied');
    expect(await inspector.shell.readClipboard()).toBe('eyJh…[masked:name]');
  });

  await test.step('Raw shows the bytes of the file, to the last one', async () => {
    await window.titleBar.tabs.nth(1).click();
    await expect(window.events.selected).toHaveAccessibleName(eventName(3, 'node.failed'));
    await window.detail.tab('Raw').click();
    await expect(raw.text).toContainText('"deterministic_fail"');
    const displayed = await raw.text.textContent();
    expect(readFileSync(poll, 'utf8')).toContain(displayed);
    expect(JSON.parse(displayed ?? '')).toMatchObject({ type: 'node.failed', sequence: 3 });
    await raw.copy.click();
    await expect(raw.copy).toHaveText('Copied');
    expect(await inspector.shell.readClipboard()).toBe(displayed);
  });
});

test('a payload of 20 MB opens, to its last item and its bytes', async ({ inspector }, testInfo) => {
  const file = testInfo.outputPath('large.ndjson');
  writeLargePayload(file);
  const window = await inspector.open(file);
  await window.events.row(1).click();
  await window.detail.tab('Payload').click();
  const { payload } = window.detail;
  await expect(payload.item(/^items: 200,000 items, array/)).toBeVisible();
  await payload.search.fill(`/items/${LARGE_ITEMS - 1}/name`);
  await expect(payload.selected).toHaveAccessibleName(`name: "item ${LARGE_ITEMS - 1}"`);
  await payload.bytesPane.click();
  await expect(payload.marked).toHaveText(`"item ${LARGE_ITEMS - 1}"`);
  await payload.search.fill('item 100000');
  await expect(payload.marked).toHaveText('"item 100000"');
});
