/** Recordings of HTTP exchanges as browsers save them (HAR 1.2): the event streams in them. */
import { isRecord, member, parsedJson, textAt } from '@openwop-inspector/base';
import { MAX_DEPTH } from '../index/log-index.ts';

/** Text before the first key of a recording, whose only member is `log`. */
const HEAD = /^\s*\{\s*"log"\s*:\s*\{/;

/** True when the bytes start as a HAR file may. */
export function looksLikeHar(head: Uint8Array): boolean {
  return HEAD.test(new TextDecoder().decode(head.subarray(0, 512)));
}

/** Reads a recording; null when the text is not one. O(length). */
export function readHar(text: string) {
  const entries = member(member(parsedJson(text, HAR_DEPTH), 'log'), 'entries');
  if (!Array.isArray(entries)) return null;
  return {
    exchanges: entries.length,
    /** Answers of the type `text/event-stream`; null for one without a body. */
    streams: entries.map(streamOf).filter((stream) => stream !== undefined),
  };
}

/** A recording nests bodies as text; only its own form and what browsers add to it are objects. */
const HAR_DEPTH = 4 * MAX_DEPTH;

/** The body of an answer that is an event stream, null when it was not stored; undefined for any other answer. */
function streamOf(entry: unknown): Uint8Array | null | undefined {
  const content = member(member(entry, 'response'), 'content');
  if (!isRecord(content) || !/^\s*text\/event-stream\b/i.test(textAt(content, 'mimeType') ?? ''))
    return undefined;
  const text = textAt(content, 'text');
  if (text === null) return null;
  return textAt(content, 'encoding') === 'base64' ? fromBase64(text) : new TextEncoder().encode(text);
}

function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (unit) => unit.charCodeAt(0));
  } catch {
    return null;
  }
}
