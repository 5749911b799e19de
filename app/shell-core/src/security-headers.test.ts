import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  contentSecurityPolicy,
  rendererPath,
  securityHeaders,
  securityHeadersFor,
} from './security-headers.ts';

test.each(['unsafe-inline', 'unsafe-eval', 'http:', 'https:', '*'])(
  'the policy never allows %s',
  (source) => {
    expect(contentSecurityPolicy).not.toContain(source);
  },
);

test('nothing is allowed unless named, and text never becomes code', () => {
  expect(contentSecurityPolicy).toContain("default-src 'none'");
  expect(contentSecurityPolicy).toContain("require-trusted-types-for 'script'");
  expect(securityHeaders['x-content-type-options']).toBe('nosniff');
});

test('the window frames our own documents alone, and nothing frames the window (security S-03)', () => {
  expect(contentSecurityPolicy).toContain("frame-src 'self';");
  expect(contentSecurityPolicy).toContain("frame-ancestors 'none'");
});

test('the session worker may run WebAssembly, and else what the window may; no other path may', () => {
  const policyOf = (path: string) => securityHeadersFor(path)['content-security-policy'];
  const own = contentSecurityPolicy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'");
  expect(own).not.toBe(contentSecurityPolicy);
  expect(policyOf('/assets/session.worker-Dq3_f-1a.js')).toBe(own);
  for (const path of [
    '/',
    '/index.html',
    '/assets/session.worker-a.js.html',
    '/x/assets/session.worker-a.js',
  ])
    expect(policyOf(path)).toBe(contentSecurityPolicy);
});

test("the acceptor's worker may make code and reach nothing; no other path may", () => {
  const policyOf = (path: string) => securityHeadersFor(path)['content-security-policy'];
  expect(policyOf('/assets/acceptor.worker-Dq3_f-1a.js')).toBe(
    "default-src 'none'; script-src 'self' 'unsafe-eval'",
  );
  const others = [
    '/',
    '/assets/acceptor.worker-a.js.html',
    '/assets/x/acceptor.worker-a.js',
    '/file/acceptor.worker-a.js',
    '/assets/%61cceptor.worker-a.js',
  ];
  for (const path of others) expect(policyOf(path)).toBe(contentSecurityPolicy);
});

const folder = join('/', 'app', 'renderer');

test.each([
  ['/', 'index.html'],
  ['/index.html', 'index.html'],
  ['/assets/index-B1x_9.js', join('assets', 'index-B1x_9.js')],
  ['/assets/a%2Ejs', join('assets', 'a.js')],
])('%s lies inside', (path, file) => {
  expect(rendererPath(folder, path)).toEqual({ kind: 'inside', file: join(folder, file) });
});

test.each([
  '/../etc/passwd',
  '/assets/../../x',
  '/%2e%2e/x',
  '/%2e%2e%2fx',
  '/..%5cx',
  '/assets\\..\\x',
  '/C:/x',
  '/a%00.js',
  '/.git/config',
  '/%zz',
  '/a b',
])('%s is refused', (path) => {
  expect(rendererPath(folder, path).kind).toBe('forbidden');
});
