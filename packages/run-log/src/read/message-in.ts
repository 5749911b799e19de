import { isRecord, type JsonObject } from '@openwop-inspector/base';
import { isAghMessage } from '../index/agh-message.ts';
import type { EntryClass } from './entry-class.ts';
import type { ReadContext } from './read-context.ts';

/** Objects of no class over this many bytes are not inspected for members of a message. */
const MAX_INSPECTED = 1024 * 1024;

/**
 * The message of AGH Network that an entry of the window is; null for anything else. Only an entry that names the
 * protocol, or one that is neither event nor envelope nor anything else, is parsed.
 */
export function messageIn(
  { entry }: ReadContext,
  kind: EntryClass,
  start: number,
  end: number,
): JsonObject | null {
  if (kind !== 'agh' && (kind !== 'other' || end - start > MAX_INSPECTED)) return null;
  const value = entry.parse(start, end);
  return isRecord(value) && isAghMessage(value) ? value : null;
}
