/** What opens over the window. */
import type { Locator, Page } from '@playwright/test';

/** Version, licence and third-party notices. */
export class AboutDialog {
  readonly dialog: Locator;
  readonly notices: Locator;
  readonly search: Locator;
  readonly packages: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'About OpenWOP Inspector' });
    this.notices = this.dialog.getByRole('region', { name: 'Third-party notices' });
    this.search = this.notices.getByRole('searchbox', { name: 'Search packages and licences' });
    this.packages = this.notices.getByRole('listitem');
  }

  licence(packageName: string): Locator {
    return this.notices.getByRole('region', { name: `Licence of ${packageName}` });
  }
}

/** All keys. */
export class KeySheet {
  readonly dialog: Locator;
  readonly about: Locator;
  readonly close: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Keys' });
    this.about = this.dialog.getByRole('button', { name: 'About the inspector' });
    this.close = this.dialog.getByRole('button', { name: 'Close' });
  }

  key(title: string): Locator {
    return this.dialog.getByRole('term').filter({ hasText: title });
  }
}

/** Find an action by typing. */
export class Palette {
  readonly dialog: Locator;
  readonly field: Locator;
  readonly actions: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: 'Find an action' });
    this.field = this.dialog.getByRole('searchbox', { name: 'Find an action' });
    this.actions = this.dialog.getByRole('menuitem');
  }

  action(name: string): Locator {
    return this.dialog.getByRole('menuitem', { name });
  }
}

/** The protocol pages, at a clause that was cited. */
export class ClauseReader {
  readonly dialog: Locator;
  readonly pages: Locator;
  readonly back: Locator;

  constructor(page: Page) {
    this.dialog = page.getByRole('dialog', { name: /^Protocol: / });
    this.pages = this.dialog.getByRole('navigation', { name: 'Protocol pages' });
    this.back = this.dialog.getByRole('button', { name: 'Back' });
  }

  heading(words: string | RegExp): Locator {
    return this.dialog.getByRole('heading', { name: words });
  }
}
