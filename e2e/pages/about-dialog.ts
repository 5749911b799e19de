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
