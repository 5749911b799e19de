/** What a row shows of an event that is too large to be parsed for it. */
import { FLAG } from '../index/event-columns.ts';
import { JsonBytes, Members } from './json/json-members.ts';
import { stringText } from './json/json-strings.ts';
import type { LoadedLog } from './loaded-log.ts';

const QUOTE = 0x22;
/** Read first: most hosts write these members before the payload. */
const HEAD = 64 * 1024;

/**
 * The texts of an event's own members that a row shows, whatever its payload weighs; they are looked for behind the
 * payload only where they are not in front of it. O(length). Rejects with a `SourceError`.
 */
export async function largeEventMembers(
  log: LoadedLog,
  ordinal: number,
): Promise<Readonly<Record<string, string>>> {
  const wanted = wantedOf(log, ordinal);
  const head = textMembers(await log.readRange(ordinal, 0, HEAD), wanted);
  const isRepeated = ((log.index.columns.flags[ordinal] as number) & FLAG.duplicateKey) !== 0;
  if (!isRepeated && wanted.every((name) => Object.hasOwn(head, name))) return head;
  return textMembers(await log.read(ordinal), wanted);
}

/** The members that the index has seen. */
function wantedOf({ index: { columns } }: LoadedLog, ordinal: number): readonly string[] {
  const flags = columns.flags[ordinal] as number;
  const isCaused = columns.causeA[ordinal] !== 0 || columns.causeB[ordinal] !== 0;
  return [
    ...((flags & FLAG.eventIdMissing) === 0 ? ['eventId'] : []),
    ...((flags & FLAG.timeMissing) === 0 ? ['timestamp'] : []),
    ...(isCaused ? ['causationId'] : []),
  ];
}

/** Of a key that stands twice the last one holds, as for a parser. What is cut ends the walk. */
function textMembers(event: Uint8Array, wanted: readonly string[]): Readonly<Record<string, string>> {
  const json = new JsonBytes(event);
  const found: Record<string, string> = {};
  const members = new Members(json, json.scanner.skipSpace(0));
  while (members.next()) {
    const end = json.skip(members.valueStart);
    if (end < 0) break;
    members.valueEnds(end);
    if (json.bytes[members.valueStart] !== QUOTE) continue;
    const key = stringText(json.bytes, members.keyStart, members.keyEnd);
    if (wanted.includes(key)) found[key] = stringText(json.bytes, members.valueStart + 1, end - 1);
  }
  return found;
}
