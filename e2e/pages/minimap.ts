import type { Locator, Page } from '@playwright/test';

/** Events over time, with the brush that narrows the list. */
export class Minimap {
  readonly region: Locator;
  readonly start: Locator;
  readonly end: Locator;
  readonly words: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Events over time' });
    this.start = this.region.getByRole('slider', { name: 'Start of the time range' });
    this.end = this.region.getByRole('slider', { name: 'End of the time range' });
    this.words = this.region.getByRole('paragraph');
  }
}
