import { expect, test } from 'vitest';
import { isReadableOnTheWay } from './read-host-address.ts';

test.each([
  ['http://10.0.0.4:8080', true],
  ['http://localhost.evil.example', true],
  ['http://127.0.0.1.evil.example', true],
  ['http://localhost:3801', false],
  ['http://api.localhost', false],
  ['http://127.4.5.6:1/p', false],
  ['http://[::1]:3801', false],
  ['HTTP://10.0.0.4', true],
  ['https://10.0.0.4', false],
])('a token for %s can be read on the way: %s', (baseUrl, isReadable) => {
  expect(isReadableOnTheWay(baseUrl)).toBe(isReadable);
});
