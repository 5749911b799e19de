import { sameBytesAt } from '@openwop-inspector/base';

/** Members of an entry that the scan reads, by number. */
export const FIELD = {
  sequence: 0,
  seq: 1,
  type: 2,
  eventId: 3,
  timestamp: 4,
  causationId: 5,
  payload: 6,
  data: 7,
  status: 8,
  workflowId: 9,
  patch: 10,
  surfaceRef: 11,
  events: 12,
} as const;

export const FIELD_COUNT = Object.keys(FIELD).length;

const NUMBERS: ReadonlyMap<string, number> = new Map(Object.entries(FIELD));
/** The names in UTF-8. */
const NAMES = Object.entries(FIELD).map(([name, field]) => ({ name: new TextEncoder().encode(name), field }));
/** A name with escapes is no longer than this: each letter as six characters. */
const MAX_ESCAPED_LENGTH = 6 * 'causationId'.length;

/** Number of the field whose name, with its quotes, is `[start, end)`; -1 for any other name. */
export function fieldAt(bytes: Uint8Array, start: number, end: number, hasEscape: boolean): number {
  const length = end - start - 2;
  if (!hasEscape) {
    for (const { name, field } of NAMES)
      if (name.length === length && sameBytesAt(bytes, start + 1, name)) return field;
    return -1;
  }
  if (length > MAX_ESCAPED_LENGTH) return -1;
  const name: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(start, end)));
  return typeof name === 'string' ? (NUMBERS.get(name) ?? -1) : -1;
}
