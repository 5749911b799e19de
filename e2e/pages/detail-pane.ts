import type { Locator, Page } from '@playwright/test';
import { ChainView } from './chain-view.ts';
import { PayloadPane } from './payload-pane.ts';
import { RawPane } from './raw-pane.ts';

/** The right pane: everything about the selected event. */
export class DetailPane {
  readonly region: Locator;
  readonly tabs: Locator;
  readonly facts: Locator;
  readonly chain: ChainView;
  readonly payload: PayloadPane;
  readonly raw: RawPane;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Detail' });
    this.tabs = this.region.getByRole('tablist', { name: 'About the selected event' });
    this.facts = this.region.getByRole('region', { name: 'Facts' });
    this.chain = new ChainView(this.region);
    this.payload = new PayloadPane(this.region);
    this.raw = new RawPane(this.region);
  }

  tab(name: 'Causes and effects' | 'Payload' | 'Raw' | 'Problem'): Locator {
    return this.tabs.getByRole('tab', { name, exact: true });
  }
}
