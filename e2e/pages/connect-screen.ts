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

  runRow(name: string | RegExp): Locator {
    return this.region.getByRole('listbox', { name: 'Runs' }).getByRole('option', { name });
  }

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
