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

  constructor(pane: Locator) {
    this.region = pane.getByRole('region', { name: 'Payload' });
    this.tree = this.region.getByRole('tree');
    this.items = this.tree.getByRole('treeitem');
    this.selected = this.tree.getByRole('treeitem', { selected: true });
    this.path = this.region.getByRole('navigation', { name: 'Path of the value' });
    this.search = this.region.getByRole('textbox', { name: 'Search keys and values' });
    this.nextMatch = this.region.getByRole('button', { name: 'Next match' });
    this.wholeEvent = this.region.getByRole('radio', { name: 'Whole event' });
    this.menu = this.region.getByRole('menu');
  }

  item(name: string | RegExp): Locator {
    return this.tree.getByRole('treeitem', { name });
  }

  copy(kind: 'value' | 'path' | 'pointer'): Locator {
    return this.region.getByRole('button', { name: `Copy ${kind}` });
  }
}
