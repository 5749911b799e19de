/** Steps over values of which nothing is stored. */
import { at, isDigit, MAX_DEPTH, skipNumber, skipSpace, skipString, skipWord } from './json-text';

/** Place behind the value at `i`, 0 when it is not sound or not understood here. */
export function skipPlain(i: usize, depth: u32): usize {
  const c = at(i);
  if (c == 0x22) return skipString(i + 1);
  if (c == 0x7b) return skipMembers(i, depth);
  if (c == 0x5b) return skipItems(i, depth);
  return isDigit(c) || c == 0x2d ? skipNumber(i) : skipWord(i);
}

function skipItems(from: usize, depth: u32): usize {
  if (depth > MAX_DEPTH) return 0;
  let i = skipSpace(from + 1);
  if (at(i) == 0x5d) return i + 1;
  while (true) {
    i = skipPlain(i, depth + 1);
    if (i == 0) return 0;
    i = skipSpace(i);
    const c = at(i);
    if (c == 0x5d) return i + 1;
    if (c != 0x2c) return 0;
    i = skipSpace(i + 1);
  }
}

function skipMembers(from: usize, depth: u32): usize {
  if (depth > MAX_DEPTH) return 0;
  let i = skipSpace(from + 1);
  if (at(i) == 0x7d) return i + 1;
  while (true) {
    if (at(i) != 0x22) return 0;
    i = skipString(i + 1);
    if (i == 0) return 0;
    i = skipSpace(i);
    if (at(i) != 0x3a) return 0;
    i = skipPlain(skipSpace(i + 1), depth + 1);
    if (i == 0) return 0;
    i = skipSpace(i);
    const c = at(i);
    if (c == 0x7d) return i + 1;
    if (c != 0x2c) return 0;
    i = skipSpace(i + 1);
  }
}
