/** A file or a paste with envelopes: one, an array, a line each, or what a model wrote. */
import type { Emission } from '../accept-result.ts';
import { arraySpans, lineSpans, type TextSpan, trimmedSpan } from '../agh/json-spans.ts';
import { type TextPlace, textPlaces } from '../agh/text-places.ts';
import { type ParsedJson, parseJsonText } from '../vectors/parse-json-text.ts';

/** One emission with its place in the file. */
export interface PlacedEmission {
  readonly emission: Emission;
  readonly place: TextPlace;
}

/** Emissions in file order, or the place where the file stops being JSON. */
export type EnvelopeFile =
  | {
      readonly ok: true;
      readonly format: 'envelope' | 'envelopes' | 'ndjson' | 'text';
      readonly emissions: readonly PlacedEmission[];
    }
  | Extract<ParsedJson, { ok: false }>;

/** Longest text that the acceptor reads as text, in bytes (vectors README 2.2); a larger value is handed over parsed. */
const MOST_TEXT_BYTES = 1_048_576;

/**
 * Reads a text by its content. What begins with a brace or a bracket is JSON, whole or a value a line, and a fault in it
 * is told with its place; everything else is what a model wrote, in which the acceptor looks for envelopes. Each
 * envelope keeps its own text, so that the digits of large numbers last. Never throws. O(length).
 */
export function readEnvelopeFile(text: string): EnvelopeFile {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const whole = trimmedSpan(text, start, text.length);
  const first = text.charAt(whole.start);
  const parsed = parseJsonText(text);
  if (!parsed.ok && first !== '{' && first !== '[') return textFile(text);
  if (parsed.ok) {
    if (Array.isArray(parsed.value)) return spansFile(text, 'envelopes', arraySpans(text, whole.start).items);
    return spansFile(text, 'envelope', [whole]);
  }
  return linesFile(text, whole) ?? parsed;
}

/** The whole text as one emission, for what a model wrote. */
export function textFile(text: string): EnvelopeFile {
  return {
    ok: true,
    format: 'text',
    emissions: [{ emission: { text }, place: { line: 1, column: 1, byteOffset: 0 } }],
  };
}

/** Null when the text is not a value a line. A line that is broken among others is a fault at its place. */
function linesFile(text: string, whole: TextSpan): EnvelopeFile | null {
  const lines = lineSpans(text, whole.start);
  const [head] = lines;
  if (head === undefined || lines.length < 2 || !parseJsonText(text.slice(head.start, head.end)).ok)
    return null;
  const placeAt = textPlaces(text);
  for (const span of lines) {
    const parsed = parseJsonText(text.slice(span.start, span.end));
    const place = placeAt(span.start);
    if (parsed.ok) continue;
    return {
      ...parsed,
      line: place.line,
      column: place.column + parsed.column - 1,
      byteOffset: place.byteOffset + parsed.byteOffset,
      offset: span.start + parsed.offset,
    };
  }
  return spansFile(text, 'ndjson', lines);
}

function spansFile(
  text: string,
  format: 'envelope' | 'envelopes' | 'ndjson',
  spans: readonly TextSpan[],
): EnvelopeFile {
  const placeAt = textPlaces(text);
  const emissions = spans.map(({ start, end }) => ({
    emission: emissionOf(text.slice(start, end)),
    place: placeAt(start),
  }));
  return { ok: true, format, emissions };
}

/** A value too long to be read as text still is an envelope with limits of its own. */
function emissionOf(text: string): Emission {
  if (text.length * 3 <= MOST_TEXT_BYTES || new TextEncoder().encode(text).length <= MOST_TEXT_BYTES) {
    return { text };
  }
  const parsed = parseJsonText(text);
  return { envelope: parsed.ok ? parsed.value : null };
}
