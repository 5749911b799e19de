import type { SourceFormat } from '../answers.ts';
import { classOfEntry, singleFormat } from './entry-class.ts';
import type { ReadContext } from './read-context.ts';
import { noteBadUtf8 } from './read-lines.ts';

/** What a run snapshot is, and what to open instead. */
export const SNAPSHOT =
  'A run snapshot: the state of a run, without its events. Open the bundle or the event list of the run';

/** What the only object of a document is. */
export interface SingleEntry {
  readonly format: SourceFormat;
  /** False for an object that is no entry of any kind. */
  readonly isKnown: boolean;
  readonly explanation: string | null;
}

/** Reads the object in `[start, end)` of the window, which held no list of events, as one entry. */
export function readSingleEntry(context: ReadContext, start: number, end: number): SingleEntry {
  const { entry, index, window, sourceNumber } = context;
  const kind = entry.scan(start) < 0 ? 'other' : classOfEntry(entry);
  const place = { source: sourceNumber, offset: window.base + start, length: end - start, line: 0 };
  if (kind === 'event') {
    const ordinal = index.addEvent(entry, place, null);
    if (entry.json.badUtf8At >= 0) noteBadUtf8(context, ordinal, entry.json.badUtf8At);
  } else if (kind === 'envelope') index.addEnvelope(entry, place);
  else if (kind === 'agh') {
    index.entries++;
    index.aghMessages++;
  }
  return {
    format: singleFormat(kind),
    isKnown: kind !== 'other' && kind !== 'delta',
    explanation: kind === 'snapshot' ? SNAPSHOT : null,
  };
}
