import type { Locator, Page } from '@playwright/test';

/** The acceptor: the envelope, the steps, the outcome. */
export class AcceptorBench {
  readonly region: Locator;
  readonly heading: Locator;
  readonly editor: Locator;
  readonly steps: Locator;
  readonly openStep: Locator;
  readonly outcome: Locator;
  readonly repair: Locator;
  readonly run: Locator;
  readonly leave: Locator;
  readonly tabs: Locator;
  readonly syntax: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Acceptor', exact: true });
    this.heading = this.region.getByRole('heading', { level: 1 });
    this.editor = this.region.getByRole('textbox', { name: 'Envelope, JSON' });
    this.steps = this.region.getByRole('list', { name: 'Accept pipeline' });
    this.openStep = this.steps.getByRole('button', { expanded: true });
    this.outcome = this.region.getByRole('region', { name: 'Outcome', exact: true });
    this.repair = this.region.getByRole('region', { name: 'Smallest repair' });
    this.run = this.region.getByRole('button', { name: 'Run', exact: true });
    this.leave = this.region.getByRole('button', { name: 'Back to the run' });
    this.tabs = this.region.getByRole('tablist', { name: 'About this run' });
    this.syntax = this.region.getByRole('alert').filter({ hasText: 'Not JSON' });
  }

  step(name: string): Locator {
    return this.steps.getByRole('button', { name });
  }

  section(name: string): Locator {
    return this.region.getByRole('region', { name, exact: true });
  }

  tab(name: 'Outcome' | 'Context' | 'Compare' | 'History'): Locator {
    return this.tabs.getByRole('tab', { name, exact: true });
  }
}
