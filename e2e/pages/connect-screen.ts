import type { Locator, Page } from '@playwright/test';

/** The connection screen: which host, how it answers, what it says of itself and its runs. */
export class ConnectScreen {
  readonly region: Locator;
  readonly close: Locator;
  /** A question about an address from a link or an argument. */
  readonly arrival: Locator;
  readonly address: Locator;
  readonly understood: Locator;
  readonly addHost: Locator;
  readonly hosts: Locator;
  readonly findHost: Locator;
  /** The host in sight: its name, token, run and doctor. */
  readonly connection: Locator;
  readonly token: Locator;
  readonly run: Locator;
  readonly runId: Locator;
  readonly deltas: Locator;
  readonly attach: Locator;
  readonly doctor: Locator;
  readonly test: Locator;
  readonly checks: Locator;
  readonly tabs: Locator;
  readonly runs: Locator;
  readonly listRuns: Locator;
  /** Which runs the host is asked for. */
  readonly runStatus: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Live host', exact: true });
    this.close = this.region.getByRole('button', { name: 'Close', exact: true });
    this.arrival = this.region.getByRole('region', { name: 'Address from outside' });
    const adding = this.region.getByRole('form', { name: 'Add a host' });
    this.address = adding.getByRole('textbox', { name: 'Address of a host or run' });
    this.understood = adding.getByRole('status');
    this.addHost = adding.getByRole('button', { name: 'Add this host' });
    this.hosts = this.region.getByRole('listbox', { name: 'Saved hosts' });
    this.findHost = this.region.getByRole('searchbox', { name: 'Find a host' });
    this.connection = this.region.getByRole('region', { name: 'Connection', exact: true });
    this.token = this.connection.getByRole('region', { name: 'Token' });
    this.run = this.connection.getByRole('region', { name: 'Run', exact: true });
    this.runId = this.run.getByRole('textbox', { name: 'runId' });
    this.deltas = this.run.getByRole('checkbox', { name: /deltas/ });
    this.attach = this.run.getByRole('button', { name: /^Attach/ });
    this.doctor = this.connection.getByRole('region', { name: 'Connection doctor' });
    this.test = this.doctor.getByRole('button', { name: /^Test/ });
    this.checks = this.doctor.getByRole('list', { name: 'Checks' });
    this.tabs = this.region.getByRole('tablist', { name: 'What the host says' });
    this.runs = this.region.getByRole('listbox', { name: 'Runs' });
    this.listRuns = this.region.getByRole('button', { name: /^(List its runs|Ask again)$/ });
    this.runStatus = this.region.getByRole('combobox', { name: 'Status' });
  }

  host(name: string | RegExp): Locator {
    return this.hosts.getByRole('option', { name });
  }

  runRow(name: string | RegExp): Locator {
    return this.runs.getByRole('option', { name });
  }

  check(name: string): Locator {
    return this.checks.getByRole('listitem').filter({ hasText: name });
  }

  tab(name: 'Runs' | 'Discovery' | 'Capabilities lint' | 'Document'): Locator {
    return this.tabs.getByRole('tab', { name: new RegExp(`^${name}`) });
  }

  /** Reads an address as typed, and adds its host when it is new. */
  async add(address: string): Promise<void> {
    await this.address.fill(address);
    await this.address.press('Enter');
    await this.addHost.click();
  }

  /** Types the token of the host in sight, to be kept until the application ends; whatever asks the host sets it. */
  async typeToken(token: string): Promise<void> {
    await this.token.getByRole('radio', { name: /^Until/ }).check();
    await this.token.getByLabel('Token', { exact: true }).and(this.token.locator('input')).fill(token);
  }

  /** Types the token of the host in sight and sets it by its own button. */
  async setToken(token: string): Promise<void> {
    await this.typeToken(token);
    await this.token.getByRole('button', { name: 'Set the token' }).click();
  }

  /** Attaches to a run of the host in sight. */
  async attachTo(runId: string): Promise<void> {
    await this.runId.fill(runId);
    await this.attach.click();
  }
}
