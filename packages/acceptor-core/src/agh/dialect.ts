import { type JsonObject, ownValue } from '@openwop-inspector/base';
import type { AghDialect } from './agh-work.ts';
import { type AghWork, warn } from './agh-work.ts';

/** Top-level keys of the later dialect that the seed does not know (agh 9). */
const LATER_KEYS = ['workspace_id', 'surface', 'thread_id', 'direct_id', 'work_id'] as const;

function laterKeys(record: JsonObject): readonly string[] {
  return LATER_KEYS.filter((key) => ownValue(record, key) !== undefined);
}

/** Which version a message speaks: fields of the later one, the kind `recipe` of the earlier one, else the seed's. */
export function dialectOf(record: JsonObject): AghDialect {
  if (laterKeys(record).length > 0) return 'later';
  return ownValue(record, 'kind') === 'recipe' ? 'earlier' : 'seed';
}

/** Says when a message speaks another version than the seed's; it is never refused for that alone (agh 9). */
export function warnOfDialect(record: JsonObject, work: AghWork): void {
  const later = laterKeys(record);
  if (later.length > 0) {
    warn(work, 'later_dialect', `a later dialect, recognized by ${later.join(', ')}`, `/${later[0]}`);
  }
  if (ownValue(record, 'kind') === 'recipe') {
    warn(work, 'earlier_dialect', 'an earlier dialect, recognized by the kind recipe', '/kind');
  }
}
