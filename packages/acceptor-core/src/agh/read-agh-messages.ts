import { isRecord, textAt } from '@openwop-inspector/base';
import type { Problem } from '@openwop-inspector/protocol';
import {
  arraySpans,
  behindValue,
  lineSpans,
  type ParsedJson,
  parseJsonText,
  placeInFile,
  type TextPlace,
  type TextSpan,
  textPlaces,
  trimmedSpan,
} from '../vectors/parse-json-text.ts';

/** One message as written in a file. */
export interface AghEntry {
  /** The text of the message alone; pass it to `acceptText`, also when it is not JSON. */
  readonly text: string;
  readonly place: TextPlace;
  /** Why it is not JSON, at its place in the file; null when it is. */
  readonly problem: Problem | null;
}

/** A file of messages. */
export interface AghFile {
  /** `unknown` when nothing in it names the protocol or has the members of a message. */
  readonly format: 'agh-log' | 'agh-ndjson' | 'agh-envelope' | 'unknown';
  /** In file order, unreadable ones included. */
  readonly entries: readonly AghEntry[];
  /** Problems of the file; those of single entries are with the entries. */
  readonly problems: readonly Problem[];
}

interface Layout {
  readonly format: AghFile['format'];
  readonly spans: readonly TextSpan[];
  /** Where the document ends, or null when the text ends before it. */
  readonly end: number | null;
}

/**
 * Reads a JSON array of messages, one message, or NDJSON. Never throws; errors are values with their places. A byte order
 * mark in front is passed over. O(length).
 */
export function readAghMessages(text: string): AghFile {
  const layout = layoutOf(text, trimmedSpan(text, text.startsWith('\ufeff') ? 1 : 0, text.length).start);
  const placeAt = textPlaces(text);
  const read = layout.spans.map((span, at) => {
    const place = placeAt(span.start);
    const entryText = text.slice(span.start, span.end);
    const parsed = parseJsonText(entryText);
    const isCut = layout.end === null && at === layout.spans.length - 1;
    const problem = parsed.ok ? null : entryProblem(parsed, place, layout.format, isCut);
    return { entry: { text: entryText, place, problem }, isAgh: parsed.ok && isMessage(parsed.value) };
  });
  const isKnown = read.some(({ isAgh }) => isAgh);
  const problems: Problem[] = [];
  const add = (code: Problem['code'], severity: Problem['severity'], message: string, offset: number) => {
    const { line, byteOffset } = placeAt(offset);
    problems.push({ code, severity, message, line, byteOffset, clause: 'bundles 1' });
  };
  const rest = layout.end === null ? text.length : trimmedSpan(text, layout.end, text.length).start;
  if (layout.format === 'agh-log' && rest < text.length)
    add('trailing_data', 'warning', 'There is text after the list; it is not read.', rest);
  if (layout.format === 'agh-log' && layout.end === null)
    add('ends_early', 'error', 'The list is not closed.', text.length);
  if (!isKnown) {
    const message =
      layout.spans.length === 0 ? 'The file holds no message.' : 'Nothing in it is a message of AGH Network.';
    problems.push({ code: 'unknown_format', severity: 'error', message, clause: 'bundles 1' });
  }
  const format = isKnown ? layout.format : 'unknown';
  return { format, entries: read.map(({ entry }) => entry), problems };
}

function layoutOf(text: string, start: number): Layout {
  if (text.charAt(start) === '[') {
    const { items, end } = arraySpans(text, start);
    return { format: 'agh-log', spans: items, end };
  }
  const lines = lineSpans(text, start);
  const end = behindValue(text, start);
  const isWhole = end === null ? false : trimmedSpan(text, end, text.length).start === text.length;
  if (isWhole && text.charAt(start) === '{')
    return { format: 'agh-envelope', spans: [{ start, end: end ?? start }], end };
  const [first] = lines;
  const isLines =
    lines.length > 1 && first !== undefined && behindValue(text.slice(0, first.end), first.start) !== null;
  if (isLines) {
    // The last line may stop in the middle of its value.
    const isClosed = behindValue(text, lines.at(-1)?.start ?? start) !== null;
    return { format: 'agh-ndjson', spans: lines, end: isClosed ? text.length : null };
  }
  const whole = trimmedSpan(text, start, text.length);
  return { format: 'agh-envelope', spans: whole.end > whole.start ? [whole] : [], end };
}

/** Members by which a message that does not name the protocol is recognised: as a message it is malformed (agh 2, A2a). */
const TELLING = ['id', 'kind', 'channel', 'from', 'ts', 'body'] as const;

function isMessage(value: unknown): boolean {
  if (!isRecord(value)) return false;
  if (textAt(value, 'protocol')?.startsWith('agh-network/') === true) return true;
  return TELLING.filter((name) => Object.hasOwn(value, name)).length >= 4;
}

type Fault = Extract<ParsedJson, { ok: false }>;

function entryProblem(fault: Fault, place: TextPlace, format: AghFile['format'], isCut: boolean): Problem {
  const { line, column } = placeInFile(place, fault);
  const where = { line, byteOffset: place.byteOffset + fault.byteOffset, clause: 'bundles 1' };
  if (isCut)
    return { code: 'ends_early', severity: 'error', message: 'The file stops inside a message.', ...where };
  return {
    code: format === 'agh-ndjson' ? 'bad_line' : 'unreadable_entry',
    severity: 'error',
    message: `${fault.message} Column ${column}.`,
    ...where,
  };
}
