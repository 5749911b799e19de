/** Members as fields: each has a label of ours, and a member of an unexpected type is shown as JSON, never dropped. */
import { masker } from '@openwop-inspector/base';
import type { Members } from './members.ts';
import { own } from './say.ts';
import type { SheetField, SheetValue, ValuePart } from './sheet.ts';

type Read = (value: unknown) => SheetValue | null;

const asId: Read = (value) => (typeof value === 'string' ? { kind: 'id', text: value } : null);
const asText: Read = (value) => (typeof value === 'string' ? { kind: 'text', text: value } : null);
const asFlag: Read = (value) => (typeof value === 'boolean' ? { kind: 'flag', value } : null);
const asDuration: Read = (value) => (isAmount(value) ? { kind: 'duration', ms: value } : null);
const asNames: Read = (value) => (isTexts(value) ? { kind: 'names', items: value } : null);

/** An id, a code, a name of the protocol. Null when there is no such member, as for all below. */
export function idField(from: Members, key: string, label: string): SheetField | null {
  return field(from, key, label, asId);
}

/** Words that a person reads. */
export function textField(from: Members, key: string, label: string): SheetField | null {
  return field(from, key, label, asText);
}

/** `unit` stands after the number. */
export function numberField(from: Members, key: string, label: string, unit = ''): SheetField | null {
  return field(from, key, label, (value) => (isAmount(value) ? { kind: 'number', value, unit } : null));
}

/** Milliseconds. */
export function durationField(from: Members, key: string, label: string): SheetField | null {
  return field(from, key, label, asDuration);
}

export function flagField(from: Members, key: string, label: string): SheetField | null {
  return field(from, key, label, asFlag);
}

/** A list of strings. */
export function namesField(from: Members, key: string, label: string): SheetField | null {
  return field(from, key, label, asNames);
}

/** A word of the protocol with what it means; one that is not in the table stands as written. */
export function wordField(
  from: Members,
  key: string,
  label: string,
  meanings: ReadonlyMap<string, string>,
): SheetField | null {
  return field(from, key, label, (value) => {
    const meaning = typeof value === 'string' ? meanings.get(value) : undefined;
    if (typeof value !== 'string' || meaning === undefined) return asId(value);
    return { kind: 'own', words: [{ foreign: value }, `, ${meaning}`] };
  });
}

/** Any value, told by what it is. */
export function anyField(from: Members, key: string, label: string): SheetField | null {
  return field(from, key, label, () => null);
}

/** Something that is said about the event and not recorded in it. */
export function saidField(label: string, words: string): SheetField {
  return { label, value: { kind: 'own', words: own(words) }, pointer: null };
}

/** A value with a title and room of its own; null when there is none. */
export function valuePart(
  from: Members,
  key: string,
  title: string,
  how: Partial<Pick<ValuePart, 'open' | 'look' | 'fromOutside'>> = {},
): ValuePart | null {
  if (!from.has(key)) return null;
  const pointer = from.pointerOf(key);
  const value = from.take(key);
  return { kind: 'value', title, value, pointer, open: true, look: 'prose', fromOutside: false, ...how };
}

/** What a value is when nothing says what to expect. Strings are masked by the name they stand under. */
export function plainValue(value: unknown, key: string): SheetValue {
  if (typeof value === 'string') return stringValue(masker.text(value, key));
  if (typeof value === 'boolean') return { kind: 'flag', value };
  if (isAmount(value)) return { kind: 'number', value, unit: '' };
  return isTexts(value) && value.length > 0 ? { kind: 'names', items: value } : { kind: 'json', value };
}

/** One short word is most often an id or a name of the protocol. */
function stringValue(text: string): SheetValue {
  return { kind: /^\S{1,80}$/.test(text) ? 'id' : 'text', text };
}

/** Without the ones that are not there. */
export function present<T>(list: readonly (T | null)[]): readonly T[] {
  return list.filter((item) => item !== null);
}

function field(from: Members, key: string, label: string, read: Read): SheetField | null {
  if (!from.has(key)) return null;
  const value = from.take(key);
  const text = typeof value === 'string' ? masker.text(value, key) : value;
  return { label, value: read(text) ?? plainValue(value, key), pointer: from.pointerOf(key) };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A long list is judged by its beginning, and shown as JSON where that is wrong. */
function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
