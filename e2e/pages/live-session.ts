import type { Locator } from '@playwright/test';
import { Part } from './part.ts';

/** The session with a live run: connection, following, completeness, what is left, what waits. */
export class LiveSessionPage extends Part {
  readonly bar = this.within.getByRole('region', { name: 'Verdict' });
  /** Status of the run, whatever the connection does: "Running", "Waiting for the user", "Failed". */
  readonly title = this.bar.getByRole('heading', { level: 1 });
  /** Status of the connection, and with whom: "Connected", "Connection lost", "Detached". */
  readonly connectionState = this.bar.getByRole('group', { name: 'Connection' });
  /** What the run does; below it, why nothing more is heard of it. */
  readonly sentence = this.bar.getByRole('paragraph');
  readonly pauseRun = this.bar.getByRole('button', { name: 'Pause run…' });
  /** "Try now" while lost, "Reconnect", "Try again" or "Attach again" after an end. */
  readonly reconnect = this.within.getByRole('button', {
    name: /^(Try now|Try again|Reconnect|Attach again)$/,
  });
  /** "214 new, to #1260". */
  readonly newEvents = this.within.getByRole('button', { name: /^[\d,]+ new/ });
  readonly completeness = this.within.getByRole('region', { name: 'Completeness' });
  readonly connection = this.within.getByRole('region', { name: 'Connection', exact: true });
  /** Of a session that was stopped. */
  readonly openCaptured = this.within.getByRole('button', { name: 'Open what was captured' });
  /** What is at the foot: how much has come, and the state. */
  readonly status = this.within.getByRole('region', { name: 'Status' });

  /** The tab of a session, with its word: "Live", "View paused", "Lost", "Ended". */
  tab(word: string): Locator {
    return this.within
      .getByRole('tablist', { name: 'Sessions' })
      .getByRole('tab', { name: new RegExp(`${word}$`) });
  }
}

/** Acting on a run: the forms of open interrupts, the dialogs that end in a last look, and what was done. */
export class RunActions extends Part {
  /** Opens the menu of the run. */
  readonly menu = this.within.getByRole('button', { name: 'Run', exact: true });
  /** What the run waits for, with its form. */
  readonly interrupt = this.within.getByRole('region', { name: 'Open interrupt' });
  /** Leads from the form to the last look: "Send accept to …", "Send answer to …". */
  readonly send = this.interrupt.getByRole('button', { name: /^Send .+ to .+…$/ });
  /** What became of the last action of the form. */
  readonly outcome = this.interrupt.getByRole('status');
  /** The dialog in front: a fork or another action that is put together, then the last look. */
  readonly dialog = this.within.getByRole('dialog');
  /** The request exactly as it is sent, in the dialog. */
  readonly request = this.dialog.getByRole('group', { name: 'Request' });
  readonly dialogSend = this.dialog.getByRole('button', { name: 'Send', exact: true });

  /** The field of a question, or the group of its options. */
  answer(question: string | RegExp): Locator {
    return this.interrupt.getByLabel(question);
  }
}
