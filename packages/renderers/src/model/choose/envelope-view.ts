/** The members that renderers read, out of a value that may be anything. */

import { isRecord, member, ownString } from '@openwop-inspector/base';
import { RENDERING_DISPLAYS, type RenderingDisplay } from '@openwop-inspector/protocol';

/** The hint of an envelope. `unknown`: a string not in envelope 2.2; `broken`: neither a string nor an object. */
export interface Hint {
  readonly display: RenderingDisplay | 'none' | 'unknown' | 'broken';
  readonly title: string | null;
  readonly lang: string | null;
  readonly alt: string | null;
  readonly mimeType: string | null;
}

/** The parts of an envelope that matter for showing it. */
export interface EnvelopeView {
  readonly type: string;
  readonly payload: unknown;
  readonly hint: Hint;
}

/** Reads an envelope; null for a value that has no type or no payload. Partial and refused envelopes are read too. */
export function envelopeView(envelope: unknown): EnvelopeView | null {
  const type = ownString(envelope, 'type');
  if (type === null || !isRecord(envelope) || !Object.hasOwn(envelope, 'payload')) return null;
  return { type, payload: envelope.payload, hint: hintOf(member(envelope, 'meta')) };
}

function hintOf(meta: unknown): Hint {
  const rendering = member(meta, 'rendering');
  return {
    display: displayOf(rendering),
    title: nonEmpty(ownString(rendering, 'title')),
    lang: nonEmpty(ownString(rendering, 'lang')),
    alt: nonEmpty(ownString(rendering, 'alt')),
    mimeType: ownString(rendering, 'mimeType'),
  };
}

function displayOf(rendering: unknown): Hint['display'] {
  if (rendering === undefined || rendering === null) return 'none';
  if (!isRecord(rendering)) return 'broken';
  const display = member(rendering, 'display');
  if (display === undefined || display === null) return 'none';
  if (typeof display !== 'string') return 'broken';
  return RENDERING_DISPLAYS.find((known) => known === display) ?? 'unknown';
}

/** An empty text says nothing, which is what null says. */
export function nonEmpty(text: string | null): string | null {
  return text === '' ? null : text;
}
