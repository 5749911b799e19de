import type { Locator } from '@playwright/test';
import { Part } from './part.ts';

/** Acting on a run: the forms of open interrupts, the dialogs that end in a last look, and what was done. */
export class RunActions extends Part {
  /** What the run waits for, with its form. */
  readonly interrupt = this.within.getByRole('region', { name: 'Open interrupt' });
  /** Leads from the form to the last look: "Send accept to …", "Send answer to …". */
  readonly send = this.interrupt.getByRole('button', { name: /^Send .+ to .+…$/ });
  readonly showSurface = this.interrupt.getByRole('button', { name: 'Show the surface' });
  /** Leads to the last look at the same answers in the form that the host may want. */
  readonly otherForm = this.interrupt.getByRole('button', { name: 'Send the other form…' });
  /** What became of the last action of the form. */
  readonly outcome = this.interrupt.getByRole('status');
  /** The dialog in front: a fork or another action that is put together, then the last look. */
  readonly dialog = this.within.getByRole('dialog');
  /** The request exactly as it is sent, in the dialog. */
  readonly request = this.dialog.getByRole('group', { name: 'Request' });
  readonly dialogSend = this.dialog.getByRole('button', { name: 'Send', exact: true });
  readonly cancel = this.dialog.getByRole('button', { name: 'Cancel', exact: true });
  readonly forkHere = this.within.getByRole('button', { name: 'Fork… from here' });
  /** What would run again, in the dialog of a fork. */
  readonly effects = this.dialog.getByRole('group', { name: 'Effects' });

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
    await this.within.getByRole('button', { name: 'Run', exact: true }).click();
    await this.within.getByRole('menuitem', { name: entry }).click();
  }

  /** Chooses how a fork goes on. */
  async chooseMode(mode: 'replay' | 'branch'): Promise<void> {
    await this.dialog.getByRole('radio', { name: mode }).click();
  }
}
