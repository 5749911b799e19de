/** What opens over the window. */
import { expect, type Locator } from '@playwright/test';
import { Part } from './part.ts';

/** Version, licence and third-party notices. */
export class AboutDialog extends Part {
  readonly dialog = this.within.getByRole('dialog', { name: 'About OpenWOP Inspector' });
  readonly notices = this.dialog.getByRole('region', { name: 'Third-party notices' });
  readonly packages = this.notices.getByRole('listitem');
}

/** All keys. */
export class KeySheet extends Part {
  readonly dialog = this.within.getByRole('dialog', { name: 'Keys' });
  readonly about = this.dialog.getByRole('button', { name: 'About the inspector' });
  readonly search = this.dialog.getByRole('searchbox', { name: 'Search keys' });
  readonly terms = this.dialog.getByRole('term');
}

/** Find an action or a place by typing. */
export class Palette extends Part {
  readonly dialog = this.within.getByRole('dialog', { name: 'Find an action or a place' });
  readonly actions = this.dialog.getByRole('menuitem');

  /** Opens it, and types into its field. */
  async type(text: string): Promise<void> {
    await this.within.keyboard.press('Control+k');
    await expect(this.dialog.getByRole('searchbox', { name: 'Find an action or a place' })).toBeFocused();
    await this.within.keyboard.type(text);
  }

  /** Opens it, and chooses the first of a kind that a text finds. */
  async find(text: string, group: string): Promise<void> {
    await this.type(text);
    await this.group(group).getByRole('menuitem').first().click();
    await expect(this.dialog).toBeHidden();
  }

  action(name: string): Locator {
    return this.dialog.getByRole('menuitem', { name, exact: true });
  }

  /** What was found of one kind. */
  group(title: string): Locator {
    return this.dialog.getByRole('group', { name: title });
  }
}

/** Saves the displayed log with notes, filters and views. */
export class SaveSession extends Part {
  readonly dialog = this.within.getByRole('dialog', { name: 'Save the session' });
  /** Ready when no secret was found in what would be written. */
  readonly ready = this.dialog.getByText('no secret was found in it');
}

/** Makes a file of events, or a report, and saves it. */
export class ExportEvents extends Part {
  readonly dialog = this.within.getByRole('dialog', { name: 'Export' });
  readonly stage = this.dialog.locator('[aria-live]');
  readonly begin = this.dialog.getByRole('button', { name: /^Export/ });
  readonly save = this.dialog.getByRole('button', { name: 'Save as a file' });

  form(name: string): Locator {
    return this.dialog.getByRole('radio', { name });
  }
}

/** The protocol pages, at a clause that was cited. */
export class ClauseReader extends Part {
  readonly dialog = this.within.getByRole('dialog', { name: /^Protocol: / });
  readonly pages = this.dialog.getByRole('navigation', { name: 'Protocol pages' });

  heading(words: string | RegExp): Locator {
    return this.dialog.getByRole('heading', { name: words });
  }
}
