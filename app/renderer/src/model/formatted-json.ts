import { layOutJson } from '@openwop-inspector/acceptor-core';

/** A JSON text indented by two spaces; numbers retain their digits. Null for invalid JSON. O(length). */
export function formattedJson(text: string): string | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return layOutJson(text);
}
