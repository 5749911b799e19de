/** The fixture of the gallery: its page, served by the browser shell under the policy of the window. */
import { GalleryPage } from './pages/gallery-page.ts';
import { startInBrowser } from './shells/browser-shell.ts';
import { createPageWatch } from './shells/page-watch.ts';
import { test as base, expect } from './shells.ts';

export { expect };

/** Afterwards the gallery must have followed the rules of the window: nothing bad in the console, no request to elsewhere. */
export const test = base.extend<{ gallery: GalleryPage }>({
  gallery: async ({ chromiumBrowser }, use, testInfo) => {
    const watch = createPageWatch();
    const parts = { options: {}, configDir: testInfo.outputPath('config'), onPage: watch.watch };
    const shell = await startInBrowser(await chromiumBrowser(), parts, 'gallery');
    await use(new GalleryPage(shell.page));
    await shell.close();
    expect(watch.complaints(), 'what the gallery did against the rules').toEqual([]);
  },
});
