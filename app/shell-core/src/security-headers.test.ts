import { expect, test } from 'vitest';
import { contentSecurityPolicy, securityHeaders } from './security-headers.ts';

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
