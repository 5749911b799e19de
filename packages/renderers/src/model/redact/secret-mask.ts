/** Masks the secrets of a run before anything is shown (vectors FORMAT 3, envelope 7.4). */
import type { JsonObject } from '@openwop-inspector/base';

/** One secret of a run. */
export interface Secret {
  readonly value: string;
  readonly secretId: string;
}

/** What masks the secrets of one run. */
export interface SecretMask {
  /** The text with each secret replaced by `[REDACTED:<secretId>]`: leftmost, then longest, in one pass. */
  readonly text: (text: string) => string;
  /** A copy with strings and keys masked; the value itself when nothing is. At most 64 levels: measure first. */
  readonly value: (value: unknown) => unknown;
}

/** Shorter values would take ordinary words with them. In code points. */
const MIN_SECRET_LENGTH = 8;
/** UTF-16 units of an id. What goes on for longer before it is closed is no marker, and is looked through. */
const MAX_ID = 128;

const idle: SecretMask = { text: (text) => text, value: (value) => value };

/** A mask for the given secrets, which are literal, never patterns. Linear in the text. */
export function createSecretMask(secrets: readonly Secret[]): SecretMask {
  const markers = markersByText(secrets);
  if (markers.size === 0) return idle;
  const pattern = patternOf(markers);
  const text = (original: string) => original.replace(pattern, (found) => markers.get(found) ?? found);
  return { text, value: (value) => maskValue(value, text) };
}

/** What is sought, with what stands for it. The first secret with a text names it. */
function markersByText(secrets: readonly Secret[]): ReadonlyMap<string, string> {
  const markers = new Map<string, string>();
  const add = (text: string, secretId: string) => {
    if (!markers.has(text)) markers.set(text, `[REDACTED:${secretId}]`);
  };
  for (const { value, secretId } of secrets) {
    if ([...value].length >= MIN_SECRET_LENGTH) add(value, secretId);
    if (secretId !== '') add(`secret:${secretId}`, secretId);
  }
  return markers;
}

/** Markers come first, so that neither an old nor a new one is ever looked into. */
function patternOf(markers: ReadonlyMap<string, string>): RegExp {
  const longestFirst = (one: string, other: string) => other.length - one.length;
  const own = [...new Set(markers.values())].sort(longestFirst).map(escaped);
  const sought = [...markers.keys()].sort(longestFirst).map(escaped);
  return new RegExp([...own, `\\[REDACTED:[^\\]]{0,${MAX_ID}}\\]`, ...sought].join('|'), 'g');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

function maskValue(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value !== 'object' || value === null) return value;
  if (!Array.isArray(value)) return maskMembers(value, mask);
  const masked = value.map((item) => maskValue(item, mask));
  return masked.every((item, index) => Object.is(item, value[index])) ? value : masked;
}

function maskMembers(object: object, mask: (text: string) => string): JsonObject | object {
  const before = Object.entries(object);
  const after = before.map(([key, member]) => [mask(key), maskValue(member, mask)] as const);
  const isSame = after.every(
    ([key, member], i) => key === before[i]?.[0] && Object.is(member, before[i]?.[1]),
  );
  return isSame ? object : Object.fromEntries(after);
}
