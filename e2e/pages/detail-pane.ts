import type { Locator, Page } from '@playwright/test';
import { ChainView } from './chain-view.ts';
import { PayloadPane } from './payload-pane.ts';
import { RawPane } from './raw-pane.ts';
import { RenderedPane } from './rendered-pane.ts';

/** The right pane: everything about the selected event. */
export class DetailPane {
  readonly region: Locator;
  readonly tabs: Locator;
  readonly facts: Locator;
  readonly chain: ChainView;
  readonly payload: PayloadPane;
  readonly raw: RawPane;
  readonly rendered: RenderedPane;
  /** Says who brought untrusted content, under tabs that do not say it themselves. */
  readonly taintSource: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Detail' });
    this.tabs = this.region.getByRole('tablist', { name: 'About the selected event' });
    this.facts = this.region.getByRole('region', { name: 'Facts' });
    this.chain = new ChainView(this.region);
    this.payload = new PayloadPane(this.region);
    this.raw = new RawPane(this.region);
    this.rendered = new RenderedPane(this.region);
    this.taintSource = this.region.getByRole('button', { name: /^from #/ }).first();
  }

  tab(name: 'Rendered' | 'Payload' | 'Causes and effects' | 'Raw' | 'Problem' | 'Envelope'): Locator {
    return this.tabs.getByRole('tab', { name, exact: true });
  }
}
