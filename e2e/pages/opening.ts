/** The screens before a run is there. */
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
