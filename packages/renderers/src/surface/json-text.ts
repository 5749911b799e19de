/** JSON for people and terminals: hidden characters are escaped. */
import { writeJson } from '@openwop-inspector/base';
import type { FieldValue } from '../model/a2ui/field-values.ts';
import { MAX_LEVELS, measureJson } from '../model/json/json-measure.ts';
import { visiblePieces } from '../visible-text/visible-text.ts';

/** A string as JSON. Hidden characters, direction marks among them, become `\u` escapes. */
export function jsonString(text: string): string {
  return withEscapes(JSON.stringify(text));
}

/** Hidden characters occur in strings alone, so an escape is right wherever one is found. */
function withEscapes(json: string): string {
  return visiblePieces(json)
    .map((piece) => (piece.kind === 'plain' ? piece.text : escapesOf(piece.text)))
    .join('');
}

function escapesOf(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** Members of an object with their values as JSON, in an order that objects would not keep. */
export type JsonMembers = readonly (readonly [key: string, value: string])[];

/** An object as JSON, over several lines, indented from `indent`. */
export function jsonObject(members: JsonMembers, indent = ''): string {
  if (members.length === 0) return '{}';
  const lines = members.map(([key, value]) => `${indent}  ${jsonString(key)}: ${value}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

/** The value of a field as JSON. */
export function jsonValue(value: FieldValue): string {
  return typeof value === 'string' ? jsonString(value) : String(value);
}

/** Largest value that is written out; a delta frame is at most 1 MiB. */
const MAX_SIZE = { bytes: 1024 * 1024, levels: MAX_LEVELS };

/** A value as JSON over several lines, numbers as `parseAsWritten` read them, hidden characters as escapes; a sentence in its place when it is too much. */
export function prettyJson(value: unknown): string {
  if (measureJson(value, MAX_SIZE).kind === 'over') return 'Too large or too deep to be written out here.';
  return value === undefined ? 'nothing' : withEscapes(writeJson(value, 2));
}
