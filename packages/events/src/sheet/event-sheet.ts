/** How a payload becomes a sheet. */
import { countOf, isRecord } from '@openwop-inspector/base';
import { eventTypeInfo, familyTitle, foldedType, otherTypeInfo } from '@openwop-inspector/protocol';
import { wordIn } from '../fields.ts';
import { fieldOf, plainValue, present, valuePart, wordField } from './fields.ts';
import { called, Members, own, say, type Text } from './members.ts';
import type { Lead, Sheet, SheetField, SheetGlyph, SheetPart, SheetView, Tone } from './sheet.ts';

/** The event of a sheet, without its payload. `type` is the one after the aliases of run-events 3.4. */
export interface SheetEvent {
  readonly type: string;
  readonly nodeId: string | null;
}

/** Result of a reader of one type; the rest of the sheet follows from it. */
export interface SheetBody {
  readonly lead: Lead;
  readonly fields?: readonly (SheetField | null)[];
  readonly parts?: readonly (SheetPart | null)[];
  /** The event has no content by its definition: other members are named, their values are not displayed here. */
  readonly contentFree?: true;
}

/** Reads something of the payload of one event type. Members that are missing or wrong cost a field, never the sheet. */
type Reads<What> = (payload: Members, event: SheetEvent) => What;
export type EventReader = Reads<SheetBody>;
export type LeadReader = Reads<Lead>;

/** Glyph and tone of a lead, with a space between. */
export type LeadStyle = `${SheetGlyph} ${Tone}`;

/** Glyph, tone and badge of a lead, "failed error Given up". */
export type LeadForm = `${LeadStyle} ${string}`;

/** What else a sheet has; names of members are separated by spaces. */
interface Below {
  /** Members whose words have a meaning, with the meanings. */
  readonly meanings?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Below the fields. */
  readonly values?: string;
  /** After the others, and folded from the start. */
  readonly folded?: string;
  readonly contentFree?: true;
}

/** A first line. */
export function lead(form: LeadForm, words: string | Text): Lead {
  // The type of the form says what its first two words are.
  const [glyph, tone, ...badge] = form.split(' ') as [SheetGlyph, Tone, ...string[]];
  return { glyph, tone, badge: badge.join(' '), words: typeof words === 'string' ? own(words) : words };
}

/** A sheet whose fields are members in their order: `fields` names them, separated by spaces. */
export function sheet(
  view: SheetView,
  head: Lead | LeadReader,
  fields: string,
  { meanings = {}, values, folded, contentFree }: Below = {},
): readonly [SheetView, EventReader] {
  const read: EventReader = (payload, event) => ({
    lead: typeof head === 'function' ? head(payload, event) : head,
    fields: fields.split(' ').map((name) => {
      const words = meanings[name];
      return words === undefined ? fieldOf(payload, name) : wordField(payload, name, words);
    }),
    parts: [...valueParts(payload, values, true), ...valueParts(payload, folded, false)],
    ...(contentFree ? { contentFree } : {}),
  });
  return [view, read];
}

function valueParts(payload: Members, names: string | undefined, open: boolean): (SheetPart | null)[] {
  return (names?.split(' ') ?? []).map((name) => valuePart(payload, name, undefined, { open }));
}

/** A first line by the word of a member. */
export function byWord(
  key: string,
  otherwise: LeadReader,
  table: Readonly<Record<string, LeadReader>>,
): LeadReader {
  return (payload, event) => (wordIn(table, payload.peekText(key) ?? '') ?? otherwise)(payload, event);
}

/**
 * A first line from a template. Places are `{member}` for its text, `{#member}` for its number, `{#member thing}` for so
 * many things, `{member~}` for what its word means, `{Noun member/otherwise}` for a text after a noun, or other words where
 * there is none, and `{Node}` for the node of the event. What is in square brackets is left out where a place in it is empty.
 */
export function phrase(
  form: LeadForm,
  template: string,
  meanings: Readonly<Record<string, string>> = {},
): LeadReader {
  const parts = template.split(/\[([^\]]*)\]/).map((part, at) => {
    const pieces = part.split(/\{([^}]*)\}/);
    const read = pieces.map((piece, k) => (k % 2 === 0 ? () => own(piece) : placeOf(piece, meanings)));
    const isOptional = at % 2 === 1;
    return (payload: Members, event: SheetEvent): Text => {
      const words = read.map((piece) => piece(payload, event));
      return isOptional && words.some(({ length }, k) => k % 2 === 1 && length === 0) ? [] : words.flat();
    };
  });
  return (payload, event) => lead(form, say`${parts.flatMap((part) => part(payload, event))}`);
}

function placeOf(place: string, meanings: Readonly<Record<string, string>>): Reads<Text> {
  if (place === 'Node') return nodeText;
  if (place === 'node') return (payload, event) => nodeText(payload, event, 'node', 'a node');
  const [, noun, mark, key = '', means, thing, otherwise] =
    /^(?:([\w ]+) )?(#?)(\w+)(~?)(?: (\w+))?(?:\/(.+))?$/.exec(place) ?? [];
  if (key === '') throw new Error(`no place of a template: {${place}}`);
  return (payload) => {
    const found = mark === '#' ? payload.peekNumber(key) : payload.peekText(key);
    if (means === '~') return own(wordIn(meanings, `${found ?? ''}`) ?? '');
    if (thing !== undefined && typeof found === 'number') return own(countOf(found, thing));
    if (noun === undefined) return say`${found}`;
    return (found ?? '') === '' ? own(otherwise ?? '') : say`${own(`${noun} `)}${found}`;
  };
}

/** `Node draft`, or `A node`: its payload's, or the event's own where a host leaves it out (run-events 3.2.2). */
export function nodeText(payload: Members, event: SheetEvent, noun = 'Node', otherwise = 'A node'): Text {
  return called(noun, otherwise, payload.peekText('nodeId') ?? event.nodeId);
}

/** The sheet of a payload; null when it is neither an object nor missing. Never throws. */
export function eventSheet(value: unknown, event: SheetEvent, reader: EventReader): Sheet | null {
  const known = value ?? null;
  if (known !== null && !isRecord(known)) return null;
  const payload = new Members(known, '');
  const absent = known === null ? 'null' : payload.isEmpty ? 'empty' : null;
  return sheetOf(reader(payload, event), payload, absent);
}

/** Creates a sheet from a reader's result, with the members that it did not take. */
export function sheetOf(body: SheetBody, payload: Members, absent: Sheet['absent']): Sheet {
  return {
    lead: body.lead,
    fields: present(body.fields ?? []),
    parts: present(body.parts ?? []),
    other: payload.rest().map(({ name, key, value, pointer }) => ({
      name,
      pointer,
      value: body.contentFree === true ? { kind: 'withheld' } : plainValue(value, key),
    })),
    absent,
  };
}

/** Any event: the first level of its payload, or the whole payload when it is not an object. */
export function genericSheet(value: unknown, event: SheetEvent): Sheet {
  const body = { lead: genericLead(event.type) };
  const sheet = eventSheet(value, event, () => body);
  if (sheet !== null) return sheet;
  const whole = {
    title: 'Payload',
    value,
    pointer: '',
    open: true,
    look: 'prose',
    fromOutside: false,
  } as const;
  return { ...sheetOf(body, new Members(null, ''), null), parts: [{ kind: 'value', ...whole }] };
}

function genericLead(type: string): Lead {
  const info = eventTypeInfo(foldedType(type));
  if (info !== undefined) return lead(`event plain ${familyTitle(info.family)}`, info.clause);
  const other = otherTypeInfo(type);
  if (other !== undefined) return lead(`event plain ${other.title}`, 'run-events 3.4');
  return lead('event plain Event', say`This type is not in the catalogue.`);
}
