/** The payload of an event as it is written. */
import { JsonBytes, Members, stringText } from './json/json-members.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The text of `payload`, else of `data` (run-events 1.2), with every digit and escape; of a key that stands twice the last
 * one, as a parser reads it. Null where there is neither, or the text is no JSON object. O(length).
 */
export function payloadText(event: string): string | null {
  const json = new JsonBytes(encoder.encode(event));
  const start = json.scanner.skipSpace(0);
  if (start >= json.end || json.bytes[start] !== 0x7b) return null;
  const found = new Map<string, string>();
  const members = new Members(json, start);
  while (members.next()) {
    const key = stringText(json.bytes, members.keyStart, members.keyEnd);
    const { valueStart } = members;
    const end = members.skipValue();
    if (key === 'payload' || key === 'data')
      found.set(key, decoder.decode(json.bytes.subarray(valueStart, end)));
  }
  return found.get('payload') ?? found.get('data') ?? null;
}
