/** Live hosts: the connection screen, a session, acting on a run. */
import type { Locator } from '@playwright/test';
import { Part } from './part.ts';

/** The connection screen: which host, how it answers, what it says of itself and its runs. */
export class ConnectScreen extends Part {
  readonly region = this.within.getByRole('region', { name: 'Live host', exact: true });
  readonly close = this.region.getByRole('button', { name: 'Close', exact: true });
  readonly #adding = this.region.getByRole('form', { name: 'Add a host' });
  readonly address = this.#adding.getByRole('textbox', { name: 'Address of a host or run' });
  readonly addHost = this.#adding.getByRole('button', { name: 'Add this host' });
  readonly hosts = this.region.getByRole('listbox', { name: 'Saved hosts' });
  /** The displayed host: its name, token, run and doctor. */
  readonly connection = this.region.getByRole('region', { name: 'Connection', exact: true });
  readonly token = this.connection.getByRole('region', { name: 'Token' });
  readonly run = this.connection.getByRole('region', { name: 'Run', exact: true });
  readonly runId = this.run.getByRole('textbox', { name: 'runId' });
  readonly attach = this.run.getByRole('button', { name: /^Attach/ });
  readonly doctor = this.connection.getByRole('region', { name: 'Connection doctor' });
  readonly test = this.doctor.getByRole('button', { name: /^Test/ });
  readonly tabs = this.region.getByRole('tablist', { name: 'What the host says' });

  check(name: string): Locator {
    return this.doctor.getByRole('list', { name: 'Checks' }).getByRole('listitem').filter({ hasText: name });
  }

  /** Reads an address as typed, and adds its host when it is new. */
  async add(address: string): Promise<void> {
    await this.address.fill(address);
    await this.address.press('Enter');
    await this.addHost.click();
  }

  /** Types the token of the displayed host, to be stored until the application ends; whatever asks the host sets it. */
  async typeToken(token: string): Promise<void> {
    // While a host is being added, the one before it is displayed.
    await this.addHost.waitFor({ state: 'hidden' });
    await this.token.getByRole('radio', { name: /^Until/ }).check();
    await this.token.getByLabel('Token', { exact: true }).and(this.token.locator('input')).fill(token);
  }

  /** Types the token of the host that is displayed, sets it by its own button, and waits until the shell has it. */
  async setToken(token: string): Promise<void> {
    await this.typeToken(token);
    await this.token.getByRole('button', { name: 'Set the token' }).click();
    await this.token.getByRole('button', { name: 'Replace' }).waitFor();
  }
}

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
