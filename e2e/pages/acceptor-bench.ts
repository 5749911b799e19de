import { expect, type Locator } from '@playwright/test';
import { Part } from './part.ts';

/** The acceptor: the envelope, the steps, the outcome. */
export class AcceptorBench extends Part {
  readonly region = this.within.getByRole('region', { name: 'Acceptor', exact: true });
  readonly editor = this.region.getByRole('textbox', { name: 'Envelope, JSON' });
  readonly steps = this.region.getByRole('list', { name: 'Accept pipeline' });
  readonly openStep = this.steps.getByRole('button', { expanded: true });
  readonly outcome = this.region.getByRole('region', { name: 'Outcome', exact: true });
  readonly repair = this.region.getByRole('region', { name: 'Smallest repair' });
  /** The context as one document; it is folded away at first. */
  readonly wholeContext = this.region.getByRole('textbox', { name: 'context', exact: true });
  readonly tabs = this.region.getByRole('tablist', { name: 'About this run' });
  /** Envelope, model turn, gate, discovery. */
  readonly parts = this.region.getByRole('tablist', { name: 'What is tried' });
  readonly turnText = this.region.getByRole('textbox', { name: 'Model turn, JSON' });
  readonly discoveryText = this.region.getByRole('textbox', { name: 'Discovery document, JSON' });
  /** What the log says of its host about what is played. */
  readonly hostRecord = this.region.getByRole('region', { name: 'Recorded by the host' });
  readonly syntax = this.region.getByRole('alert').filter({ hasText: 'Not JSON' });

  step(name: string): Locator {
    return this.steps.getByRole('button', { name });
  }

  /**
   * Writes a text in place of the one in the editor. An editor that is just taking the focus sets its own selection a
   * moment later, as no hand is quick enough to see; then everything is selected once more. Marks of a result are between
   * the lines.
   */
  async write(text: string, editor: Locator = this.editor): Promise<void> {
    await expect(async () => {
      await editor.focus();
      await this.within.keyboard.press('Control+a');
      await this.within.keyboard.press('Delete');
      await expect(editor.locator('.cm-line')).toHaveText('', { timeout: 1000 });
    }).toPass();
    await this.within.keyboard.insertText(text);
  }

  /** Chooses an entry of the menu that takes a trial along. */
  async take(words: string): Promise<void> {
    await this.region.getByRole('button', { name: 'Copy as, or save' }).click();
    await this.within.getByRole('menuitem', { name: words }).click();
    await expect(this.within.getByRole('menu')).toBeHidden();
  }

  section(name: string): Locator {
    return this.region.getByRole('region', { name, exact: true });
  }

  part(name: 'Envelope' | 'Model turn' | 'Gate' | 'Discovery'): Locator {
    return this.parts.getByRole('tab', { name, exact: true });
  }

  tab(name: 'Outcome' | 'Context' | 'Compare' | 'History'): Locator {
    return this.tabs.getByRole('tab', { name, exact: true });
  }
}
