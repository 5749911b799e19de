import { isRecord, type MaskedText } from '@openwop-inspector/base';
import { hashText } from '../scan/id-hash.ts';
import { FLAG } from './event-columns.ts';
import type { LogIndex } from './log-index.ts';

/** How the displayed id of an event without `eventId` is made. */
export type DerivedForm = 'evt' | 'plain';

/** Name of the host, when the file says it; not masked. */
export function hostName(header: ReadonlyMap<string, unknown>): string | null {
  const host = header.get('host');
  return isRecord(host) && typeof host.name === 'string' ? host.name.slice(0, 128) : null;
}

/** Which form a host writes, known by its name next to the events (run-events.md section 5.2). */
export function derivedForm(header: ReadonlyMap<string, unknown>): DerivedForm {
  return /in-memory/i.test(hostName(header) ?? '') ? 'plain' : 'evt';
}

/** The id displayed for an event without `eventId`. An event without sequence takes its place in the source. */
export function derivedId(form: DerivedForm, runId: string, sequence: number, ordinal: number): string {
  const number = Number.isNaN(sequence) ? `@${ordinal}` : String(sequence);
  return form === 'evt' ? `evt-${runId}-${number}` : `${runId}-${number}`;
}

/** The id displayed for an event: as recorded and masked, or derived (run-events.md section 5.2). */
export function displayedEventId(
  { columns, ids, runs }: LogIndex,
  form: DerivedForm,
  ordinal: number,
  recorded: unknown,
): MaskedText {
  if (typeof recorded === 'string' && recorded !== '') return ids.of(recorded);
  const run = runs.textOf(columns.run[ordinal] as number);
  return ids.of(derivedId(form, run, columns.sequence[ordinal] as number, ordinal));
}

/**
 * Gives every event without `eventId` the ids that hosts derive, `evt-<runId>-<sequence>` and `<runId>-<sequence>`, as
 * names it can be found by. Two events with the same derived id are one event recorded twice. O(n).
 */
export function registerDerivedIds(index: LogIndex, form: DerivedForm): void {
  const { columns } = index;
  for (let ordinal = 0; ordinal < columns.length; ordinal++) {
    const flags = columns.flags[ordinal] as number;
    if ((flags & (FLAG.eventIdMissing | FLAG.dropped)) !== FLAG.eventIdMissing) continue;
    const sequence = columns.sequence[ordinal] as number;
    const runId = index.runs.textOf(columns.run[ordinal] as number);
    const forms: readonly DerivedForm[] = form === 'evt' ? ['evt', 'plain'] : ['plain', 'evt'];
    if (Number.isNaN(sequence)) continue;
    for (const one of forms) {
      const { a, b } = hashText(derivedId(one, runId, sequence, ordinal));
      if (one === form) {
        columns.idA[ordinal] = a;
        columns.idB[ordinal] = b;
      }
      const first = index.byId.add(a, b, ordinal);
      if (first < 0 || first === ordinal) continue;
      dropRepeat(index, first, ordinal);
      break;
    }
  }
}

/** Marks `repeated` as a repeat of `stored`, to be compared later. */
export function dropRepeat(index: LogIndex, stored: number, repeated: number): void {
  if (dropRow(index, repeated)) index.repeats.push(stored, repeated);
}

/** Takes a row out of display; false when it was out already. */
export function dropRow(index: LogIndex, row: number): boolean {
  if (index.columns.has(row, FLAG.dropped)) return false;
  index.columns.mark(row, FLAG.dropped);
  index.dropped++;
  return true;
}
