/** A payload source over a value that is in memory already: for small values, and for tests. */
import {
  type ClearText as ClearPayloadText,
  type MaskedText,
  masker,
  type JsonChildren as PayloadChildren,
  type JsonNode as PayloadNode,
  type TokenParts as PayloadToken,
  pointerTo,
  pointerTokens,
  valueAt,
} from '@openwop-inspector/base';
import { scalarText } from '@openwop-inspector/protocol';

/** Strings longer than this are cut, as the run log does. */
const CUT = 4_096;

/** Source over a JSON value, masked. Byte places are unknown and are 0. */
export function valueSource(value: unknown): PayloadSource {
  const document = masker.value(value).value;
  return {
    async node(pointer) {
      const found = valueAt(document, pointer);
      return found === undefined ? null : nodeOf(null, pointer, found);
    },
    async children(pointer, offset, limit) {
      const found = valueAt(document, pointer);
      if (found === undefined) return null;
      const nodes = pageOf(found, offset, limit).map(([key, value]) =>
        nodeOf(key, pointerTo(pointer, key), value),
      );
      return { pointer, total: countOf(found), offset, nodes };
    },
    async text(pointer) {
      const found = valueAt(document, pointer);
      return found === undefined ? null : { text: masker.json(JSON.stringify(found)).text, truncated: false };
    },
    async search(text) {
      const pointers: string[] = [];
      const waiting: (readonly [string, unknown])[] = [['', document]];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        const [pointer, value] = next;
        const key = pointerTokens(pointer)?.at(-1) ?? '';
        const scalar = typeof value === 'object' ? '' : scalarText(value);
        if (pointer !== '' && `${key}\n${scalar}`.includes(text)) pointers.push(pointer);
        const members = pageOf(value, 0, Number.POSITIVE_INFINITY).map(
          ([name, member]) => [pointerTo(pointer, name), member] as const,
        );
        waiting.push(...members.reverse());
      }
      return { pointers, truncated: false };
    },
  };
}

/** Some of the members, in their order. O(limit) for a list; an object's names are read in full. */
function pageOf(
  value: unknown,
  offset: number,
  limit: number,
): readonly (readonly [string | number, unknown])[] {
  const end = offset + limit;
  if (Array.isArray(value)) return value.slice(offset, end).map((item: unknown, at) => [offset + at, item]);
  return typeof value === 'object' && value !== null ? Object.entries(value).slice(offset, end) : [];
}

function countOf(value: unknown): number {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0;
}

function nodeOf(key: string | number | null, pointer: string, value: unknown): PayloadNode {
  const size = typeof value === 'string' ? value.length : countOf(value);
  const written = typeof value === 'object' && value !== null ? '' : scalarText(value);
  return {
    key: typeof key === 'string' ? masker.text(key) : key,
    pointer,
    kind: kindOf(value),
    size,
    text: masker.text(written.slice(0, CUT)),
    truncated: typeof value === 'string' && value.length > CUT,
    masked: false,
    byteOffset: 0,
    byteLength: 0,
  };
}

function kindOf(value: unknown): PayloadNode['kind'] {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  const kind = typeof value;
  return kind === 'object' || kind === 'number' || kind === 'boolean' ? kind : 'string';
}

// Source of the values of a payload tree. The run log's worker answers in exactly this form; a renderer never has a
// whole payload, it requests the visible part.

export type { ClearPayloadText, PayloadChildren, PayloadNode, PayloadToken };

/** A value as written, for copying and for reading long strings; tokens masked. */
export interface PayloadText {
  readonly text: MaskedText;
  /** True when the value is longer than the source hands out at once. */
  readonly truncated: boolean;
}

/** Pointers of matching members, in document order. */
export interface PayloadMatches {
  readonly pointers: readonly string[];
  /** True when there are more than the source lists. */
  readonly truncated: boolean;
}

/**
 * Asynchronous access to one document. Each method may reject (the worker is gone); null means that the document
 * has no such value. A source is compared by identity: hand in the same object while the document is the same.
 */
export interface PayloadSource {
  node(pointer: string): Promise<PayloadNode | null>;
  children(pointer: string, offset: number, limit: number): Promise<PayloadChildren | null>;
  /** Returns a raw value. `maxBytes` limits its length; a source may have a smaller limit of its own. */
  text(pointer: string, maxBytes?: number): Promise<PayloadText | null>;
  search(text: string): Promise<PayloadMatches>;
  /**
   * Returns the beginning of a masked string in clear, while the user holds a button (security S-14). Without it masked
   * values stay masked.
   */
  reveal?(pointer: string): Promise<ClearPayloadText | null>;
}
