/** The same content in the type that a schema wants. */
import { isRecord, parsedJson } from '@openwop-inspector/base';
import { isDateTime, isUri } from '@openwop-inspector/protocol';

/** A value of another type that means the same, for each of the wanted types that has one. */
export function conversions(value: unknown, types: readonly string[]): readonly unknown[] {
  return types.map((type) => CONVERSIONS.get(type)?.(value)).filter((found) => found !== undefined);
}

type Convert = (value: unknown) => unknown;

/** By the wanted type; undefined where no value of it means the same. */
const CONVERSIONS: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['integer', (value) => toNumber(value, true)],
  ['number', (value) => toNumber(value, false)],
  [
    'string',
    (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined),
  ],
  ['boolean', toBoolean],
  ['array', (value) => (value == null ? undefined : (parsed(value, Array.isArray) ?? [value]))],
  ['object', (value) => parsed(value, isRecord)],
]);

const decimal = /^-?\d{1,15}(?:\.\d{1,15})?$/;

function toNumber(value: unknown, isInteger: boolean): number | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  const number = typeof value === 'number' ? value : decimal.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(number)) return undefined;
  return isInteger ? Math.round(number) : number;
}

function toBoolean(value: unknown): boolean | undefined {
  const text = String(typeof value === 'number' || typeof value === 'string' ? value : '').toLowerCase();
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}

/** JSON that was written as a text inside JSON. */
function parsed(value: unknown, fits: (found: unknown) => boolean): unknown {
  if (typeof value !== 'string') return undefined;
  const found = parsedJson(value);
  return fits(found) ? found : undefined;
}

const looseDateTime = /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d:\d\d)(:\d\d(?:\.\d+)?)?)?\s*([Zz]|[+-]\d\d:?\d\d)?$/;

/** The same time as RFC 3339 wants it; null when it is none. A time without an offset is taken as UTC. */
export function asDateTime(text: string): string | null {
  const match = looseDateTime.exec(text.trim());
  if (match === null) return null;
  const [, date = '', time = '00:00', seconds = ':00', offset = 'Z'] = match;
  const zone = offset.length === 5 ? `${offset.slice(0, 3)}:${offset.slice(3)}` : offset.toUpperCase();
  const found = `${date}T${time}${seconds}${zone}`;
  return isDateTime(found) ? found : null;
}

/** Addresses that the text may have been meant as. */
export function asUris(text: string): readonly string[] {
  const trimmed = text.trim();
  const escaped = Array.from(trimmed, (letter) => (/[!-~]/.test(letter) ? letter : encoded(letter))).join('');
  const whole = escaped.startsWith('/') ? `https://example.com${escaped}` : `https://${escaped}`;
  return [trimmed, escaped, whole].filter(isUri);
}

function encoded(letter: string): string {
  try {
    return encodeURIComponent(letter);
  } catch {
    return ''; // half of a pair of surrogates
  }
}
