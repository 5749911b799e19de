/** Any event: the first level of its payload as fields. The last before raw JSON. */
import { isRecord } from '@openwop-inspector/base';
import { eventTypeInfo, familyTitle, foldedType, otherTypeInfo } from '@openwop-inspector/protocol';
import type { EventSubject } from '../../contract/render-subject.ts';
import type { Renderer } from '../../contract/renderer.ts';
import { plainValue } from '../sheet/fields.ts';
import { Members } from '../sheet/members.ts';
import { own, say } from '../sheet/say.ts';
import type { Lead, OtherField, Sheet } from '../sheet/sheet.ts';
import { SheetView } from '../show/SheetView.tsx';

/** Takes every event that is handed over and reads any payload. */
export const genericEventRenderer: Renderer<Sheet> = {
  name: 'event/any',
  title: 'Fields of the event',
  takes: (subject) => subject.kind === 'event' && !subject.tooLarge,
  read: (subject) =>
    subject.kind === 'event'
      ? { ok: true, view: genericSheet(subject) }
      : {
          ok: false,
          problem: {
            message: 'This is no event.',
            pointer: '',
            clause: 'run-events 1',
            nearest: 'An event.',
          },
        },
  Show: SheetView,
};

function genericSheet(event: EventSubject): Sheet {
  const value = event.value ?? null;
  const lead = genericLead(event);
  if (value === null) return { lead, fields: [], parts: [], other: [], absent: 'null' };
  if (!isRecord(value)) return { lead, fields: [], parts: [wholePart(value)], other: [], absent: null };
  const payload = new Members(value, '');
  const other = payload.rest().map(
    ({ name, key, value: member, pointer }): OtherField => ({
      name,
      pointer,
      value: plainValue(member, key),
    }),
  );
  return { lead, fields: [], parts: [], other, absent: payload.isEmpty ? 'empty' : null };
}

function genericLead(event: EventSubject): Lead {
  const info = eventTypeInfo(foldedType(event.type));
  const other = otherTypeInfo(event.type);
  if (info !== undefined) {
    return {
      glyph: 'event',
      tone: 'plain',
      badge: familyTitle(info.family),
      words: say`${own(info.clause)}`,
    };
  }
  if (other !== undefined)
    return { glyph: 'event', tone: 'plain', badge: other.title, words: own('run-events 3.4') };
  return { glyph: 'event', tone: 'plain', badge: 'Event', words: own('This type is not in the catalogue.') };
}

function wholePart(value: unknown): Sheet['parts'][number] {
  return {
    kind: 'value',
    title: 'Payload',
    value,
    pointer: '',
    open: true,
    look: 'prose',
    fromOutside: false,
  };
}
