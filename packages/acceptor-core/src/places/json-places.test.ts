import { expect, test } from 'vitest';
import { offsetOfByte } from './json-places.ts';

test.each([
  ['aé🙂b', 0, 0],
  ['aé🙂b', 3, 2],
  ['aé🙂b', 7, 4],
  ['ab', 99, 2],
])('in %j byte %d is offset %d', (text, byte, offset) => expect(offsetOfByte(text, byte)).toBe(offset));
