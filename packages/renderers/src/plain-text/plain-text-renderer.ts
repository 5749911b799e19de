/** A payload that is nothing but a text is read as one, without any markup (envelope 2.2: degrade to text). */
import { isRecord, member } from '@openwop-inspector/base';
import type { RenderSubject } from '../contract/render-subject.ts';
import type { Renderer } from '../contract/renderer.ts';
import { PlainTextView } from './PlainTextView.tsx';

export interface PlainText {
  readonly text: string;
}

export const plainTextRenderer: Renderer<PlainText> = {
  name: 'text',
  title: 'Text',
  takes: (subject) => textOf(subject) !== null,
  read: (subject) => {
    const text = textOf(subject);
    if (text !== null) return { ok: true, view: { text } };
    const problem = { message: 'The payload is more than a text.', pointer: '', nearest: 'A string.' };
    return { ok: false, problem: { ...problem, clause: 'envelope 2.2' } };
  },
  Show: PlainTextView,
};

/** The text, when no other member would stay unseen behind it. */
function textOf(subject: RenderSubject): string | null {
  if (subject.kind === 'event') return null;
  const { renderer, text, textPointer } = subject.rendering;
  if (renderer !== 'raw' || text === null || textPointer === null) return null;
  const payload = member(subject.value, 'payload');
  const isWhole = typeof payload === 'string' || (isRecord(payload) && Object.keys(payload).length === 1);
  return isWhole && text.trim() !== '' ? text : null;
}
