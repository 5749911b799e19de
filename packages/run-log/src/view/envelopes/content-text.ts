/** One line about the content of an envelope (envelope 4, 6 and 7). Masked. */

import { countOf, formatBytes } from '@openwop-inspector/base';
import { brief, Fields, joined } from '@openwop-inspector/events';

/** A redaction marker that a host left (run-events 5.4). */
const MARKER = /\[REDACTED(?::[^\]]{1,128})?\]|<<redacted:[^>]{1,128}>>/g;
/** Values of a payload in which markers are counted, and characters of each. */
const COUNTED_IN = 20_000;
const LOOKED_AT = 64 * 1024;

/** A title, the number of questions, a media type and size; empty when nothing is recorded of the payload. */
export function contentText(envelopeType: string | null, payload: unknown): string {
  if (payload === undefined) return '';
  const p = new Fields(payload);
  switch (envelopeType) {
    case 'ui.a2ui-surface':
      return p.child('surface').text('title') || componentsOf(p);
    case 'clarification.request':
      return countOf(p.list('questions').length, 'question');
    case 'schema.request':
      return p.text('envelopeType') && `for ${p.text('envelopeType')}`;
    case 'schema.response':
      return p.text('envelopeType') && `${p.text('envelopeType')} taken`;
    case 'error':
      return [p.text('code'), p.text('message', 100)].filter((text) => text !== '').join(': ');
    default:
      return envelopeType?.startsWith('media.') === true ? mediaText(p) : freeText(payload, p);
  }
}

/** For the card of an accepted attempt: what came through, and how much of it was redacted. */
export function acceptedText(envelopeType: string | null, payload: unknown): string {
  const words =
    envelopeType === 'ui.a2ui-surface'
      ? componentsOf(new Fields(payload))
      : contentText(envelopeType, payload);
  return joined(words, redactedText(payload));
}

function componentsOf(p: Fields): string {
  const { length } = p.child('surface').list('components');
  return p.child('surface').isObject ? countOf(length, 'component') : '';
}

function redactedText(payload: unknown): string {
  let markers = 0;
  const open: unknown[] = [payload];
  for (let at = 0; at < Math.min(open.length, COUNTED_IN); at++) {
    const item = open[at];
    if (typeof item === 'string') markers += item.slice(0, LOOKED_AT).match(MARKER)?.length ?? 0;
    else if (typeof item === 'object' && item !== null && open.length < COUNTED_IN)
      for (const member of Object.values(item)) open.push(member);
  }
  return markers === 0 ? '' : `${countOf(markers, 'value')} redacted`;
}

function mediaText(p: Fields): string {
  const place =
    p.value('base64') !== undefined ? 'inline' : p.value('url') !== undefined ? 'by URL' : 'no source';
  const size = p.number('bytes');
  const type = [p.text('mimeType'), place].filter((text) => text !== '').join(' ');
  return joined(p.text('name', 60), type, size !== null && size >= 0 && formatBytes(size));
}

function freeText(payload: unknown, p: Fields): string {
  if (!p.isObject) return new Fields({ payload }).brief('payload', 100);
  const named = p.first('title', 'name', 'subject', 'summary', 'label');
  if (named !== '') return named;
  for (const key of ['text', 'markdown', 'content', 'body', 'message']) {
    const line = firstLine(p.value(key));
    if (line !== '') return new Fields({ line }).text('line', 100);
  }
  return brief(payload);
}

/** The first line that says anything, without the marks of a heading. */
function firstLine(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = value
    .slice(0, 2_000)
    .split('\n')
    .find((one) => one.trim() !== '');
  return (line ?? '')
    .replace(/^\s*#{1,6}\s+/, '')
    .replace(/\*\*/g, '')
    .trim();
}
