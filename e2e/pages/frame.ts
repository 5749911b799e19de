/** The screens before a run is there, and what is around the views of an opened one. */
import type { Locator } from '@playwright/test';
import { Part } from './part.ts';

/** Nothing is open: the ways in. */
export class StartScreen extends Part {
  readonly region = this.within.getByRole('region', { name: 'Open a run' });
  readonly hosts = this.region.getByRole('button', { name: /^Attach to a live host/ });
  readonly recent = this.region.getByRole('region', { name: 'Recent' });
  readonly attaching = this.region.getByRole('form', { name: 'Attach to a run' });
  readonly address = this.attaching.getByRole('textbox', { name: /^Address of a live run/ });
  readonly token = this.attaching.getByLabel('Token', { exact: true });
  readonly attach = this.attaching.getByRole('button', { name: 'Attach' });
  /** Captures that earlier sessions left. */
  readonly left = this.region.getByRole('region', { name: /^Live sessions that were not closed/ });

  sample(title: string | RegExp): Locator {
    return this.region.getByRole('region', { name: 'Samples' }).getByRole('button', { name: title });
  }

  recentFile(name: string): Locator {
    return this.recent.getByRole('button', { name });
  }
}

/** A load under way, and what is said when it did not give a whole run. */
export class LoadScreen extends Part {
  readonly loading = this.within.getByRole('region', { name: 'Loading' });
  readonly progress = this.loading.getByRole('progressbar');
  /** Over rows that can be read: the source is not whole. */
  readonly notWhole = this.within.getByRole('region', { name: 'Not whole' });
  /** In place of rows: there is no run. */
  readonly found = this.within.getByRole('region', { name: 'What was found' });
  readonly chooseAnother = this.found.getByRole('button', { name: 'Choose another file' });

  /** Over the envelopes of a file that holds no run. */
  readonly ofEnvelopes = this.within.getByRole('region', { name: 'File of envelopes' });

  /** A session file that holds no log. */
  readonly wanted = this.within.getByRole('region', { name: 'The log of this session' });
}

/** The top of the window: one tab a session, and what concerns all of them. */
export class TitleBar extends Part {
  readonly #bar = this.within.getByRole('banner');
  readonly sessions = this.#bar.getByRole('tablist', { name: 'Sessions' });
  readonly openButton = this.#bar.getByRole('button', { name: 'Open another source' });
  readonly paletteButton = this.#bar.getByRole('button', { name: 'Find an action or a place' });
  readonly densityButton = this.#bar.getByRole('button', { name: /^Density: / });
  readonly themeButton = this.#bar.getByRole('button', { name: /^Theme: / });
  readonly keysButton = this.#bar.getByRole('button', { name: 'Keys' });
  readonly tabs = this.sessions.getByRole('tab');
  /** The menu of all sessions, where tabs have no room. */
  readonly allSessions = this.#bar.getByRole('button', { name: /sessions: all of them/ });
  readonly activeTab = this.sessions.getByRole('tab', { selected: true });

  /** The tab of a file; its name continues with the status of the run. */
  tab(name: string): Locator {
    return this.sessions.getByRole('tab', { name });
  }
}

/** The six views of a run. */
export class ViewSwitch extends Part {
  readonly group = this.within.getByRole('radiogroup', { name: 'View' });
  readonly current = this.group.getByRole('radio', { checked: true });

  view(name: 'Events' | 'Causes' | 'Nodes' | 'Envelopes' | 'Problems' | 'Audit'): Locator {
    return this.group.getByRole('radio', { name: new RegExp(`^${name}`) });
  }
}

/** What happened, in one sentence. */
export class VerdictBar extends Part {
  readonly region = this.within.getByRole('region', { name: 'Verdict' });
  readonly back = this.region.getByRole('button', { name: 'Back', exact: true });
  readonly title = this.region.getByRole('heading', { level: 1 });
  readonly sentence = this.region.getByRole('paragraph');
  /** To the cause of the failure, else to the start of its chain. */
  readonly origin = this.region.getByRole('button', { name: /^(Cause|Chain starts at) #/ });
  readonly share = this.region.getByRole('button', { name: 'Share' });

  /** A form in the open menu of Share. */
  shared(name: string): Locator {
    return this.within.getByRole('menu', { name: 'Share' }).getByRole('menuitem', { name });
  }
}

/** The filter over the event list, with its completion. */
export class FilterField extends Part {
  readonly region = this.within.getByRole('search', { name: 'Filter' });
  readonly field = this.region.getByRole('combobox', { name: 'Filter events' });
  readonly error = this.region.getByRole('status');
  readonly stop = this.region.getByRole('button', { name: 'Stop the search' });
  readonly completion = this.region.getByRole('listbox');
  /** Saved filters and those recently. */
  readonly menu = this.within.getByRole('button', { name: /^Filters:/ });
  /** Order and columns of the list. */
  readonly listMenu = this.within.getByRole('button', { name: 'Order and columns of the list' });

  /** Everything, steps or failures. */
  level(name: 'Everything' | 'Steps' | 'Failures'): Locator {
    return this.within.getByRole('radiogroup', { name: 'What is listed' }).getByRole('radio', { name });
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
export class Minimap extends Part {
  readonly region = this.within.getByRole('region', { name: 'Events over time' });
  readonly start = this.region.getByRole('slider', { name: 'Start of the time range' });
  readonly end = this.region.getByRole('slider', { name: 'End of the time range' });
  readonly words = this.region.getByRole('paragraph');
}

/** Facts about the source, or what the last key could not do. */
export class StatusBar extends Part {
  readonly region = this.within.getByRole('region', { name: 'Status' });
  readonly problems = this.region.getByRole('button', { name: /problem/ });
}

/** What the row of an event is called: its number, its time and node, its type, then what it says. */
export const eventName = (sequence: number, type = ''): RegExp =>
  new RegExp(`^#?${sequence}\\b.*${type.replaceAll('.', '\\.')}`);

/** The list of events. Only visible rows are there, and always the selected one. */
export class EventList extends Part {
  readonly region = this.within.getByRole('region', { name: /^(?:Events|Messages)$/ });
  readonly list = this.region.getByRole('listbox', { name: /^(?:Events|Messages)$/ });
  readonly options = this.list.getByRole('option');
  readonly selected = this.list.getByRole('option', { selected: true });
  readonly removeFilter = this.region.getByRole('button', { name: 'Remove the filter' });

  /** The row of an event by its number in the log. */
  row(sequence: number): Locator {
    return this.list.getByRole('option', { name: eventName(sequence) });
  }
}
