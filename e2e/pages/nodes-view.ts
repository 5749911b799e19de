import type { Locator, Page } from '@playwright/test';

/** Runs and nodes as lanes over time. */
export class NodesView {
  readonly region: Locator;
  readonly lanes: Locator;
  readonly items: Locator;
  readonly selected: Locator;
  readonly foldIdle: Locator;
  readonly order: Locator;
  readonly zoomIn: Locator;
  readonly zoomOut: Locator;
  readonly wholeRun: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Nodes', exact: true });
    this.lanes = this.region.getByRole('tree', { name: 'Lanes' });
    this.items = this.lanes.getByRole('treeitem');
    this.selected = this.lanes.getByRole('treeitem', { selected: true });
    this.foldIdle = this.region.getByRole('checkbox', { name: /^Fold idle over/ });
    this.order = this.region.getByRole('radiogroup', { name: 'Order of lanes' });
    this.zoomIn = this.region.getByRole('button', { name: 'Zoom in' });
    this.zoomOut = this.region.getByRole('button', { name: 'Zoom out' });
    this.wholeRun = this.region.getByRole('button', { name: 'Whole run' });
  }

  /** The lane of a run, a node or a part of one. */
  lane(name: string): Locator {
    return this.lanes.getByRole('treeitem', { name: new RegExp(`^${name}\\b`) });
  }
}
