import type { Locator, Page } from '@playwright/test';

/** Nothing is open: the ways in. */
export class StartScreen {
  readonly region: Locator;
  readonly openFiles: Locator;
  readonly paste: Locator;
  readonly hosts: Locator;
  readonly acceptor: Locator;
  readonly recent: Locator;
  /** Captures that earlier sessions left. */
  readonly left: Locator;
  readonly samples: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Open a run' });
    this.openFiles = this.region.getByRole('button', { name: /^Open files/ });
    this.paste = this.region.getByRole('button', { name: /^Paste/ });
    this.hosts = this.region.getByRole('button', { name: /^Attach to a live host/ });
    this.acceptor = this.region.getByRole('button', { name: /^Try an envelope in the acceptor/ });
    this.recent = this.region.getByRole('region', { name: 'Recent' });
    this.left = this.region.getByRole('region', { name: /^Live sessions that were not closed/ });
    this.samples = this.region.getByRole('region', { name: 'Samples' });
  }

  sample(title: string | RegExp): Locator {
    return this.samples.getByRole('button', { name: title });
  }

  recentFile(name: string): Locator {
    return this.recent.getByRole('button', { name });
  }

  get clearRecent(): Locator {
    return this.recent.getByRole('button', { name: 'Clear' });
  }
}
