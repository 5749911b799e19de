/** How a payload becomes a sheet. */
import { isRecord } from '@openwop-inspector/base';
import { eventTypeInfo, familyTitle, foldedType, otherTypeInfo } from '@openwop-inspector/protocol';
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

/** Reads the payload of one event type. Members that are missing or wrong cost a field, never the sheet. */
export type EventReader = (payload: Members, event: SheetEvent) => SheetBody;

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
  head: Lead | ((payload: Members, event: SheetEvent) => Lead),
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

/** `Node draft`, or `A node`: its payload's, or the event's own where a host leaves it out (run-events 3.2.2). */
export function nodeText(payload: Members, event: SheetEvent): Text {
  return called('Node', 'A node', payload.peekText('nodeId') ?? event.nodeId);
}

/** `Agent writer`, or `An agent`. */
export function agentText(payload: Members): Text {
  return called('Agent', 'An agent', payload.peekText('agentId'));
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
