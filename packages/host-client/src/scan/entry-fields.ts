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
/** The names in UTF-8, by number. */
const NAMES = Object.keys(FIELD).map((name) => Uint8Array.from(name, (letter) => letter.charCodeAt(0)));
/** Numbers of the fields with a name of so many bytes. */
const BY_LENGTH = Array.from({ length: 16 }, (_, length) =>
  NAMES.flatMap((name, number) => (name.length === length ? [number] : [])),
);
const BACKSLASH = 92;
/** A name with escapes is no longer than this: each letter as six characters. */
const MAX_ESCAPED_LENGTH = 6 * 'causationId'.length;

/** Number of the field whose name stands, with its quotes, at `start` to `end`; -1 for any other name. */
export function fieldAt(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start - 2;
  for (const number of BY_LENGTH[length] ?? []) if (isAt(bytes, start + 1, NAMES[number])) return number;
  if (length > MAX_ESCAPED_LENGTH || !hasEscape(bytes, start, end)) return -1;
  const name: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(start, end)));
  return typeof name === 'string' ? (NUMBERS.get(name) ?? -1) : -1;
}

function isAt(bytes: Uint8Array, start: number, name: Uint8Array | undefined): boolean {
  if (name === undefined) return false;
  for (let i = 0; i < name.length; i++) if (bytes[start + i] !== name[i]) return false;
  return true;
}

function hasEscape(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] === BACKSLASH) return true;
  return false;
}
