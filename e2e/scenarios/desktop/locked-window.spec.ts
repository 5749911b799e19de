import { failedDraft } from '@openwop-inspector/testing/files';
import { expect, test } from '../../shells.ts';

test('the window goes nowhere else, opens no other and is granted nothing', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  inspector.allow(/"event":"(navigation|request)-refused"/);
  inspector.allow(/example\.com/);
  const addresses = () =>
    inspector.desktop.application.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows().map((each) => each.webContents.getURL()),
    );
  const before = await addresses();
  expect(await window.page.evaluate(() => globalThis.open('https://example.com/'))).toBeNull();
  expect(await window.page.evaluate(() => Notification.requestPermission())).toBe('denied');
  await window.page.evaluate(() => {
    location.href = 'https://example.com/';
  });
  await expect.poll(() => inspector.shell.logLines().join('\n')).toContain('navigation-refused');
  expect(await addresses()).toEqual(before);
});

test('the page has the calls of the contract and nothing of Node', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  const found = await window.page.evaluate(() => ({
    bridge: Object.keys(Reflect.get(globalThis, 'inspector')),
    node: ['require', 'process', 'module', 'Buffer', '__dirname'].filter((name) => name in globalThis),
  }));
  expect(found).toEqual({ bridge: ['call', 'on'], node: [] });
});
