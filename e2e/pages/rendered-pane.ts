import type { Locator } from '@playwright/test';

/** The Rendered tab: what the selected event shows. */
export class RenderedPane {
  readonly region: Locator;
  /** One for each envelope, then one for the event. */
  readonly subjects: Locator;
  /** Unfolds the event around the envelopes it holds. */
  readonly eventItself: Locator;
  /** Unfolds the player of delta frames. */
  readonly deltaFrames: Locator;

  constructor(detail: Locator) {
    this.region = detail.getByRole('region', { name: 'Rendered', exact: true });
    this.subjects = this.region.getByRole('article');
    this.eventItself = this.region.getByRole('button', { name: 'The event that holds it' });
    this.deltaFrames = this.region.getByRole('button', { name: /^\d+ delta frames?/ });
  }

  /** What is shown of an envelope of a kind or an event of a type. */
  subject(type: string): Locator {
    return this.region.getByRole('article', { name: type, exact: true });
  }
}
