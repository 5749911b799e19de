import { type MaskedValue, masker } from '@openwop-inspector/base';
import { isTooDeep } from '../json/too-deep.ts';

/** Characters of one string that are handed out. */
const LONGEST = 20_000;

/** A masked copy of a value whose long strings are cut; null for one that nests too deeply. Iterative. */
export function boundedCopy(value: unknown): MaskedValue {
  if (value === undefined || isTooDeep(value)) return null;
  const root = { value: masker.value(value).value };
  const pending: object[] = [root];
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    for (const [key, item] of Object.entries(holder)) {
      if (typeof item === 'string' && item.length > LONGEST)
        Reflect.set(holder, key, `${item.slice(0, LONGEST)}…`);
      else if (typeof item === 'object' && item !== null) pending.push(item);
    }
  }
  return root.value;
}
