import { layOutJson } from '@openwop-inspector/acceptor-core';

/** A JSON text with two spaces a level; numbers keep their digits. Null for what is not JSON. O(length). */
export function formattedJson(text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return layOutJson(text);
}
