/** The quick scan for secrets as a program of its own: text and ranges are written into its memory. */
import { isSuspect, LIST, ROOM } from './secret-look';

export { isSuspect };

/** Place of the text. */
export function room(): usize {
  return ROOM;
}

/** Place of the list of ranges: u32 start and u32 end each. */
export function list(): usize {
  return LIST;
}

/**
 * Looks at the first `count` ranges of the list, and puts the numbers of those in front that may hold a secret, u32 each.
 * Answers how many they are. Their text may be another afterwards.
 */
export function lookAtAll(count: u32): u32 {
  let found: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const range = LIST + ((<usize>i) << 3);
    if (!isSuspect(load<u32>(range), load<u32>(range + 4))) continue;
    store<u32>(LIST + ((<usize>found) << 2), i);
    found++;
  }
  return found;
}
