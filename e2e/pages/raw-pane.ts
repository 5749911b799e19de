import type { Locator } from '@playwright/test';

/** The exact bytes of an event. */
export class RawPane {
  readonly region: Locator;
  readonly text: Locator;
  readonly copy: Locator;
  readonly hold: Locator;

  constructor(pane: Locator) {
    this.region = pane.getByRole('region', { name: 'Raw bytes' });
    this.text = this.region.getByRole('region', { name: 'Bytes as text' });
    this.copy = this.region.getByRole('button', { name: /^(Copy bytes|Copied)$/ });
    this.hold = this.region.getByRole('button', { name: 'Hold to reveal' });
  }
}
