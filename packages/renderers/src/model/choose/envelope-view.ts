/** What a renderer looks at, read out of a value that may be anything. */
import { RENDERING_DISPLAYS, type RenderingDisplay } from '@openwop-inspector/protocol';
import { isJsonObject, ownMember, ownText } from '../json/json-object.ts';

/** The hint of an envelope. `unknown` is a string that envelope 2.2 does not list; `broken` is no string, or no object. */
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
  const type = ownText(envelope, 'type');
  if (type === null || !isJsonObject(envelope) || !Object.hasOwn(envelope, 'payload')) return null;
  return { type, payload: envelope.payload, hint: hintOf(ownMember(envelope, 'meta')) };
}

function hintOf(meta: unknown): Hint {
  const rendering = ownMember(meta, 'rendering');
  return {
    display: displayOf(rendering),
    title: nonEmpty(ownText(rendering, 'title')),
    lang: nonEmpty(ownText(rendering, 'lang')),
    alt: nonEmpty(ownText(rendering, 'alt')),
    mimeType: ownText(rendering, 'mimeType'),
  };
}

function displayOf(rendering: unknown): Hint['display'] {
  if (rendering === undefined || rendering === null) return 'none';
  if (!isJsonObject(rendering)) return 'broken';
  const display = ownMember(rendering, 'display');
  if (display === undefined || display === null) return 'none';
  if (typeof display !== 'string') return 'broken';
  return RENDERING_DISPLAYS.find((known) => known === display) ?? 'unknown';
}

/** An empty text says nothing, which is what null says. */
export function nonEmpty(text: string | null): string | null {
  return text === '' ? null : text;
}
