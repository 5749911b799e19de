import { expect, type Locator } from '@playwright/test';
import { Part } from './part.ts';

/** The gallery of renderers: a list of stories by family, and the one that is displayed. */
export class GalleryPage extends Part {
  readonly page = this.within;
  readonly stories = this.page.getByRole('navigation', { name: 'Stories' }).getByRole('link');
  readonly current = this.page.getByRole('navigation', { name: 'Stories' }).locator('[aria-current="true"]');
  /** Where a story is displayed. */
  readonly stage = this.page.getByRole('main');

  /** Addresses of all stories in the order of the list: `markdown/hostile`. */
  async addresses(): Promise<readonly string[]> {
    await expect(this.stories.first()).toBeVisible();
    const links = await this.stories.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
    return links.map((link) => link.replace(/^#/, ''));
  }

  /** Shows a story and waits until it has drawn, with what it fetched from itself. */
  async show(address: string): Promise<void> {
    await this.page.evaluate((hash) => {
      location.hash = hash;
    }, address);
    // Seen in the next frame; an expectation looks again after a tenth of a second at the soonest.
    await this.current.and(this.page.locator(`[href="#${address}"]`)).waitFor();
    await this.stage.getByRole('heading', { level: 2 }).waitFor();
    await this.openUp();
    await expect(this.stage.locator('[aria-busy="true"]')).toHaveCount(0);
    await expect(this.stage.getByText('Reading the sound')).toHaveCount(0);
    for (const frame of await this.stage.locator('iframe').all()) await this.waitForSurface(frame);
  }

  /** Unfolds the reasoning lane, and goes to the last of delta frames: what is to be seen is there. */
  private async openUp(): Promise<void> {
    const lane = this.stage.getByRole('button', { name: /^Reasoning/, expanded: false });
    if (await lane.isVisible()) await lane.click();
    const last = this.stage.getByRole('button', { name: 'Last', exact: true });
    if ((await last.isVisible()) && (await last.isEnabled())) await last.click();
  }

  /** A surface has drawn when its frame is as tall as it needs to be, or as tall as a frame may be. */
  private async waitForSurface(frame: Locator): Promise<void> {
    const surface = frame.contentFrame().getByRole('main', { name: 'Surface' });
    await expect(surface).toBeAttached();
    const missing = () =>
      surface.evaluate(() => Math.min(document.documentElement.scrollHeight, 1_600) - window.innerHeight);
    await expect.poll(missing).toBeLessThanOrEqual(0);
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
  }

  async chooseTheme(theme: 'Light' | 'Dark'): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'Theme' }).getByRole('radio', { name: theme }).click();
  }

  /** True when text of a story was run, in the page or in a frame of it. */
  async hasRunText(): Promise<boolean> {
    const hasRun = () => Reflect.has(globalThis, 'inspectorCanary');
    const marks = await Promise.all(this.page.frames().map((frame) => frame.evaluate(hasRun)));
    return marks.includes(true);
  }
}
