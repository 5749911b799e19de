import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base64Bytes, contentUrl } from './content-source.ts';
import { saveName } from './media-content.ts';
import { imageSize, sniffMediaType } from './media-type.ts';

const view = (bytes: readonly number[]) => {
  const found = base64Bytes(Buffer.from(bytes).toString('base64'));
  if (found === null) throw new Error('base64 of bytes is base64');
  return found;
};
const ascii = (text: string): number[] => [...Buffer.from(text, 'latin1')];
const zeros = (count: number): number[] => new Array<number>(count).fill(0);

test('reads the same bytes from base64 as a decoder', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
      const read = view([...bytes]);
      expect(Array.from({ length: read.length + 1 }, (_, i) => read.at(i))).toEqual([...bytes, -1]);
    }),
  );
});

test.each(['A', 'AA', 'AAA', 'A===', 'AA=A', 'AAAA\n', 'AA-_', 'data:,AAAA', 'AAAA====', 'ÄAAA'])(
  '%j is not base64',
  (text) => expect(base64Bytes(text)).toBeNull(),
);

test.each([
  [
    'image/png',
    [0x89, ...ascii('PNG\r\n\x1a\n'), 0, 0, 0, 13, ...ascii('IHDR'), 0, 0, 1, 0, 0, 0, 0, 9],
    256,
    9,
  ],
  ['image/gif', [...ascii('GIF89a'), 3, 1, 4, 0], 259, 4],
  ['image/bmp', [...ascii('BM'), ...zeros(12), 40, 0, 0, 0, 5, 0, 0, 0, 0xfa, 0xff, 0xff, 0xff], 5, 6],
  ['image/bmp', [...ascii('BM'), ...zeros(12), 12, 0, 0, 0, 5, 0, 6, 0], 5, 6],
  ['image/webp', [...ascii('RIFF....WEBPVP8X'), ...zeros(8), 1, 0, 0, 2, 0, 0], 2, 3],
  ['image/webp', [...ascii('RIFF....WEBPVP8L'), 0, 0, 0, 0, 0x2f, 0x01, 0x80, 0x00, 0x00], 2, 3],
  ['image/webp', [...ascii('RIFF....WEBPVP8 '), ...zeros(10), 7, 0x40, 8, 0x80], 7, 8],
  [
    'image/jpeg',
    [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc4, 0, 2, 0xff, 0xc2, 0, 11, 8, 0, 6, 0, 5, 1],
    5,
    6,
  ],
  [
    'image/avif',
    [
      ...[...zeros(4), ...ascii('ftypavif'), ...zeros(20)],
      ...[...ascii('ispe'), ...zeros(4), 0, 0, 0, 2, 0, 0, 0, 2],
      ...[...ascii('ispe'), ...zeros(4), 0, 0, 0, 9, 0, 0, 0, 8],
    ],
    9,
    8,
  ],
])('%s is recognized by its first bytes, and its size by its header', (type, bytes, width, height) => {
  expect(sniffMediaType(view(bytes))).toBe(type);
  expect(imageSize(view(bytes), type)).toEqual({ width, height });
  expect(imageSize(view(bytes.slice(0, -4)), type)).not.toEqual({ width, height });
});

test.each([
  ['audio/mpeg', ascii('ID3')],
  ['audio/mpeg', [0xff, 0xfb]],
  ['audio/aac', [0xff, 0xf1]],
  ['audio/flac', ascii('fLaC')],
  ['audio/ogg', ascii('OggS')],
  ['audio/wav', ascii('RIFF....WAVE')],
  ['audio/webm', [0x1a, 0x45, 0xdf, 0xa3]],
  ['audio/mp4', ascii('....ftypM4A ')],
  [null, ascii('<html>')],
  [null, ascii('<svg')],
  [null, ascii('%PDF-1.7')],
  [null, ascii('BM is how this text begins')],
  [null, []],
])('%s by its first bytes', (type, bytes) => expect(sniffMediaType(view(bytes))).toBe(type));

test('no bytes make sniffing or sizes throw', () => {
  const types = ['image/png', 'image/gif', 'image/bmp', 'image/webp', 'image/jpeg', 'image/avif'];
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      sniffMediaType(view([...bytes]));
      for (const type of types) imageSize(view([...bytes]), type);
    }),
  );
});

describe('names to save under (security S-09)', () => {
  test.each([
    ['report.pdf', 'report.pdf'],
    ['../../.bashrc', 'bashrc'],
    ['a/b\\c.pdf', 'c.pdf'],
    ['folder/', 'folder'],
    ['C:\\x', 'x'],
    ['a.txt:evil', 'a.txt_evil'],
    ['a\u202egnp.exe', 'agnp.exe'],
    ['con', '_con'],
    ['NUL.txt', '_NUL.txt'],
    ['aux .txt', '_aux .txt'],
    ['COM¹', '_COM¹'],
    ['console.log', 'console.log'],
    ['a\u0000b\n.txt', 'ab.txt'],
    ['name. . ', 'name'],
    ['\u200b', 'file'],
    ['...', 'file'],
    ['', 'file'],
    ['\ud800x', 'x'],
    [`${'x'.repeat(300)}.tar.gz`, `${'x'.repeat(117)}.gz`],
  ])('%j becomes %j', (name, proposed) => expect(saveName(name, 'file')).toBe(proposed));

  test('contain nothing that a shell or a reader could misread, for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        expect(saveName(name, 'file')).toMatch(
          // biome-ignore lint/suspicious/noControlCharactersInRegex: their absence is what is tested.
          /^(?!\.)(?!(?:CON|PRN|AUX|NUL|COM\d|LPT\d)(?:\.|$))[^/\\:\u202a-\u202e\u2066-\u2069\u0000-\u001f]{1,121}$/i,
        );
      }),
    );
  });
});

describe('addresses found in content (security S-04, S-17, S-20)', () => {
  test.each([
    ['https://h.example/a', 'remote', 'https', 'h.example'],
    ['http://127.0.0.1:8080/', 'remote', 'http', '127.0.0.1:8080'],
    ['/v1/runs/r1/assets/x.png', 'host-path', null, null],
    ['//evil.example/x', 'refused', null, null],
    ['/\\evil.example', 'refused', null, null],
    ['/v1/../secret', 'refused', null, null],
    ['javascript:alert(1)', 'refused', 'javascript', null],
    ['java\nscript:alert(1)', 'refused', null, null],
    [' JAVASCRIPT:1', 'refused', 'javascript', null],
    ['data:text/html,x', 'refused', 'data', null],
    ['file:///etc/passwd', 'refused', 'file', null],
    ['blob:https://h/x', 'refused', 'blob', null],
    ['https://openwop.dev@evil.example/', 'refused', 'https', null],
    ['https://', 'refused', null, null],
    ['', 'refused', null, null],
    [`https://h/${'x'.repeat(9000)}`, 'refused', null, null],
  ])('%j is %s', (text, kind, scheme, host) => {
    expect(contentUrl(text)).toMatchObject({ kind, scheme, host });
  });

  test('a host in another alphabet is marked', () => {
    expect(contentUrl('https://оpenwop.dev/')).toMatchObject({ kind: 'remote', isPunycode: true });
  });

  test('a live token in the path is masked to its first four characters', () => {
    expect(contentUrl('https://h/v1/host/app/assets/abcdefgh12345?x=1').masked).toBe(
      'https://h/v1/host/app/assets/abcd…?x=1',
    );
  });
});
