import { expect, test } from 'vitest';
import { isApplicationDocument, isSurfaceDocument, mayRequest } from './application-address.ts';

test.each([
  ['inspector://app/', true],
  ['inspector://app', true],
  ['inspector://app/#run=a', true],
  ['inspector://app/?x=1', true],
  ['inspector://app/index.html', true],
  ['inspector://app/surface.html', false],
  ['inspector://app/file/abc', false],
  ['inspector://app.evil/', false],
  ['inspector://evil/', false],
  ['https://app/', false],
  ['file:///app/', false],
  ['javascript:alert(1)', false],
  ['', false],
])('%s is a document of ours: %s', (address, expected) => {
  expect(isApplicationDocument(address)).toBe(expected);
});

test.each([
  ['inspector://app/surface.html', true],
  ['inspector://app/surface.html?x', false],
  ['inspector://app/surface.html#x', false],
  ['inspector://app/index.html', false],
  ['inspector://app/', false],
  ['inspector://app/file/surface.html', false],
  ['inspector://app.evil/surface.html', false],
  ['https://app/surface.html', false],
  ['about:blank', false],
  ['data:text/html,x', false],
])('a frame may hold %s: %s (security S-03)', (address, expected) => {
  expect(isSurfaceDocument(address)).toBe(expected);
});

test.each([
  ['inspector://app/file/abc', true, true],
  ['inspector://app/assets/a.js', true, true],
  ['blob:inspector://app/1', true, true],
  ['data:image/png;base64,AA', true, true],
  ['devtools://devtools/bundled/x.html', false, true],
  ['inspector://evil/', false, false],
  ['http://127.0.0.1/', false, false],
  ['https://example.com/', false, false],
  ['ws://localhost/', false, false],
  ['file:///etc/passwd', false, false],
  ['chrome-extension://x/', false, false],
])('%s may be requested: %s, with developer tools %s', (address, plain, withTools) => {
  expect([mayRequest(address, false), mayRequest(address, true)]).toEqual([plain, withTools]);
});
