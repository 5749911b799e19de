import type { Locator, Page } from '@playwright/test';

/** What happened, in one sentence. */
export class VerdictBar {
  readonly region: Locator;
  readonly title: Locator;
  readonly sentence: Locator;
  readonly rootCause: Locator;
  readonly copyReport: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Verdict' });
    this.title = this.region.getByRole('heading', { level: 1 });
    this.sentence = this.region.getByRole('paragraph');
    this.rootCause = this.region.getByRole('button', { name: /^Root cause/ });
    this.copyReport = this.region.getByRole('button', { name: /^(Copy report|Copied)$/ });
  }
}
