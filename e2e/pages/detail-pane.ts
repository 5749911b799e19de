import type { Locator } from '@playwright/test';
import { Part } from './part.ts';

/** Why the selected event happened: the start of the chain first, then down to it and on to its effects. */
class ChainView extends Part<Locator> {
  readonly region = this.within.getByRole('region', { name: 'Why it happened' });
  readonly here = this.region.locator('[aria-current="true"]');
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

  /** What is displayed of an envelope of a kind or an event of a type. */
  subject(type: string): Locator {
    return this.region.getByRole('article', { name: type, exact: true });
  }
}

/** A payload as a tree. */
class PayloadPane extends Part<Locator> {
  readonly region = this.within.getByRole('region', { name: 'Payload' });
  readonly tree = this.region.getByRole('tree');
  readonly selected = this.tree.getByRole('treeitem', { selected: true });
  readonly search = this.region.getByRole('textbox', { name: 'Search keys and values' });
  readonly nextMatch = this.region.getByRole('button', { name: 'Next match' });
  readonly wholeEvent = this.region.getByRole('radio', { name: 'Whole event' });
  readonly menu = this.region.page().getByRole('menu', { name: /^Actions for / });
  /** Below the tree. */
  readonly token = this.region.getByRole('region', { name: 'Parts of the token' });
  readonly bytesPane = this.region.getByRole('button', { name: 'Bytes alongside' });
  /** The bytes next to the tree, with a cursor. */
  readonly bytes = this.region.getByRole('textbox', { name: 'Bytes of the event as text' });
  /** The stretch of the bytes that is marked. ARIA has a role for it that the driver does not know yet. */
  readonly marked = this.bytes.locator('mark');

  item(name: string | RegExp): Locator {
    return this.tree.getByRole('treeitem', { name });
  }

  copy(kind: 'value' | 'path' | 'pointer'): Locator {
    return this.region.getByRole('button', { name: `Copy ${kind}` });
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

  tab(name: 'Rendered' | 'Payload' | 'Causes and effects' | 'Raw' | 'Problem' | 'Envelope'): Locator {
    return this.tabs.getByRole('tab', { name, exact: true });
  }
}

/** The search in payloads, under list and detail. */
export class PayloadSearch extends Part {
  readonly region = this.within.getByRole('region', { name: 'Search in payloads' });
  readonly field = this.region.getByRole('textbox', { name: 'Text in payloads' });
  readonly tree = this.region.getByRole('tree', { name: 'Hits in payloads' });
  readonly items = this.tree.getByRole('treeitem');
  readonly selected = this.tree.getByRole('treeitem', { selected: true });
  readonly progress = this.region.getByRole('progressbar', { name: 'Search in payloads' });
  /** What is highlighted in the pieces of text. ARIA has a role for it that the driver does not know yet. */
  readonly marked = this.tree.locator('mark');

  item(name: string | RegExp): Locator {
    return this.tree.getByRole('treeitem', { name });
  }
}

/** Notes that the user writes: their dialog, their tab, what is displayed of the selected event. */
export class Notes extends Part {
  readonly dialog = this.within.getByRole('dialog', { name: /^(New note|Note|Bookmark)$/ });
  readonly text = this.dialog.getByRole('textbox', { name: 'Text' });
  readonly tab = this.within.getByRole('tab', { name: /^Notes/ });
  readonly region = this.within.getByRole('region', { name: 'Notes', exact: true });
  readonly list = this.region.getByRole('listbox', { name: 'Notes' });
  readonly options = this.list.getByRole('option');
  readonly menu = this.region.getByRole('button', { name: 'Notes: list, files, remove all' });
  /** Those on the selected event, at the foot of the detail. */
  readonly ofEvent = this.within.getByRole('region', { name: 'Notes on this event' });

  /** A button of the dialog. */
  button(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name });
  }
}
