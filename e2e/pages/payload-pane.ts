import type { Locator } from '@playwright/test';

/** A payload as a tree. */
export class PayloadPane {
  readonly region: Locator;
  readonly tree: Locator;
  readonly items: Locator;
  readonly selected: Locator;
  readonly path: Locator;
  readonly search: Locator;
  readonly nextMatch: Locator;
  readonly wholeEvent: Locator;
  readonly menu: Locator;
  /** A string as text, below the tree. */
  readonly whole: Locator;
  readonly token: Locator;
  readonly bytesBeside: Locator;
  /** The bytes beside the tree, with a cursor. */
  readonly bytes: Locator;
  /** The stretch of the bytes that is marked. */
  readonly marked: Locator;

  constructor(pane: Locator) {
    this.region = pane.getByRole('region', { name: 'Payload' });
    this.tree = this.region.getByRole('tree');
    this.items = this.tree.getByRole('treeitem');
    this.selected = this.tree.getByRole('treeitem', { selected: true });
    this.path = this.region.getByRole('group', { name: 'Path of the value' });
    this.search = this.region.getByRole('textbox', { name: 'Search keys and values' });
    this.nextMatch = this.region.getByRole('button', { name: 'Next match' });
    this.wholeEvent = this.region.getByRole('radio', { name: 'Whole event' });
    this.menu = this.region.getByRole('menu');
    this.whole = this.region.getByRole('region', { name: 'Whole text' });
    this.token = this.region.getByRole('region', { name: 'Parts of the token' });
    this.bytesBeside = this.region.getByRole('button', { name: 'Bytes beside' });
    this.bytes = this.region.getByRole('textbox', { name: 'Bytes of the event as text' });
    // ARIA has a role for it that the driver does not know yet.
    this.marked = this.bytes.locator('mark');
  }

  item(name: string | RegExp): Locator {
    return this.tree.getByRole('treeitem', { name });
  }

  levels(name: 'one level more' | 'one level fewer' | 'all levels'): Locator {
    return this.region.getByRole('button', { name: `Show ${name}` });
  }

  copy(kind: 'value' | 'path' | 'pointer'): Locator {
    return this.region.getByRole('button', { name: `Copy ${kind}` });
  }
}
