import type { Locator, Page } from '@playwright/test';

/** What happened, in one sentence. */
export class VerdictBar {
  readonly region: Locator;
  readonly title: Locator;
  readonly sentence: Locator;
  readonly cause: Locator;
  readonly chainStart: Locator;
  readonly copyReport: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Verdict' });
    this.title = this.region.getByRole('heading', { level: 1 });
    this.sentence = this.region.getByRole('paragraph');
    this.cause = this.region.getByRole('button', { name: /^Cause/ });
    this.chainStart = this.region.getByRole('button', { name: /^Chain starts at/ });
    this.copyReport = this.region.getByRole('button', { name: /^(Copy report|Copied)$/ });
  }
}
