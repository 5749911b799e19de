import { markup, secrets, writeHostileLog } from '@openwop-inspector/testing/files';
import { expect, test } from '../shells.ts';

test('markup stays text, and credentials are masked but while the button is down', async ({
  inspector,
}, testInfo) => {
  const file = testInfo.outputPath('<b>hostile<b>.ndjson');
  writeHostileLog(file);
  const window = await inspector.open(file);
  await expect(window.verdict.region).toContainText(markup);
  for (const key of ['1', '2', '3', '4', '5']) {
    await window.press(key);
    await expect(window.views.current).toBeVisible();
    await expect(window.page.getByRole('img', { name: /onerror/ })).toHaveCount(0);
  }
  await window.press('1');
  await window.events.row(3).click();
  await window.detail.tab('Payload').click();
  await expect(window.detail.payload.item(/^constructor/)).toBeVisible();
  await window.detail.payload.wholeEvent.click();
  await expect(window.detail.payload.item(/^__proto__/)).toBeVisible();
  await window.detail.tab('Raw').click();
  await expect(window.detail.raw.text).toContainText(markup.replaceAll('"', '\\"'));
  await expect(window.page).not.toHaveTitle('taken over');
  expect(await window.page.evaluate(() => document.images.length)).toBe(0);
  expect(await window.page.evaluate(() => Reflect.get({}, 'polluted'))).toBeUndefined();

  await test.step('characters that hide or turn text are displayed as what they are', async () => {
    await window.events.row(5).click();
    await window.detail.tab('Payload').click();
    await expect.soft(window.detail.payload.tree).toContainText(/U\+200B|200B/i);
  });

  await test.step('credentials are masked wherever they would be seen, and never copied', async () => {
    const seen = async () => {
      const html = await window.page.content();
      return Object.values(secrets).filter((secret) => html.includes(secret));
    };
    await window.events.row(2).click();
    await expect.soft(window.detail.payload.tree).toBeVisible();
    expect.soft(await seen()).toEqual([]);
    await window.detail.tab('Payload').click();
    await window.detail.payload.item(/^apiKey/).click();
    await expect.soft(window.detail.payload.selected).toHaveAccessibleName(/masked/);
    expect.soft(await seen()).toEqual([]);
    await window.detail.payload.copy('value').click();
    await expect.soft(window.detail.payload.region).toContainText('Value copied');
    expect.soft(await inspector.shell.readClipboard()).not.toContain(secrets.apiKey);

    await window.detail.tab('Raw').click();
    await expect.soft(window.detail.raw.region).toContainText(/tokens? masked/);
    expect.soft(await seen()).toEqual([]);
    for (const key of ['2', '3', '4', '5']) {
      await window.press(key);
      await expect.soft(window.views.current).toBeVisible();
      expect.soft(await seen()).toEqual([]);
    }
  });

  await test.step('a masked token shows only while the button is down', async () => {
    await window.press('1');
    await window.events.row(2).click();
    await window.detail.tab('Raw').click();
    const { raw } = window.detail;
    await expect.soft(raw.hold).toBeVisible();
    await expect.soft(raw.text).not.toContainText(secrets.apiKey);
    await raw.hold.hover();
    await window.page.mouse.down();
    await expect.soft(raw.text).toContainText(secrets.apiKey);
    await window.page.mouse.up();
    await expect.soft(raw.text).not.toContainText(secrets.apiKey);
  });
});
