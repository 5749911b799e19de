import { expect, test } from '../../shells.ts';

test('the title of the window loses what turns or hides text, whatever the page sets', async ({
  inspector,
}) => {
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
