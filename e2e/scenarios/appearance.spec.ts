import { failedDraft } from '@openwop-inspector/testing/files';
import { stored } from '../scenario-files.ts';
import { expect, test } from '../shells.ts';

test('the theme is system, light or dark, also at the next start @desktop', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  const { themeButton } = window.titleBar;
  const background = () => window.page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect(themeButton).toHaveAccessibleName('Theme: system. Change');
  await themeButton.click();
  await expect(themeButton).toHaveAccessibleName('Theme: light. Change');
  const light = await background();
  await themeButton.click();
  await expect(themeButton).toHaveAccessibleName('Theme: dark. Change');
  await expect.poll(background).not.toBe(light);
  const dark = await background();
  await expect.poll(stored).toMatch(/"theme": ?"dark"/);
  const next = await inspector.open(failedDraft);
  await expect(next.titleBar.themeButton).toHaveAccessibleName('Theme: dark. Change');
  expect(await next.page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(dark);
});

test('at every size nothing is cut; motion and density', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);

  await test.step('with reduced motion nothing moves', async () => {
    await window.press('Control+k');
    await expect(window.palette.dialog).toBeVisible();
    const moving = await window.page.evaluate(
      () =>
        document.getAnimations().filter((animation) => {
          const { duration } = animation.effect?.getComputedTiming() ?? {};
          return typeof duration === 'number' && duration > 1;
        }).length,
    );
    expect(moving).toBe(0);
    await window.press('Escape');
  });

  await test.step('rows follow the density', async () => {
    const height = async () => (await window.events.selected.boundingBox())?.height;
    await expect.poll(height).toBe(24);
    await window.titleBar.densityButton.click();
    await expect.poll(height).toBe(28);
    await window.titleBar.densityButton.click();
    await expect.poll(height).toBe(20);
    await expect(window.events.selected).toBeVisible();
    await window.titleBar.densityButton.click();
  });

  await test.step('in a narrow window every control is within reach', async () => {
    await window.page.setViewportSize({ width: 560, height: 760 });
    await expect(window.events.selected).toBeVisible();
    await window.press('3');
    await expect(window.nodes.lane('draft')).toBeInViewport({ ratio: 1 });
    await window.press('a');
    await expect(window.acceptor.region.getByRole('button', { name: /^Run/ })).toBeInViewport({ ratio: 1 });
    await window.press('Escape', '1');
  });

  await test.step('at twice the size nothing is cut, and the detail moves under the list', async () => {
    await window.page.setViewportSize({ width: 720, height: 480 });
    await expect(window.events.selected).toBeVisible();
    for (const key of ['1', '2', '3', '4', '5']) {
      await window.press(key);
      await expect(window.views.current).toBeInViewport();
      const [content, room] = await window.page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ]);
      expect(content).toBeLessThanOrEqual(room ?? 0);
    }
    await window.press('1');
    await expect(window.titleBar.themeButton).toBeInViewport();
    await expect(window.verdict.origin).toBeInViewport();
    await expect(window.events.selected).toBeInViewport();
    const list = await window.events.region.boundingBox();
    const detail = await window.detail.region.boundingBox();
    expect(detail?.y).toBeGreaterThanOrEqual((list?.y ?? 0) + (list?.height ?? 0) - 1);
    await window.press('r');
    await expect(window.events.selected).toBeInViewport();
  });

  await test.step('in a narrow window no choice of the start screen is covered', async () => {
    await window.page.setViewportSize({ width: 560, height: 760 });
    await window.press('Control+w');
    const choice = window.page.getByRole('button', { name: /^Open a folder/ });
    const [text, keys] = await Promise.all([
      choice.getByText('every log in it, as one').boundingBox(),
      choice.locator('kbd').first().boundingBox(),
    ]);
    expect((text?.x ?? 0) + (text?.width ?? 0)).toBeLessThanOrEqual(keys?.x ?? 0);
  });
});
