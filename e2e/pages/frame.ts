/** What is around the views of an opened run. */
import type { Locator, Page } from '@playwright/test';

/** The top of the window: one tab a session, and what concerns all of them. */
export class TitleBar {
  readonly sessions: Locator;
  readonly openButton: Locator;
  readonly paletteButton: Locator;
  readonly densityButton: Locator;
  readonly themeButton: Locator;
  readonly keysButton: Locator;

  constructor(page: Page) {
    const bar = page.getByRole('banner');
    this.sessions = bar.getByRole('tablist', { name: 'Sessions' });
    this.openButton = bar.getByRole('button', { name: 'Open another source' });
    this.paletteButton = bar.getByRole('button', { name: 'Find an action' });
    this.densityButton = bar.getByRole('button', { name: /^Density: / });
    this.themeButton = bar.getByRole('button', { name: /^Theme: / });
    this.keysButton = bar.getByRole('button', { name: 'Keys' });
  }

  /** The tab of a file; its name goes on with how the run stands. */
  tab(name: string): Locator {
    return this.sessions.getByRole('tab', { name });
  }

  get tabs(): Locator {
    return this.sessions.getByRole('tab');
  }

  get activeTab(): Locator {
    return this.sessions.getByRole('tab', { selected: true });
  }
}

/** The five views of a run. */
export class ViewSwitch {
  readonly group: Locator;

  constructor(page: Page) {
    this.group = page.getByRole('radiogroup', { name: 'View' });
  }

  view(name: 'Events' | 'Causes' | 'Nodes' | 'Envelopes' | 'Problems'): Locator {
    return this.group.getByRole('radio', { name: new RegExp(`^${name}`) });
  }

  get current(): Locator {
    return this.group.getByRole('radio', { checked: true });
  }
}

/** What happened, in one sentence. */
export class VerdictBar {
  readonly region: Locator;
  readonly title: Locator;
  readonly sentence: Locator;
  readonly cause: Locator;
  readonly chainStart: Locator;
  readonly copyReport: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Verdict' });
    this.title = this.region.getByRole('heading', { level: 1 });
    this.sentence = this.region.getByRole('paragraph');
    this.cause = this.region.getByRole('button', { name: /^Cause/ });
    this.chainStart = this.region.getByRole('button', { name: /^Chain starts at/ });
    this.copyReport = this.region.getByRole('button', { name: /^(Copy report|Copied)$/ });
  }
}

/** The filter over the event list, with its completion. */
export class FilterField {
  readonly region: Locator;
  readonly field: Locator;
  readonly error: Locator;
  readonly clear: Locator;
  readonly completion: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('search', { name: 'Filter' });
    this.field = this.region.getByRole('combobox', { name: 'Filter events' });
    this.error = this.region.getByRole('status');
    this.clear = this.region.getByRole('button', { name: 'Clear the filter' });
    this.completion = this.region.getByRole('listbox');
  }

  suggestion(name: string | RegExp): Locator {
    return this.completion.getByRole('option', { name });
  }

  /** The filter's own count, such as "34 of 219". */
  count(words: string): Locator {
    return this.region.getByText(words, { exact: true });
  }
}

/** Events over time, with the brush that narrows the list. */
export class Minimap {
  readonly region: Locator;
  readonly start: Locator;
  readonly end: Locator;
  readonly words: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Events over time' });
    this.start = this.region.getByRole('slider', { name: 'Start of the time range' });
    this.end = this.region.getByRole('slider', { name: 'End of the time range' });
    this.words = this.region.getByRole('paragraph');
  }
}

/** Facts about the source, or what the last key could not do. */
export class StatusBar {
  readonly region: Locator;
  readonly problems: Locator;
  readonly keys: Locator;
  /** What is read aloud: counts, copies, the end of a load. */
  readonly announcement: Locator;

  constructor(page: Page) {
    this.region = page.getByRole('region', { name: 'Status' });
    this.problems = this.region.getByRole('button', { name: /problems?$/ });
    this.keys = this.region.getByRole('button', { name: 'keys' });
    this.announcement = page.getByRole('status').last();
  }
}
