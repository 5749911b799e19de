import type { Locator, Page } from '@playwright/test';

/** The session with a live run: connection, following, completeness, what is left, what waits. */
export class LiveSessionPage {
  readonly bar: Locator;
  /** How the run stands, whatever the connection does: "Running", "Waiting for a person", "Failed". */
  readonly title: Locator;
  /** How the connection stands, and with whom: "Connected", "Connection lost", "Detached". */
  readonly connectionState: Locator;
  /** What the run does; below it, why nothing more is heard of it. */
  readonly sentence: Locator;
  readonly pause: Locator;
  readonly follow: Locator;
  readonly saveCapture: Locator;
  readonly detach: Locator;
  /** "Try now" while lost, "Reconnect", "Try again" or "Attach again" after an end. */
  readonly reconnect: Locator;
  readonly runMenu: Locator;
  /** "214 new, to #1260". */
  readonly newEvents: Locator;
  readonly completeness: Locator;
  readonly fetchMissing: Locator;
  readonly gaps: Locator;
  readonly liveTab: Locator;
  readonly limits: Locator;
  readonly connection: Locator;
  readonly nodesAtWork: Locator;
  readonly openAsFile: Locator;
  readonly hostAndToken: Locator;
  /** Of a session that was stopped. */
  readonly openCaptured: Locator;
  /** What stands at the foot: how much has come, and the state. */
  readonly status: Locator;

  private readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    this.bar = page.getByRole('region', { name: 'Verdict' });
    this.title = this.bar.getByRole('heading', { level: 1 });
    this.connectionState = this.bar.getByRole('group', { name: 'Connection' });
    this.sentence = this.bar.getByRole('paragraph');
    this.pause = this.bar.getByRole('button', { name: 'Pause view', exact: true });
    this.follow = this.bar.getByRole('button', { name: 'Follow', exact: true });
    this.saveCapture = this.bar.getByRole('button', { name: /^(Save capture|Capture saved)$/ });
    this.detach = page.getByRole('button', { name: 'Detach' });
    this.reconnect = page.getByRole('button', { name: /^(Try now|Try again|Reconnect|Attach again)$/ });
    this.runMenu = this.bar.getByRole('button', { name: 'Run', exact: true });
    this.newEvents = page.getByRole('button', { name: /^[\d,]+ new/ });
    this.completeness = page.getByRole('region', { name: 'Completeness' });
    this.fetchMissing = this.completeness.getByRole('button', { name: /^Fetch [\d,]+ missing$/ });
    this.gaps = page.getByRole('listbox', { name: 'Events' }).getByRole('option', { name: /^Missing / });
    this.liveTab = page
      .getByRole('tablist', { name: 'About the selected event' })
      .getByRole('tab', { name: /^(Connection|Open interrupt|[\d,]+ open interrupts)$/ });
    this.limits = page.getByRole('region', { name: 'Limits left' });
    this.connection = page.getByRole('region', { name: 'Connection', exact: true });
    this.nodesAtWork = page.getByRole('region', { name: 'Nodes at work' });
    this.openAsFile = this.connection.getByRole('button', { name: 'Open as file' });
    this.openCaptured = page.getByRole('button', { name: 'Open what was captured' });
    this.hostAndToken = page.getByRole('button', { name: 'Host and token' });
    this.status = page.getByRole('region', { name: 'Status' });
  }

  /** The tab of a session, with its word: "Live", "View paused", "Lost", "Ended". */
  tab(word: string): Locator {
    return this.page
      .getByRole('tablist', { name: 'Sessions' })
      .getByRole('tab', { name: new RegExp(`${word}$`) });
  }

  /** What is left of a limit, by its name on the wire. */
  limit(name: string): Locator {
    return this.limits
      .locator('div')
      .filter({ has: this.limits.getByText(name, { exact: true }) })
      .last();
  }
}
