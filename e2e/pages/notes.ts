import type { Locator } from '@playwright/test';
import { Part } from './part.ts';

/** Notes that a person writes: their dialog, their tab, what is shown of the selected event. */
export class Notes extends Part {
  readonly dialog = this.within.getByRole('dialog', { name: /^(New note|Note|Bookmark)$/ });
  readonly text = this.dialog.getByRole('textbox', { name: 'Text' });
  readonly tab = this.within.getByRole('tab', { name: /^Notes/ });
  readonly region = this.within.getByRole('region', { name: 'Notes', exact: true });
  readonly list = this.region.getByRole('listbox', { name: 'Notes' });
  readonly options = this.list.getByRole('option');
  readonly search = this.region.getByRole('textbox', { name: /^Find a note/ });
  readonly menu = this.region.getByRole('button', { name: 'Notes: list, files, remove all' });
  /** Those on the selected event, at the foot of the detail. */
  readonly ofEvent = this.within.getByRole('region', { name: 'Notes on this event' });

  /** A button of the dialog. */
  button(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name });
  }

  action(name: string): Locator {
    return this.within.getByRole('menuitem', { name });
  }
}
