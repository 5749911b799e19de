import { expect, test } from 'vitest';
import { readAllowedOrigins } from './allowed-origins.ts';

test.each([
  [undefined, []],
  ['', []],
  ['http://127.0.0.1:8787', ['http://127.0.0.1:8787']],
  [' http://127.0.0.1:8787/v1 , https://[::1]:1', ['http://127.0.0.1:8787', 'https://[::1]:1']],
  ['http://localhost:3000', ['http://localhost:3000']],
  ['http://10.0.0.1', []],
  ['http://169.254.169.254', []],
  ['http://[fd00::1]', []],
  ['https://media.example', []],
  ['*', []],
  ['http://localhost.example', []],
  ['127.0.0.1:8787', []],
])('%j lets content come from %j', (text, origins) => {
  expect([...readAllowedOrigins(text)]).toEqual(origins);
});
