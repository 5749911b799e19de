/**
 * The meaning of a number or a string, as text next to it: moments, durations, sizes. It never replaces the displayed
 * value; a name only suggests the unit.
 */
import { formatBytes, formatDuration, formatMoment } from '@openwop-inspector/base';
import type { PayloadNode } from './value-source.ts';

const MOMENT = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:[Zz]|[+-]\d\d:\d\d)$/;
const LENGTH = /^P(?=[\dT])(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

/** Names of moments: `createdAt`, `timestamp`, `ts`, and the claims of tokens. */
const MOMENT_NAME =
  /(?:At|_at|[tT]imestamp|[tT]ime|[tT]imeMs|[eE]poch(?:Ms)?|^ts|^exp|^iat|^nbf|Until|_until)$/;
const UNITS: readonly (readonly [name: RegExp, unitMs: number])[] = [
  [/(?:[a-z]Ms|_ms|^ms|[mM]illis|[mM]illiseconds)$/, 1],
  [/(?:[sS]econds|[a-z]Secs?|_secs?|_s)$/, 1_000],
  [/(?:[mM]inutes|[a-z]Mins?|_mins?)$/, 60_000],
];
const SIZE_NAME = /(?:[bB]ytes|_bytes)$/;

/** Seconds since 1970 from 2001 to 2286, and the same in milliseconds. */
const SECONDS = [1e9, 1e10] as const;
const MILLISECONDS = [1e12, 1e13] as const;

/** Words for the meaning of a value, null when there is nothing to add to it. */
export function valueMeaning(node: PayloadNode): string | null {
  if (node.masked || node.truncated) return null;
  const name = typeof node.key === 'string' ? node.key : '';
  if (node.kind === 'string') return stringMeaning(node.text);
  return node.kind === 'number' ? numberMeaning(node.text, name) : null;
}

function stringMeaning(text: string): string | null {
  if (text.length > 40) return null;
  if (MOMENT.test(text)) return formatMoment(Date.parse(text.toUpperCase().replace(' ', 'T')));
  const parts = LENGTH.exec(text);
  if (parts === null) return null;
  const [days, hours, minutes, seconds] = parts.slice(1).map((part) => Number(part ?? 0));
  const total = (((days ?? 0) * 24 + (hours ?? 0)) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0);
  return formatDuration(total * 1_000);
}

function numberMeaning(text: string, name: string): string | null {
  const value = Number(text);
  if (MOMENT_NAME.test(name)) {
    if (isWithin(value, SECONDS)) return formatMoment(value * 1_000);
    if (isWithin(value, MILLISECONDS)) return formatMoment(value);
  }
  const unit = UNITS.find(([pattern]) => pattern.test(name));
  if (unit !== undefined && isWithin(value, MILLISECONDS) && unit[1] === 1) return formatMoment(value);
  if (unit !== undefined && Math.abs(value * unit[1]) < 1e15) {
    const words = formatDuration(value * unit[1]);
    // "38 ms" says no more than 38.
    return words === `${text} ms` || words === `${text} s` ? null : words;
  }
  if (SIZE_NAME.test(name) && value >= 1_000 && value < 1e15) return formatBytes(value);
  return isInexact(text, value) ? 'more digits than a JavaScript number keeps' : null;
}

function isWithin(value: number, [from, to]: readonly [number, number]): boolean {
  return value >= from && value < to;
}

/** True when reading and writing the number again would change its digits. */
function isInexact(text: string, value: number): boolean {
  return !Number.isFinite(value) || digitsOf(text) !== digitsOf(String(value));
}

function digitsOf(number: string): string {
  return number
    .replace(/e.*$/i, '')
    .replace(/\D/g, '')
    .replace(/^0+|0+$/g, '');
}
