import type { Locator, Page } from '@playwright/test';

/** The top of the window: one tab a session, and what concerns all of them. */
export class TitleBar {
  readonly sessions: Locator;
  readonly openButton: Locator;
  readonly paletteButton: Locator;
  readonly densityButton: Locator;
  readonly themeButton: Locator;
  readonly keysButton: Locator;

  constructor(page: Page) {
    const bar = page.getByRole('banner');
    this.sessions = bar.getByRole('tablist', { name: 'Sessions' });
    this.openButton = bar.getByRole('button', { name: 'Open another source' });
    this.paletteButton = bar.getByRole('button', { name: 'Find an action' });
    this.densityButton = bar.getByRole('button', { name: /^Density: / });
    this.themeButton = bar.getByRole('button', { name: /^Theme: / });
    this.keysButton = bar.getByRole('button', { name: 'Keys' });
  }

  /** The tab of a file; its name goes on with how the run stands. */
  tab(name: string): Locator {
    return this.sessions.getByRole('tab', { name });
  }

  get tabs(): Locator {
    return this.sessions.getByRole('tab');
  }

  get activeTab(): Locator {
    return this.sessions.getByRole('tab', { selected: true });
  }
}
