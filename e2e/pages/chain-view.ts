import type { Locator } from '@playwright/test';

/** Why the selected event happened: the start of the chain first, then down to it and on to its effects. */
export class ChainView {
  readonly region: Locator;
  /** Every event of the chain, in reading order. */
  readonly links: Locator;
  readonly here: Locator;
  readonly effects: Locator;

  constructor(pane: Locator) {
    this.region = pane.getByRole('region', { name: 'Why it happened' });
    this.links = this.region.getByRole('link');
    this.here = this.region.locator('[aria-current="true"]');
    this.effects = this.region.getByRole('list', { name: 'Effects' });
  }

  link(sequence: number): Locator {
    return this.region.getByRole('link', { name: new RegExp(`^#?${sequence}\\b`) });
  }
}
