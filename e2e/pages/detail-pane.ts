import type { Locator } from '@playwright/test';
import { Part } from './part.ts';
import { PayloadPane } from './payload-pane.ts';

/** Why the selected event happened: the start of the chain first, then down to it and on to its effects. */
class ChainView extends Part<Locator> {
  readonly region = this.within.getByRole('region', { name: 'Why it happened' });
  /** Every event of the chain, in reading order. */
  readonly links = this.region.getByRole('link');
  readonly here = this.region.locator('[aria-current="true"]');
  readonly effects = this.region.getByRole('list', { name: 'Effects' });
  readonly inferredBelow = this.region.getByRole('list', { name: 'Below, inferred, not recorded' });

  link(sequence: number): Locator {
    return this.region.getByRole('link', { name: new RegExp(`^#?${sequence}\\b`) });
  }
}

/** The exact bytes of an event. */
class RawPane extends Part<Locator> {
  readonly region = this.within.getByRole('region', { name: 'Raw bytes' });
  readonly text = this.region.getByRole('region', { name: 'Bytes as text' });
  readonly copy = this.region.getByRole('button', { name: /^(Copy bytes|Copied)$/ });
  readonly hold = this.region.getByRole('button', { name: 'Hold to reveal' });
}

/** The Rendered tab: what the selected event shows. */
class RenderedPane extends Part<Locator> {
  readonly region = this.within.getByRole('region', { name: 'Rendered', exact: true });
  /** One for each envelope, then one for the event. */
  readonly subjects = this.region.getByRole('article');
  /** Unfolds the event around the envelopes it holds. */
  readonly eventItself = this.region.getByRole('button', { name: 'The event that holds it' });
  /** Unfolds the player of delta frames. */
  readonly deltaFrames = this.region.getByRole('button', { name: /^\d+ delta frames?/ });

  /** What is shown of an envelope of a kind or an event of a type. */
  subject(type: string): Locator {
    return this.region.getByRole('article', { name: type, exact: true });
  }
}

/** The right pane: everything about the selected event. */
export class DetailPane extends Part {
  readonly region = this.within.getByRole('region', { name: 'Detail' });
  readonly tabs = this.region.getByRole('tablist', { name: 'About the selected event' });
  readonly facts = this.region.getByRole('region', { name: 'Facts' });
  readonly chain = new ChainView(this.region);
  readonly payload = new PayloadPane(this.region);
  readonly raw = new RawPane(this.region);
  readonly rendered = new RenderedPane(this.region);
  /** Says who brought untrusted content, under tabs that do not say it themselves. */
  readonly taintSource = this.region.getByRole('button', { name: /^from #/ }).first();

  tab(name: 'Rendered' | 'Payload' | 'Causes and effects' | 'Raw' | 'Problem' | 'Envelope'): Locator {
    return this.tabs.getByRole('tab', { name, exact: true });
  }
}
