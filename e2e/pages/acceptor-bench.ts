import { expect, type Locator, type Page } from '@playwright/test';

/** The acceptor: the envelope, the steps, the outcome. */
export class AcceptorBench {
  readonly region: Locator;
  readonly heading: Locator;
  readonly editor: Locator;
  readonly steps: Locator;
  readonly openStep: Locator;
  /** What the open step says below its row. */
  readonly openDetail: Locator;
  readonly outcome: Locator;
  readonly repair: Locator;
  /** The context as one document; it is folded away at first. */
  readonly wholeContext: Locator;
  readonly run: Locator;
  readonly leave: Locator;
  readonly tabs: Locator;
  readonly syntax: Locator;

  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.region = page.getByRole('region', { name: 'Acceptor', exact: true });
    this.heading = this.region.getByRole('heading', { level: 1 });
    this.editor = this.region.getByRole('textbox', { name: 'Envelope, JSON' });
    this.steps = this.region.getByRole('list', { name: 'Accept pipeline' });
    this.openStep = this.steps.getByRole('button', { expanded: true });
    this.openDetail = this.steps.locator('[id^="step-detail-"]');
    this.outcome = this.region.getByRole('region', { name: 'Outcome', exact: true });
    this.repair = this.region.getByRole('region', { name: 'Smallest repair' });
    this.wholeContext = this.region.getByRole('textbox', { name: 'context', exact: true });
    this.run = this.region.getByRole('button', { name: 'Run', exact: true });
    this.leave = this.region.getByRole('button', { name: 'Back to the run' });
    this.tabs = this.region.getByRole('tablist', { name: 'About this run' });
    this.syntax = this.region.getByRole('alert').filter({ hasText: 'Not JSON' });
  }

  step(name: string): Locator {
    return this.steps.getByRole('button', { name });
  }

  /**
   * Writes a text in place of the one in the editor. An editor that is just taking the focus sets its own selection a
   * moment later, as no hand is quick enough to see; then everything is selected once more.
   */
  async write(text: string): Promise<void> {
    await expect(async () => {
      await this.editor.focus();
      await this.page.keyboard.press('Control+a');
      await this.page.keyboard.press('Delete');
      await expect(this.editor).toHaveText('', { timeout: 1000 });
    }).toPass();
    await this.page.keyboard.insertText(text);
  }

  /** Chooses an entry of the menu that takes a trial along. */
  async take(words: string): Promise<void> {
    await this.region.getByRole('button', { name: 'Copy as, or save' }).click();
    await this.page.getByRole('menuitem', { name: words }).click();
    await expect(this.page.getByRole('menu')).toBeHidden();
  }

  section(name: string): Locator {
    return this.region.getByRole('region', { name, exact: true });
  }

  tab(name: 'Outcome' | 'Context' | 'Compare' | 'History'): Locator {
    return this.tabs.getByRole('tab', { name, exact: true });
  }
}
