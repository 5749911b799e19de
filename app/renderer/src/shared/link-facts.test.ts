import { describe, expect, test } from 'vitest';
import { linkFacts } from './link-facts.ts';

describe('an address before it is opened (security S-04)', () => {
  test('is displayed in full and with its escapes decoded', () =>
    expect(linkFacts('https://docs.acme.example:8443/a%20b?q=%E2%9C%93#x')).toEqual({
      address: 'https://docs.acme.example:8443/a%20b?q=%E2%9C%93#x',
      decoded: 'https://docs.acme.example:8443/a b?q=✓#x',
      host: 'docs.acme.example:8443',
      isPunycode: false,
      isPlain: false,
    }));

  test('a host in another alphabet is flagged and named in its ASCII form', () =>
    expect(linkFacts('https://аррӏе.example/')).toMatchObject({
      host: 'xn--80ak6aa92e.example',
      isPunycode: true,
    }));

  test('plain http is flagged', () => expect(linkFacts('http://a.example')).toMatchObject({ isPlain: true }));

  test('escapes that are not text are unchanged', () =>
    expect(linkFacts('https://a.example/%FF')?.decoded).toBe('https://a.example/%FF'));

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'mailto:a@b.example',
    'https://user:word@a.example/',
    '//a.example',
    '/path',
    'not an address',
    '',
    `https://a.example/${'x'.repeat(9000)}`,
  ])('%s is never opened', (text) => expect(linkFacts(text)).toBeNull());
});
