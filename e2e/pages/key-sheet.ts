import type { Locator, Page } from '@playwright/test';

/** All keys. */
export class KeySheet {
  readonly dialog: Locator;
  readonly about: Locator;
  readonly close: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Keys' });
    this.about = this.dialog.getByRole('button', { name: 'About the inspector' });
    this.close = this.dialog.getByRole('button', { name: 'Close' });
  }

  key(title: string): Locator {
    return this.dialog.getByRole('term').filter({ hasText: title });
  }
}
