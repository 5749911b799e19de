/** The scanner of JSON as a program calls it, see `src/json/json-scanner.ts`. */
import {
  at,
  badUtf8At,
  clearBadUtf8,
  clearEscape,
  deepest,
  errorAt,
  sawEscape,
  setText,
  skipCharacter,
  skipSpace,
  skipString,
  skipValue,
  stack,
} from './json';

export { useStack } from './json';

/** What the last call found: `errorAt`, `badUtf8At`, `deepest`, `sawEscape`, each as u32. */
const FOUND: usize = memory.data(16);

export function found(): usize {
  return FOUND;
}

function start(end: usize): void {
  setText(end, true, true);
  clearBadUtf8();
  clearEscape();
}

function answer(next: usize): usize {
  store<u32>(FOUND, <u32>errorAt);
  store<u32>(FOUND + 4, <u32>badUtf8At);
  store<u32>(FOUND + 8, deepest);
  store<u32>(FOUND + 12, <u32>sawEscape);
  return next;
}

/** Place behind the string whose inside begins at `i`, in a text that ends at `end`; 0 as in `json.ts`. */
export function stringEnd(i: usize, end: usize): usize {
  start(end);
  return answer(skipString(i));
}

/** Place behind the value at `i`, in a text that ends at `end`; 0 as in `json.ts`. */
export function valueEnd(i: usize, end: usize): usize {
  start(end);
  return answer(skipValue(i));
}

/** Place of the first byte of `[i, end)` that is no UTF-8; 0 for none. The quote at `end` continues no character. */
export function utf8Fault(i: usize, end: usize): usize {
  start(end + 4);
  for (let at = i; at < end && badUtf8At == 0; ) at = load<i8>(at) < 0 ? skipCharacter(at, load<u8>(at)) : at + 1;
  return badUtf8At;
}

// Hashes tell that two texts differ; they keep no secrets.

/** Hash of `[start, end)`. Four bytes a step. */
export function bytesHash(start: usize, end: usize): i32 {
  let hash: i32 = <i32>(end - start);
  let i = start;
  for (; i + 4 <= end; i += 4) {
    hash = (hash ^ load<i32>(i)) * <i32>0x9e3779b1;
    hash ^= hash >>> 15;
  }
  for (; i < end; i++) hash = (hash ^ <i32>at(i)) * 0x01000193;
  return hash ^ (hash >>> 13);
}

/** Two hashes as one, with regard to their order. */
@inline
function mixed(first: i32, second: i32): i32 {
  const hash = ((first ^ (first >>> 16)) * <i32>0x9e3779b1 + second) * <i32>0x85ebca6b;
  return hash ^ (hash >>> 15);
}

/**
 * Hash of the sound value at `from`, in a text that ends at `end`: the sum of its scalars, each with the name that it is
 * under, so that the order of members does not count. 0 for null and for what holds no scalar.
 */
export function contentHash(from: usize, end: usize): i32 {
  start(end);
  let sum: i32 = 0;
  let i = from;
  let name = stack;
  store<i32>(name, 0);
  do {
    i = skipSpace(i);
    const c = at(i);
    if (c == 0x7b || c == 0x5b) {
      store<i32>(name + 4, load<i32>(name));
      name += 4;
      i++;
    } else if (c == 0x7d || c == 0x5d) {
      name -= 4;
      i++;
    } else if (c == 0x2c) i++;
    else {
      const behind = c == 0x22 ? skipString(i + 1) : wordEnd(i);
      const next = skipSpace(behind);
      if (c == 0x22 && at(next) == 0x3a) {
        store<i32>(name, bytesHash(i + 1, behind - 1));
        i = next + 1;
      } else {
        if (name == stack && c == 0x6e) return 0;
        sum += mixed(load<i32>(name), bytesHash(i, behind));
        i = behind;
      }
    }
  } while (name != stack);
  return sum;
}

/** Place behind a number or a word. */
function wordEnd(from: usize): usize {
  let i = from;
  while (at(i) > 0x20 && at(i) != 0x2c && at(i) != 0x5d && at(i) != 0x7d) i++;
  return i;
}
