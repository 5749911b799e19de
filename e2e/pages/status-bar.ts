import type { Locator, Page } from '@playwright/test';

/** Facts about the source, or what the last key could not do. */
export class StatusBar {
  readonly region: Locator;
  readonly problems: Locator;
  readonly keys: Locator;
  /** What is read aloud: counts, copies, the end of a load. */
  readonly announcement: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Status' });
    this.problems = this.region.getByRole('button', { name: /problems?$/ });
    this.keys = this.region.getByRole('button', { name: 'keys' });
    this.announcement = page.getByRole('status').last();
  }
}
