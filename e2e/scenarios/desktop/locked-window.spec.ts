import { failedDraft } from '@openwop-inspector/testing/files';
import { expect, test } from '../../shells.ts';

test('the window goes nowhere, and has the calls of the contract alone', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);

  await test.step('the page has the calls of the contract and nothing of Node', async () => {
    const found = await window.page.evaluate(() => ({
      bridge: Object.keys(Reflect.get(globalThis, 'inspector')),
      node: ['require', 'process', 'module', 'Buffer', '__dirname'].filter((name) => name in globalThis),
    }));
    expect.soft(found).toEqual({ bridge: ['call', 'on'], node: [] });
  });

  await test.step('the window goes nowhere else, opens no other and is granted nothing', async () => {
    inspector.allow(/"event":"(navigation|request)-refused"/);
    inspector.allow(/example\.com/);
    const addresses = () =>
      inspector.desktop.application.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows().map((each) => each.webContents.getURL()),
      );
    const before = await addresses();
    expect.soft(await window.page.evaluate(() => globalThis.open('https://example.com/'))).toBeNull();
    expect.soft(await window.page.evaluate(() => Notification.requestPermission())).toBe('denied');
    await window.page.evaluate(() => {
      location.href = 'https://example.com/';
    });
    await expect.poll(() => inspector.shell.logLines().join('\n')).toContain('navigation-refused');
    expect.soft(await addresses()).toEqual(before);
  });
});

test('the title of the window loses characters that turn or hide text', async ({ inspector }) => {
  const window = await inspector.start();
  const title = () =>
    inspector.desktop.application.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.getTitle(),
    );
  await expect.poll(title).toBe('OpenWOP Inspector');
  await window.page.evaluate(() => {
    document.title = 'a\u202eb\u009dc\u2066d';
  });
  await expect.poll(title).toBe('a\ufffdb\ufffdc\ufffdd');
});
