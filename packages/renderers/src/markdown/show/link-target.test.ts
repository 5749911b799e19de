import { describe, expect, test } from 'vitest';
import { linkTarget } from './MarkdownLink.tsx';

describe('a link says where it leads (security S-04, S-05)', () => {
  test.each([
    ['https://a.example/x', 'words', { host: 'a.example', isSaid: false, namesAnother: false }],
    ['https://a.example/x', 'https://a.example/x', { isSaid: true, namesAnother: false }],
    ['https://a.example/', 'https://a.example', { isSaid: true }],
    ['http://www.a.example', 'www.a.example', { isSaid: true, namesAnother: false }],
    ['https://evil.example/', 'bank.example', { isSaid: false, namesAnother: true }],
    ['https://evil.example/', 'https://bank.example/login', { namesAnother: true }],
    ['https://evil.example/', 'https://bank.example login', { namesAnother: true }],
    ['https://www.a.example/', 'a.example', { namesAnother: false }],
    ['https://xn--pple-43d.com/', 'apple', { isPunycode: true, host: 'xn--pple-43d.com' }],
    ['https://аpple.com/', 'apple.com', { isPunycode: true, namesAnother: true }],
    ['https://a.example:8443/x', 'x', { host: 'a.example:8443' }],
  ])('%s as %j', (address, text, expected) => {
    expect(linkTarget(address, text)).toMatchObject({ kind: 'web', address, ...expected });
  });

  test.each([
    ['javascript:alert(1)', 'javascript: address, not opened'],
    ['JaVaScRiPt:alert(1)', 'javascript: address, not opened'],
    ['vbscript:x', 'vbscript: address, not opened'],
    ['data:text/html,<script>', 'data: address, not opened'],
    ['file:///etc/passwd', 'file: address, not opened'],
    ['mailto:a@b.example', 'mailto: address, not opened'],
    ['blob:https://a.example/1', 'blob: address, not opened'],
    ['https://user:pass@a.example/', 'an address with a user name, not opened'],
    ['/v1/runs/1', 'a path on the host of the run, not opened'],
    ['//a.example/x', 'no web address, not opened'],
    ['#here', 'no web address, not opened'],
    ['java\nscript:alert(1)', 'no web address, not opened'],
    ['', 'no web address, not opened'],
  ])('%j is not opened', (address, why) => {
    expect(linkTarget(address, 'x')).toMatchObject({ kind: 'inert', why });
  });

  test('tokens in a path are masked', () => {
    expect(linkTarget('https://a.example/assets/abcdefgh', 'x')).toMatchObject({
      masked: 'https://a.example/assets/abcd…',
    });
  });
});
