import type { Locator, Page } from '@playwright/test';
import { PayloadPane } from './payload-pane.ts';

/** Why the selected event happened: the start of the chain first, then down to it and on to its effects. */
class ChainView {
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

/** The exact bytes of an event. */
class RawPane {
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

/** The Rendered tab: what the selected event shows. */
class RenderedPane {
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
