/** Renderers made of sheets: which subjects one takes, and how a payload becomes a sheet. */
import { isRecord, member } from '@openwop-inspector/base';
import { eventTypeInfo, foldedType } from '@openwop-inspector/protocol';
import type { EnvelopeSubject, EventSubject } from '../../contract/render-subject.ts';
import type { Reading, ReadProblem, Renderer } from '../../contract/renderer.ts';
import { SheetView } from '../show/SheetView.tsx';
import { plainValue, present } from './fields.ts';
import { Members } from './members.ts';
import type { Lead, OtherField, Sheet, SheetField, SheetPart } from './sheet.ts';

/** What a reader of one type says; the rest of the sheet follows from it. */
export interface SheetBody {
  readonly lead: Lead;
  readonly fields?: readonly (SheetField | null)[];
  readonly parts?: readonly (SheetPart | null)[];
  /** The event holds no content by its definition: other members are named, their values are not shown here. */
  readonly contentFree?: true;
}

/** Reads the payload of one event type. Members that are missing or wrong cost a field, never the sheet. */
export type EventReader = (payload: Members, event: EventSubject) => SheetBody;

/** A renderer for the named event types and their aliases (run-events 3.4). */
export function eventSheets(
  name: string,
  title: string,
  readers: Readonly<Record<string, EventReader>>,
): Renderer<Sheet> {
  const byType: ReadonlyMap<string, EventReader> = new Map(Object.entries(readers));
  return {
    name: `event/${name}`,
    title,
    takes: (subject) => subject.kind === 'event' && !subject.tooLarge && byType.has(foldedType(subject.type)),
    read: (subject) => {
      const reader = byType.get(foldedType(subject.type));
      if (subject.kind !== 'event' || reader === undefined) return refused(notTaken);
      return eventSheet(subject, reader);
    },
    Show: SheetView,
  };
}

/** The sheet of one event; refused when the payload is neither an object nor missing. */
export function eventSheet(subject: EventSubject, reader: EventReader): Reading<Sheet> {
  const value = subject.value ?? null;
  if (value !== null && !isRecord(value)) {
    const clause = eventTypeInfo(foldedType(subject.type))?.clause ?? 'run-events 1';
    return refused({
      message: 'The payload is not an object.',
      pointer: '',
      clause,
      nearest: 'An object with the fields of this event type.',
    });
  }
  const payload = new Members(value, '');
  const absent = value === null ? 'null' : payload.isEmpty ? 'empty' : null;
  return { ok: true, view: sheetOf(reader(payload, subject), payload, absent) };
}

/** Reads the payload of one kind; a problem stands for a payload that is not what the kind says. */
export type KindReader = (payload: Members, envelope: EnvelopeSubject) => SheetBody | ReadProblem;

/** A renderer for one envelope kind (envelope 4). Pointers count from the envelope. */
export function kindSheet(kind: string, title: string, clause: string, reader: KindReader): Renderer<Sheet> {
  return {
    name: `kind/${kind}`,
    title,
    takes: (subject) => subject.kind === 'envelope' && !subject.tooLarge && subject.type === kind,
    read: (subject) => {
      if (subject.kind !== 'envelope') return refused(notTaken);
      const value = member(subject.value, 'payload');
      if (!isRecord(value)) return refused({ ...noPayload, clause });
      const payload = new Members(value, '/payload');
      const body = reader(payload, subject);
      return 'message' in body ? refused(body) : { ok: true, view: sheetOf(body, payload, null) };
    },
    Show: SheetView,
  };
}

function sheetOf(body: SheetBody, payload: Members, absent: Sheet['absent']): Sheet {
  return {
    lead: body.lead,
    fields: present(body.fields ?? []),
    parts: present(body.parts ?? []),
    other: otherFields(payload, body.contentFree === true),
    absent,
  };
}

function otherFields(payload: Members, contentFree: boolean): readonly OtherField[] {
  return payload.rest().map(({ name, key, value, pointer }) => ({
    name,
    pointer,
    value: contentFree ? { kind: 'withheld' } : plainValue(value, key),
  }));
}

function refused(problem: ReadProblem): { readonly ok: false; readonly problem: ReadProblem } {
  return { ok: false, problem };
}

const notTaken: ReadProblem = {
  message: 'This is neither of the kinds nor of the event types that are read here.',
  pointer: '',
  clause: 'run-events 3.2',
  nearest: 'A kind or an event type of the catalogue.',
};

const noPayload: ReadProblem = {
  message: 'The payload is not an object.',
  pointer: '/payload',
  clause: 'envelope 4',
  nearest: 'A payload with the fields of this kind.',
};
