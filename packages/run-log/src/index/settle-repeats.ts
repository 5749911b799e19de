/** Repeats of events in a log: which row remains, what it takes over, and what is reported. */
import { parseExactly } from '@openwop-inspector/base';
import { type DerivedForm, dropRepeat, registerDerivedIds } from './derived-ids.ts';
import { FLAG } from './event-columns.ts';
import { agrees, readEventDocument } from './event-document.ts';
import { type EventOrder, orderEvents } from './event-order.ts';
import type { LogIndex } from './log-index.ts';

/** Reads the bytes of a row. */
export type ReadRow = (ordinal: number) => Promise<Uint8Array>;

/**
 * Compares each repeat with the row that remains (run-events.md section 1.1 rule 4): an equal one is silent, a
 * different one is a `conflicting_duplicate`, and across sources fields that the remaining row lacks are filled in.
 */
export async function settleRepeats(
  index: LogIndex,
  from: number,
  read: ReadRow,
  isCancelled: () => boolean,
): Promise<number> {
  const { repeats, columns } = index;
  let at = from;
  for (; at < repeats.length && !isCancelled(); at += 2) {
    const stored = repeats[at] as number;
    const repeated = repeats[at + 1] as number;
    const across = columns.source[stored] !== columns.source[repeated];
    const [first, second] = [await read(stored), await read(repeated)];
    if (!across && sameBytes(first, second)) continue;
    const [a, b] = [readEventDocument(first, parseExactly), readEventDocument(second, parseExactly)];
    if (a !== null && b !== null && agrees(a, b, across)) {
      if (across) fillIn(index, stored, repeated);
      continue;
    }
    index.problemOf('conflicting_duplicate', describeRepeat(index, stored, repeated), stored);
  }
  return at;
}

/** Message about a row and a repeat of it with other content. */
export function describeRepeat({ columns }: LogIndex, stored: number, repeated: number): string {
  const [displayed, other] = [columns.offset[stored], columns.offset[repeated]];
  return `The same event is at byte ${displayed} and, with other content, at byte ${other}; only the one at byte ${displayed} is displayed`;
}

/** Message about two events of one run that share a sequence under different ids. */
export function describeShared({ columns }: LogIndex, before: number, row: number): string {
  return `Another event of the run, at byte ${columns.offset[before]}, has sequence ${columns.sequence[row]} too, under another eventId; both are displayed`;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Takes over what the remaining row lacks: its cause, node and time. */
export function fillIn(index: LogIndex, stored: number, from: number): void {
  const { columns } = index;
  if (columns.causeA[stored] === 0 && columns.causeB[stored] === 0) {
    columns.causeA[stored] = columns.causeA[from] as number;
    columns.causeB[stored] = columns.causeB[from] as number;
    const taken = (columns.flags[from] as number) & (FLAG.externalCause | FLAG.envelopeEffect);
    columns.flags[stored] = (columns.flags[stored] as number) | FLAG.merged | taken;
  }
  if (columns.node[stored] === 0) columns.node[stored] = columns.node[from] as number;
  if (Number.isNaN(columns.time[stored])) columns.time[stored] = columns.time[from] as number;
}

/**
 * Finds events of one run that share a sequence. When one of them has no eventId they are one event recorded twice; two
 * with different ids are reported, and both rows stay.
 */
export function findSharedSequences(index: LogIndex, order: EventOrder): boolean {
  const { columns } = index;
  let dropped = false;
  for (let i = 1; i < order.length; i++) {
    const before = order.ordinalAt(i - 1);
    const row = order.ordinalAt(i);
    if (columns.run[before] !== columns.run[row] || columns.sequence[before] !== columns.sequence[row])
      continue;
    const beforeLacks = columns.has(before, FLAG.eventIdMissing);
    const rowLacks = columns.has(row, FLAG.eventIdMissing);
    if (!beforeLacks && !rowLacks) {
      index.problemOf('shared_sequence', describeShared(index, before, row), row);
      continue;
    }
    // The record that names its event is the better one to keep.
    if (beforeLacks && !rowLacks) dropRepeat(index, row, before);
    else dropRepeat(index, before, row);
    dropped = true;
  }
  return dropped;
}

/** Puts all rows of sources that were read to their ends in order; what is there twice is still to be compared. */
export function putInOrder(index: LogIndex, form: DerivedForm): EventOrder {
  index.takeIds();
  registerDerivedIds(index, form);
  const order = orderEvents(index.columns);
  return findSharedSequences(index, order) ? orderEvents(index.columns) : order;
}
