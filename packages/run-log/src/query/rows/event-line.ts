/** Events as lines that stand alone: what the document around them states is in the line, or is said to be left behind. */
import { closingQuote, countOf, type MaskedText, masker, QUOTE, words } from '@openwop-inspector/base';
import { derivedId } from '../../index/derived-ids.ts';
import { FLAG } from '../../index/event-columns.ts';
import { eventDocumentOf } from '../../index/event-document.ts';
import type { LoadedLog } from '../loaded-log.ts';

const decoder = new TextDecoder();

/** An event, or an envelope next to the events, as one line. Not masked. */
export interface LogLine {
  readonly text: string;
  /** Members that were written into it, since a reader of the line alone could not know them. */
  readonly added: readonly ('eventId' | 'runId')[];
}

/**
 * An event as recorded, on one line; null for one that is no JSON or is cut. A run that the document around it names is
 * written into it, and an id that would be derived otherwise there. O(length). Rejects with a `SourceError`.
 */
export async function eventLine(log: LoadedLog, row: number): Promise<LogLine | null> {
  const text = decoder.decode(await log.read(row));
  const document = eventDocumentOf(text);
  if (document === null) return null;
  const members: Partial<Record<'eventId' | 'runId', string>> = {};
  const { columns, runs } = log.index;
  const flags = (columns.flags[row] as number) & (log.index.messages.of(row) === null ? ~0 : 0);
  const run = runs.textOf(columns.run[row] as number);
  if ((flags & FLAG.runInherited) !== 0 && run !== '') members.runId = run;
  if ((flags & FLAG.eventIdMissing) !== 0) {
    const id = log.index.ids.recorded(log.eventIdOf(row, undefined));
    const sequence = columns.sequence[row] as number;
    if (Number.isNaN(sequence) || id !== derivedId('evt', run, sequence, row)) members.eventId = id;
  }
  const added = (['eventId', 'runId'] as const).filter((name) => members[name] !== undefined);
  return { text: withMembers(onOneLine(text), document.recorded, members), added };
}

/** The envelopes that are next to the events, as they are recorded; those that are no JSON are left out. */
export async function* envelopeLines(log: LoadedLog): AsyncGenerator<string> {
  for (const { source, offset, length } of log.index.envelopes) {
    const text = decoder.decode(await log.readAt(source, offset, length));
    if (eventDocumentOf(text) !== null) yield onOneLine(text);
  }
}

/** What a log holds that lines of events cannot: members of documents next to the events, and what is no event. */
export function leftBehind(log: LoadedLog): readonly MaskedText[] {
  const names = new Set(log.results.flatMap(({ header }) => [...header.keys()]));
  const { deltas, unreadable } = log.index;
  const left: MaskedText[] = [];
  if (names.size > 0) left.push(words`${masker.text([...names].slice(0, 20).join(', '))} of the document`);
  if (deltas > 0) left.push(words`${counted(deltas, 'delta frame')}`);
  if (unreadable > 0) left.push(words`${counted(unreadable, 'entry')} that cannot be read`);
  return left;
}

const counted = (count: number, what: 'delta frame' | 'entry'): MaskedText =>
  masker.text(what === 'entry' ? countOf(count, what, 'entries') : countOf(count, what));

/** The text of an object with members more. One that it names already with no value of use is replaced. */
function withMembers(
  text: string,
  recorded: Readonly<Record<string, unknown>>,
  members: Readonly<Record<string, string | undefined>>,
): string {
  const names = Object.keys(members);
  if (names.length === 0) return text;
  if (names.some((name) => Object.hasOwn(recorded, name))) return JSON.stringify({ ...recorded, ...members });
  const written = JSON.stringify(members).slice(1, -1);
  const rest = text.slice(text.indexOf('{') + 1);
  return `{${written}${rest.startsWith('}') ? '' : ','}${rest}`;
}

/** JSON without the blanks between its parts when it goes over several lines; strings keep theirs. O(length). */
function onOneLine(text: string): string {
  if (!/[\r\n]/.test(text)) return text.trim();
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = closingQuote(text, at + 1);
    else if (code <= 32) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return parts.join('') + text.slice(from);
}
