import type { Locator, Page } from '@playwright/test';

/** The filter over the event list, with its completion. */
export class FilterField {
  readonly region: Locator;
  readonly field: Locator;
  readonly error: Locator;
  readonly clear: Locator;
  readonly completion: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('search', { name: 'Filter' });
    this.field = this.region.getByRole('combobox', { name: 'Filter events' });
    this.error = this.region.getByRole('status');
    this.clear = this.region.getByRole('button', { name: 'Clear the filter' });
    this.completion = this.region.getByRole('listbox');
  }

  suggestion(name: string | RegExp): Locator {
    return this.completion.getByRole('option', { name });
  }

  /** The filter's own count, such as "34 of 219". */
  count(words: string): Locator {
    return this.region.getByText(words, { exact: true });
  }
}
