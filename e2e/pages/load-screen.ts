import type { Locator, Page } from '@playwright/test';

/** A load under way, and what is said when it did not give a whole run. */
export class LoadScreen {
  readonly loading: Locator;
  readonly progress: Locator;
  readonly cancel: Locator;
  /** Over rows that can be read: the source is not whole. */
  readonly notWhole: Locator;
  readonly readWhole: Locator;
  /** In place of rows: there is no run. */
  readonly found: Locator;
  readonly chooseAnother: Locator;
  readonly closeThis: Locator;

  constructor(page: Page) {
    this.loading = page.getByRole('region', { name: 'Loading' });
    this.progress = this.loading.getByRole('progressbar');
    this.cancel = this.loading.getByRole('button', { name: 'Cancel' });
    this.notWhole = page.getByRole('region', { name: 'Not whole' });
    this.readWhole = this.notWhole.getByRole('button', { name: 'Read it whole' });
    this.found = page.getByRole('region', { name: 'What was found' });
    this.chooseAnother = this.found.getByRole('button', { name: 'Choose another file' });
    this.closeThis = this.found.getByRole('button', { name: 'Close this one' });
  }

  get title(): Locator {
    return this.found.getByRole('heading', { level: 1 });
  }
}
