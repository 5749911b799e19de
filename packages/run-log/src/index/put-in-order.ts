import { type DerivedForm, registerDerivedIds } from './derived-ids.ts';
import { type EventOrder, orderEvents } from './event-order.ts';
import type { LogIndex } from './log-index.ts';
import { findSharedSequences } from './settle-repeats.ts';

/** Puts all rows of sources that were read to their ends in order; what stands there twice is still to be compared. */
export function putInOrder(index: LogIndex, form: DerivedForm): EventOrder {
  index.takeIds();
  registerDerivedIds(index, form);
  const order = orderEvents(index.columns);
  return findSharedSequences(index, order) ? orderEvents(index.columns) : order;
}
