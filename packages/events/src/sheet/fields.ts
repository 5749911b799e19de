/** Members as fields: each has a label of ours, and a member of an unexpected type is displayed as JSON, never dropped. */
import { capital, masker } from '@openwop-inspector/base';
import names from './member-names.json' with { type: 'json' };
import { type Members, own } from './members.ts';
import type { SheetField, SheetPart, SheetValue, Tone, ValuePart } from './sheet.ts';

/** How a member is displayed where its name alone does not say it. */
interface FieldHow {
  readonly kind?: MemberKind;
  readonly label?: string;
  /** Follows a number. */
  readonly unit?: string;
}

/** The members of these names, separated by spaces, each as its name says; the ones that are missing give no field. */
export function fieldsOf(from: Members, names: string): readonly (SheetField | null)[] {
  return names === '' ? [] : names.split(' ').map((name) => fieldOf(from, name));
}

/** One member; null when there is none. */
export function fieldOf(from: Members, name: string, how: FieldHow = {}): SheetField | null {
  // The expected type of a member: an id, a code or a name of the protocol where nothing else is known.
  const kind = how.kind ?? kinds.get(name) ?? 'id';
  const unit = how.unit ?? memberUnit(name);
  return field(from, name, how.label ?? memberLabel(name), (value) => valueAs(kind, value, unit));
}

/** A word of the protocol with its meaning; one that is not in the table is displayed raw. */
export function wordField(
  from: Members,
  name: string,
  meanings: Readonly<Record<string, string>>,
  label = memberLabel(name),
): SheetField | null {
  return field(from, name, label, (value) => {
    if (typeof value !== 'string' || !Object.hasOwn(meanings, value)) return valueAs('id', value, '');
    return { kind: 'own', words: [{ foreign: value }, `, ${meanings[value]}`] };
  });
}

/** A remark about the event. */
export function notice(tone: Tone, words: string): SheetPart {
  return { kind: 'notice', tone, words: own(words) };
}

/** Something that is said about the event and not recorded in it. */
export function derivedField(label: string, words: string): SheetField {
  return { label, value: { kind: 'own', words: own(words) }, pointer: null };
}

/** A value with a title and room of its own; null when there is none. */
export function valuePart(
  from: Members,
  key: string,
  title = memberLabel(key),
  how: Partial<Pick<ValuePart, 'open' | 'look' | 'fromOutside'>> = {},
): ValuePart | null {
  if (!from.has(key)) return null;
  const pointer = from.pointerOf(key);
  const value = from.take(key);
  return { kind: 'value', title, value, pointer, open: true, look: 'prose', fromOutside: false, ...how };
}

/** A form for a schema that is recorded in a member; null when there is none. */
export function formPart(from: Members, key: string, title: string): SheetPart | null {
  const schema = from.peek(key) ?? null;
  if (schema === null) return null;
  from.take(key);
  return { kind: 'form', title, schema, pointer: from.pointerOf(key) };
}

/** Returns a value of unknown meaning. Strings are masked by their name. */
export function plainValue(value: unknown, key: string): SheetValue {
  if (typeof value === 'string') {
    const text = masker.text(value, key);
    // One short word is most often an id or a name of the protocol.
    return { kind: /^\S{1,80}$/.test(text) ? 'id' : 'text', text };
  }
  if (typeof value === 'boolean') return { kind: 'flag', value };
  if (isAmount(value)) return { kind: 'number', value, unit: '' };
  return isTexts(value) && value.length > 0 ? { kind: 'names', items: value } : { kind: 'json', value };
}

/** Without the ones that are not there. */
export function present<T>(list: readonly (T | null)[]): readonly T[] {
  return list.filter((item) => item !== null);
}

function field(
  from: Members,
  key: string,
  label: string,
  read: (value: unknown) => SheetValue | null,
): SheetField | null {
  if (!from.has(key)) return null;
  const value = from.take(key);
  const text = typeof value === 'string' ? masker.text(value, key) : value;
  return { label, value: read(text) ?? plainValue(value, key), pointer: from.pointerOf(key) };
}

/** Null for a value of another kind than expected. */
function valueAs(kind: MemberKind, value: unknown, unit: string): SheetValue | null {
  if (kind === 'id' || kind === 'text') return typeof value === 'string' ? { kind, text: value } : null;
  if (kind === 'flag') return typeof value === 'boolean' ? { kind, value } : null;
  if (kind === 'names') return isTexts(value) ? { kind, items: value } : null;
  if (kind === 'any' || !isAmount(value)) return null;
  return kind === 'duration' ? { kind, ms: value } : { kind, value, unit };
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** A long list is judged by its beginning, and displayed as JSON where that is wrong. */
function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Type of a member according to the schema; a value of another type is displayed by its own type. */
type MemberKind = 'id' | 'text' | 'number' | 'duration' | 'flag' | 'names' | 'any';

/** Types of members that have another than `id`, by name. */
const kinds: ReadonlyMap<string, MemberKind> = new Map(
  Object.entries(names.kinds).flatMap(([kind, members]) =>
    members.map((name): [string, MemberKind] => [name, kind as MemberKind]),
  ),
);

/** Returns the unit after the number of a member; empty for none. */
function memberUnit(name: string): string {
  if (name === 'percent') return '%';
  if (name === 'ttlMs') return 'ms';
  return name !== 'tokenCount' && /Tokens$|TokenCount$|^tokensConsumed$/.test(name) ? 'tokens' : '';
}

/** Labels of members with unclear names. */
const LABELS: ReadonlyMap<string, string> = new Map(Object.entries(names.labels));

const derived = new Map<string, string>();

/** Label of a member: from the table, else its name in words, an id by what it names ("childRunId", "Child run"). */
function memberLabel(name: string): string {
  const known = LABELS.get(name) ?? derived.get(name);
  if (known !== undefined) return known;
  const words = name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const label = capital(words);
  derived.set(name, label);
  return label;
}
