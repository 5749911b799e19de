/** A file or a paste with envelopes: one, an array, a line each, or the text of a model. */
import { isLongerThan } from '@openwop-inspector/base';
import type { Emission } from '../accept-result.ts';
import {
  arraySpans,
  lineSpans,
  type ParsedJson,
  parseJsonText,
  placeInFile,
  type TextPlace,
  type TextSpan,
  textPlaces,
  trimmedSpan,
} from '../vectors/parse-json-text.ts';

/** One emission with its place in the file. */
export interface PlacedEmission {
  readonly emission: Emission;
  readonly place: TextPlace;
}

/** A place of invalid JSON. */
type EnvelopeFault = Extract<ParsedJson, { ok: false }>;

/** Emissions in file order, or the place where the file stops being JSON. */
export type EnvelopeFile =
  | {
      readonly ok: true;
      readonly format: 'envelope' | 'envelopes' | 'ndjson' | 'text';
      readonly emissions: readonly PlacedEmission[];
      /** Lines and items of invalid JSON; the others are still read. */
      readonly faults: readonly EnvelopeFault[];
    }
  | EnvelopeFault;

/** Longest text that the acceptor reads as text, in bytes (vectors FORMAT 2.2); a larger value is handed over parsed. */
const MAX_TEXT_BYTES = 1_048_576;

/**
 * Reads a text by its content. Text that begins with a brace or a bracket is JSON, complete or a value a line, and a
 * fault in it is reported with its place; everything else is the text of a model, which the acceptor searches for
 * envelopes, unless most of its lines are objects. Of lines and items the readable ones are taken. Each envelope has
 * its own raw text, so that large numbers keep their digits. Never throws. O(length).
 */
export function readEnvelopeFile(text: string): EnvelopeFile {
  const start = text.startsWith('\ufeff') ? 1 : 0;
  const whole = trimmedSpan(text, start, text.length);
  const first = text.charAt(whole.start);
  const parsed = parseJsonText(text);
  if (parsed.ok) {
    if (Array.isArray(parsed.value)) return spansFile(text, 'envelopes', arraySpans(text, whole.start).items);
    return spansFile(text, 'envelope', [whole]);
  }
  const lines = linesFile(text, whole);
  if (lines !== null) return lines;
  if (first === '[') {
    const file = spansFile(text, 'envelopes', arraySpans(text, whole.start).items);
    // A list of which nothing can be read is a fault as a whole.
    return file.emissions.length === 0 ? parsed : file;
  }
  return first === '{' ? parsed : textFile(text);
}

type ReadFile = Extract<EnvelopeFile, { ok: true }>;

/** Returns the whole text as one emission of a model. */
export function textFile(text: string): EnvelopeFile {
  return {
    ok: true,
    format: 'text',
    emissions: [{ emission: { text }, place: { line: 1, column: 1, byteOffset: 0 } }],
    faults: [],
  };
}

/** Null when the text is not a value a line: when neither its first line nor most of its lines are JSON. */
function linesFile(text: string, whole: TextSpan): EnvelopeFile | null {
  const lines = lineSpans(text, whole.start);
  if (lines.length < 2) return null;
  const isObject = lines.map(({ start, end }) => {
    const isBraced = text.charAt(start) === '{' && text.charAt(end - 1) === '}';
    return isBraced && parseJsonText(text.slice(start, end)).ok;
  });
  const isMost = isObject.filter((is) => is).length * 2 > lines.length;
  return isObject[0] === true || isMost ? spansFile(text, 'ndjson', lines) : null;
}

function spansFile(text: string, format: ReadFile['format'], spans: readonly TextSpan[]): ReadFile {
  const placeAt = textPlaces(text);
  const emissions: PlacedEmission[] = [];
  const faults: EnvelopeFault[] = [];
  for (const { start, end } of spans) {
    const json = text.slice(start, end);
    const parsed = parseJsonText(json);
    const place = placeAt(start);
    // A fault of a part, at its place in the file.
    if (parsed.ok) emissions.push({ emission: emissionOf(json), place });
    else
      faults.push({
        ...parsed,
        ...placeInFile(place, parsed),
        byteOffset: place.byteOffset + parsed.byteOffset,
        offset: start + parsed.offset,
      });
  }
  return { ok: true, format, emissions, faults };
}

/** A value too long to be read as text still is an envelope with limits of its own. */
function emissionOf(text: string): Emission {
  if (!isLongerThan(text, MAX_TEXT_BYTES)) return { text };
  const parsed = parseJsonText(text);
  return { envelope: parsed.ok ? parsed.value : null };
}
