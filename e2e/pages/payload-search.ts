import type { Locator } from '@playwright/test';
import { Part } from './part.ts';

/** The search in payloads, under list and detail. */
export class PayloadSearch extends Part {
  readonly region = this.within.getByRole('region', { name: 'Search in payloads' });
  readonly field = this.region.getByRole('textbox', { name: 'Text in payloads' });
  readonly tree = this.region.getByRole('tree', { name: 'Hits in payloads' });
  readonly items = this.tree.getByRole('treeitem');
  readonly selected = this.tree.getByRole('treeitem', { selected: true });
  readonly progress = this.region.getByRole('progressbar', { name: 'Search in payloads' });
  readonly stop = this.region.getByRole('button', { name: 'Stop' });
  readonly again = this.region.getByRole('button', { name: 'Search again' });
  readonly searchAll = this.region.getByRole('button', { name: 'Search all events' });
  readonly nextHit = this.region.getByRole('button', { name: 'Next hit' });
  readonly close = this.region.getByRole('button', { name: 'Close the search' });
  readonly alert = this.region.getByRole('alert');
  readonly note = this.region.getByRole('note');

  item(name: string | RegExp): Locator {
    return this.tree.getByRole('treeitem', { name });
  }

  /** What stands out in the pieces of text. */
  get marked(): Locator {
    // ARIA has a role for it that the driver does not know yet.
    return this.tree.locator('mark');
  }
}
