import type { Locator } from '@playwright/test';
import { Part } from './part.ts';

/** What the row of an event is called: its number, its time and node, its type, then what it says. */
export function eventName(sequence: number, type = ''): RegExp {
  return new RegExp(`^#?${sequence}\\b.*${type.replaceAll('.', '\\.')}`);
}

/** The list of events. Only rows in sight are there, and always the selected one. */
export class EventList extends Part {
  readonly region = this.within.getByRole('region', { name: /^(?:Events|Messages)$/ });
  readonly list = this.region.getByRole('listbox', { name: /^(?:Events|Messages)$/ });
  readonly options = this.list.getByRole('option');
  readonly selected = this.list.getByRole('option', { selected: true });

  /** The row of an event by its number in the log. */
  row(sequence: number): Locator {
    return this.list.getByRole('option', { name: eventName(sequence) });
  }

  get showAll(): Locator {
    return this.region.getByRole('button', { name: 'Show all events' });
  }

  get removeFilter(): Locator {
    return this.region.getByRole('button', { name: 'Remove the filter' });
  }

  get removeTimeRange(): Locator {
    return this.region.getByRole('button', { name: 'Remove the time range' });
  }
}
