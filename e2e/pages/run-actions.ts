import type { Locator, Page } from '@playwright/test';

/** Acting on a run: the forms of open interrupts, the dialogs that end in a last look, and what was done. */
export class RunActions {
  /** What the run waits for, with its form. */
  readonly interrupt: Locator;
  /** Leads from the form to the last look: "Send accept to …", "Send answer to …". */
  readonly send: Locator;
  readonly showSurface: Locator;
  /** Leads to the last look at the same answers in the form that the host may want. */
  readonly otherForm: Locator;
  /** What became of the last action of the form. */
  readonly outcome: Locator;
  /** The dialog in front: a fork or another action that is put together, then the last look. */
  readonly dialog: Locator;
  /** The request exactly as it is sent, in the dialog. */
  readonly request: Locator;
  readonly dialogSend: Locator;
  readonly cancel: Locator;
  readonly forkHere: Locator;
  /** What would run again, in the dialog of a fork. */
  readonly effects: Locator;

  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.interrupt = page.getByRole('region', { name: 'Open interrupt' });
    this.send = this.interrupt.getByRole('button', { name: /^Send .+ to .+…$/ });
    this.showSurface = this.interrupt.getByRole('button', { name: 'Show the surface' });
    this.otherForm = this.interrupt.getByRole('button', { name: 'Send the other form…' });
    this.outcome = this.interrupt.getByRole('status');
    this.dialog = page.getByRole('dialog');
    this.request = this.dialog.getByRole('group', { name: 'Request' });
    this.dialogSend = this.dialog.getByRole('button', { name: 'Send', exact: true });
    this.cancel = this.dialog.getByRole('button', { name: 'Cancel', exact: true });
    this.forkHere = page.getByRole('button', { name: 'Fork… from here' });
    this.effects = this.dialog.getByRole('group', { name: 'Effects' });
  }

  /** The field of a question, or the group of its options. */
  answer(question: string | RegExp): Locator {
    return this.interrupt.getByLabel(question);
  }

  /** An action of an approval. */
  action(name: 'accept' | 'reject' | 'refine' | 'edit-accept'): Locator {
    return this.interrupt
      .getByRole('radiogroup', { name: 'Action' })
      .getByRole('radio', { name, exact: true });
  }

  /** Chooses an entry of the run's menu, such as "Pause run…" or "Fork from the start…". */
  async openMenu(entry: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Run', exact: true }).click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  /** Chooses how a fork goes on. */
  async chooseMode(mode: 'replay' | 'branch'): Promise<void> {
    await this.dialog.getByRole('radio', { name: mode }).click();
  }
}
