import type { Locator, Page } from '@playwright/test';

/** The five views of a run. */
export class ViewSwitch {
  readonly group: Locator;

  constructor(page: Page) {
    this.group = page.getByRole('radiogroup', { name: 'View' });
  }

  view(name: 'Events' | 'Causes' | 'Nodes' | 'Envelopes' | 'Problems'): Locator {
    return this.group.getByRole('radio', { name: new RegExp(`^${name}`) });
  }

  get current(): Locator {
    return this.group.getByRole('radio', { checked: true });
  }
}
