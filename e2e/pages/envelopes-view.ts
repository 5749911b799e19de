import type { FrameLocator, Locator, Page } from '@playwright/test';

/** The list of logical envelopes, and the tab that tells the story of one. */
export class EnvelopesView {
  readonly region: Locator;
  readonly list: Locator;
  readonly options: Locator;
  readonly selected: Locator;
  readonly field: Locator;
  readonly showAll: Locator;
  /** The right pane's tab about the envelope in sight. */
  readonly detail: Locator;
  /** Kind of the envelope in sight. */
  readonly kind: Locator;
  readonly attempts: Locator;
  /** "from #15 docs.search" beside the word Untrusted. */
  readonly taintSource: Locator;
  readonly reasoning: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Envelopes', exact: true });
    this.list = this.region.getByRole('listbox', { name: 'Envelopes' });
    this.options = this.list.getByRole('option');
    this.selected = this.list.getByRole('option', { selected: true });
    this.field = this.region.getByRole('textbox', { name: 'Filter envelopes' });
    this.showAll = this.region.getByRole('button', { name: /^Show all/ });
    this.detail = page.getByRole('tabpanel', { name: 'Envelope', exact: true });
    this.kind = this.detail.getByRole('heading', { level: 2 });
    this.attempts = this.detail.getByRole('list', { name: 'Attempts' });
    this.taintSource = this.detail.getByRole('button', { name: /^from #/ }).first();
    this.reasoning = this.detail.getByRole('region', { name: 'Reasoning', exact: true });
  }

  /** The row of a kind. */
  row(kind: string): Locator {
    return this.list.getByRole('option', { name: new RegExp(`^${kind.replaceAll('.', '\\.')}\\b`) });
  }

  attempt(number: number): Locator {
    return this.attempts.getByRole('button', { name: new RegExp(`^Attempt ${number}\\b`) });
  }

  /** What an attempt holds. */
  content(number: number): Locator {
    return this.detail.getByRole('region', { name: `Attempt ${number}, content` });
  }

  /** The document of the surface in sight. */
  get surface(): FrameLocator {
    return this.detail.frameLocator('iframe[title="Surface"]').first();
  }
}
