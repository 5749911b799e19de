/** Card: the fields of a payload, to be read by a person (envelope 2.2). */
import { isRecord, member, ownString } from '@openwop-inspector/base';
import type { LeftOut, RenderSubject } from '../contract/render-subject.ts';
import type { Reading, Renderer } from '../contract/renderer.ts';
import { CardShow } from './CardShow.tsx';

/** A payload with a title. */
export interface CardReading {
  readonly title: string | null;
  /** The title is a field of the payload, which is not said twice. */
  readonly titleIsField: boolean;
  /** An object or an array. */
  readonly payload: object;
  /** Strings that are not here, by pointer from the subject's value. */
  readonly leftOut: ReadonlyMap<string, LeftOut>;
}

export const cardRenderer: Renderer<CardReading> = {
  name: 'card',
  title: 'Card',
  takes: (subject) => subject.kind === 'envelope' && subject.rendering.renderer === 'card',
  read: readCard,
  Show: CardShow,
};

function readCard(subject: RenderSubject): Reading<CardReading> {
  const payload = subject.kind === 'envelope' ? member(subject.value, 'payload') : null;
  if (subject.kind !== 'envelope' || typeof payload !== 'object' || payload === null) {
    return {
      ok: false,
      problem: {
        message: 'A card shows the fields of an object or the items of an array, and the payload is neither.',
        pointer: '/payload',
        clause: 'envelope 2.2',
        nearest: 'A payload that is an object.',
      },
    };
  }
  const leftOut = new Map(subject.leftOut.map((one) => [one.pointer, one]));
  const own = isRecord(payload) && !leftOut.has('/payload/title') ? ownString(payload, 'title') : null;
  const hinted = subject.rendering.title;
  const titleIsField = hinted === null && own !== null && own !== '' && own.length <= LONGEST_TITLE;
  return { ok: true, view: { title: titleIsField ? own : hinted, titleIsField, payload, leftOut } };
}

/** A longer one is a text among the fields, in UTF-16 units. */
const LONGEST_TITLE = 200;
