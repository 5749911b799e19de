import type { Locator } from '@playwright/test';
import { Part } from './part.ts';

/** The session with a live run: connection, following, completeness, what is left, what waits. */
export class LiveSessionPage extends Part {
  readonly bar = this.within.getByRole('region', { name: 'Verdict' });
  /** How the run stands, whatever the connection does: "Running", "Waiting for a person", "Failed". */
  readonly title = this.bar.getByRole('heading', { level: 1 });
  /** How the connection stands, and with whom: "Connected", "Connection lost", "Detached". */
  readonly connectionState = this.bar.getByRole('group', { name: 'Connection' });
  /** What the run does; below it, why nothing more is heard of it. */
  readonly sentence = this.bar.getByRole('paragraph');
  readonly pause = this.bar.getByRole('button', { name: 'Pause view', exact: true });
  readonly follow = this.bar.getByRole('button', { name: 'Follow', exact: true });
  readonly saveCapture = this.bar.getByRole('button', { name: /^(Save capture|Capture saved)$/ });
  readonly detach = this.within.getByRole('button', { name: 'Detach' });
  /** "Try now" while lost, "Reconnect", "Try again" or "Attach again" after an end. */
  readonly reconnect = this.within.getByRole('button', {
    name: /^(Try now|Try again|Reconnect|Attach again)$/,
  });
  readonly runMenu = this.bar.getByRole('button', { name: 'Run', exact: true });
  /** "214 new, to #1260". */
  readonly newEvents = this.within.getByRole('button', { name: /^[\d,]+ new/ });
  readonly completeness = this.within.getByRole('region', { name: 'Completeness' });
  readonly fetchMissing = this.completeness.getByRole('button', { name: /^Fetch [\d,]+ missing$/ });
  readonly gaps = this.within
    .getByRole('listbox', { name: 'Events' })
    .getByRole('option', { name: /^Missing / });
  readonly liveTab = this.within
    .getByRole('tablist', { name: 'About the selected event' })
    .getByRole('tab', { name: /^(Connection|Open interrupt|[\d,]+ open interrupts)$/ });
  readonly limits = this.within.getByRole('region', { name: 'Limits left' });
  readonly connection = this.within.getByRole('region', { name: 'Connection', exact: true });
  readonly nodesAtWork = this.within.getByRole('region', { name: 'Nodes at work' });
  readonly openAsFile = this.connection.getByRole('button', { name: 'Open as file' });
  /** Of a session that was stopped. */
  readonly openCaptured = this.within.getByRole('button', { name: 'Open what was captured' });
  readonly hostAndToken = this.within.getByRole('button', { name: 'Host and token' });
  /** What stands at the foot: how much has come, and the state. */
  readonly status = this.within.getByRole('region', { name: 'Status' });

  /** The tab of a session, with its word: "Live", "View paused", "Lost", "Ended". */
  tab(word: string): Locator {
    return this.within
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
