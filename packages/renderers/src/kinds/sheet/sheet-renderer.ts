/** Renderers made of sheets: which subjects one reads, and how a payload becomes a sheet. */

import { isRecord, member } from '@openwop-inspector/base';
import {
  eventSheet,
  genericSheet,
  Members,
  type Sheet,
  type SheetBody,
  sheetOf,
  sheetOfType,
  type SheetView as View,
} from '@openwop-inspector/events';
import { eventTypeInfo, foldedType } from '@openwop-inspector/protocol';
import type { EnvelopeSubject } from '../../contract/render-subject.ts';
import { type ReadProblem, type Renderer, unread } from '../../contract/renderer.ts';
import { SheetView } from '../show/SheetView.tsx';

/** A renderer for the event types whose sheets belong to one view, and for their aliases (run-events 3.4). */
export function eventSheets(view: View, title: string): Renderer<Sheet> {
  return {
    name: `event/${view}`,
    title,
    read: (subject) => {
      const known = subject.kind === 'event' ? sheetOfType(subject.type) : null;
      if (subject.kind !== 'event' || known?.[0] !== view) return null;
      const sheet = eventSheet(subject.value, subject, known[1]);
      return sheet === null ? unread(noObject(subject.type)) : { ok: true, view: sheet };
    },
    Show: SheetView,
  };
}

/** Reads any payload of an event: the last before raw JSON. */
export const genericEventRenderer: Renderer<Sheet> = {
  name: 'event/any',
  title: 'Fields of the event',
  read: (subject) =>
    subject.kind === 'event' ? { ok: true, view: genericSheet(subject.value, subject) } : null,
  Show: SheetView,
};

/** Reads the payload of one kind; returns a problem for a payload that does not match the kind. */
export type KindReader = (payload: Members, envelope: EnvelopeSubject) => SheetBody | ReadProblem;

/** A renderer for one envelope kind (envelope 4). Pointers count from the envelope. */
export function kindSheet(kind: string, title: string, clause: string, reader: KindReader): Renderer<Sheet> {
  return {
    name: `kind/${kind}`,
    title,
    read: (subject) => {
      if (subject.kind !== 'envelope' || subject.type !== kind) return null;
      const value = member(subject.value, 'payload');
      if (!isRecord(value)) return unread({ ...noPayload, clause });
      const payload = new Members(value, '/payload');
      const body = reader(payload, subject);
      return 'message' in body ? unread(body) : { ok: true, view: sheetOf(body, payload, null) };
    },
    Show: SheetView,
  };
}

const noPayload: ReadProblem = {
  message: 'The payload is not an object.',
  pointer: '/payload',
  clause: 'envelope 4',
  nearest: 'A payload with the fields of this kind.',
};

function noObject(type: string): ReadProblem {
  const clause = eventTypeInfo(foldedType(type))?.clause ?? 'run-events 1';
  return { ...noPayload, pointer: '', clause, nearest: 'An object with the fields of this event type.' };
}
