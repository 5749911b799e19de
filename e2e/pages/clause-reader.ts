import type { Locator, Page } from '@playwright/test';

/** The protocol pages, at a clause that was cited. */
export class ClauseReader {
  readonly dialog: Locator;
  readonly pages: Locator;
  readonly back: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: /^Protocol: / });
    this.pages = this.dialog.getByRole('navigation', { name: 'Protocol pages' });
    this.back = this.dialog.getByRole('button', { name: 'Back' });
  }

  heading(words: string | RegExp): Locator {
    return this.dialog.getByRole('heading', { name: words });
  }
}
