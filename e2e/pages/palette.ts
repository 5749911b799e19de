import type { Locator, Page } from '@playwright/test';

/** Find an action by typing. */
export class Palette {
  readonly dialog: Locator;
  readonly field: Locator;
  readonly actions: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Find an action' });
    this.field = this.dialog.getByRole('searchbox', { name: 'Find an action' });
    this.actions = this.dialog.getByRole('menuitem');
  }

  action(name: string): Locator {
    return this.dialog.getByRole('menuitem', { name });
  }
}
