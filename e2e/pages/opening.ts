/** The screens before a run is there. */
import type { Locator } from '@playwright/test';
import { Part } from './part.ts';

/** Nothing is open: the ways in. */
export class StartScreen extends Part {
  readonly region = this.within.getByRole('region', { name: 'Open a run' });
  readonly hosts = this.region.getByRole('button', { name: /^Attach to a live host/ });
  readonly recent = this.region.getByRole('region', { name: 'Recent' });
  readonly attaching = this.region.getByRole('form', { name: 'Attach to a run' });
  readonly address = this.attaching.getByRole('textbox', { name: /^Address of a live run/ });
  readonly token = this.attaching.getByLabel('Token', { exact: true });
  readonly attach = this.attaching.getByRole('button', { name: 'Attach' });
  /** Captures that earlier sessions left. */
  readonly left = this.region.getByRole('region', { name: /^Live sessions that were not closed/ });

  sample(title: string | RegExp): Locator {
    return this.region.getByRole('region', { name: 'Samples' }).getByRole('button', { name: title });
  }

  recentFile(name: string): Locator {
    return this.recent.getByRole('button', { name });
  }
}

/** A load under way, and what is said when it did not give a whole run. */
export class LoadScreen extends Part {
  readonly loading = this.within.getByRole('region', { name: 'Loading' });
  readonly progress = this.loading.getByRole('progressbar');
  /** Over rows that can be read: the source is not whole. */
  readonly notWhole = this.within.getByRole('region', { name: 'Not whole' });
  /** In place of rows: there is no run. */
  readonly found = this.within.getByRole('region', { name: 'What was found' });
  readonly chooseAnother = this.found.getByRole('button', { name: 'Choose another file' });

  /** Over the envelopes of a file that holds no run. */
  readonly ofEnvelopes = this.within.getByRole('region', { name: 'File of envelopes' });

  /** A session file that holds no log. */
  readonly wanted = this.within.getByRole('region', { name: 'The log of this session' });
}
