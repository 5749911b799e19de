import type { Locator, Page } from '@playwright/test';

/** What was tolerated or looks wrong, in groups, and the tab about one of them. */
export class ProblemsView {
  readonly region: Locator;
  readonly tree: Locator;
  readonly items: Locator;
  readonly selected: Locator;
  /** The right pane's tab about the selected problem. */
  readonly detail: Locator;
  readonly showEvent: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Problems', exact: true });
    this.tree = this.region.getByRole('tree', { name: 'Problems' });
    this.items = this.tree.getByRole('treeitem');
    this.selected = this.tree.getByRole('treeitem', { selected: true });
    this.detail = page.getByRole('tabpanel', { name: 'Problem', exact: true });
    this.showEvent = this.detail.getByRole('button', { name: 'Show the event in its list' });
  }

  severity(name: RegExp): Locator {
    return this.region.getByRole('group', { name: 'Severities shown' }).getByRole('button', { name });
  }

  group(code: string): Locator {
    return this.tree.getByRole('treeitem', { name: new RegExp(`^${code}\\b`) });
  }
}
