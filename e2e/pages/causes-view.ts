import type { Locator, Page } from '@playwright/test';

/** The tree of causes. */
export class CausesView {
  readonly region: Locator;
  readonly tree: Locator;
  readonly items: Locator;
  readonly selected: Locator;
  readonly onlyWithEffects: Locator;
  readonly foldAll: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Causes', exact: true });
    this.tree = this.region.getByRole('tree', { name: 'Causes' });
    this.items = this.tree.getByRole('treeitem');
    this.selected = this.tree.getByRole('treeitem', { selected: true });
    this.onlyWithEffects = this.region.getByRole('checkbox', { name: 'Only roots that caused something' });
    this.foldAll = this.region.getByRole('button', { name: 'Fold all' });
  }

  /** The row of an event by its number in the log. */
  item(sequence: number): Locator {
    return this.tree.getByRole('treeitem', { name: new RegExp(`^#?${sequence}\\b`) });
  }
}
