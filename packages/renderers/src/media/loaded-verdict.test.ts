import { gifBytes, pngOf, wavBytes } from '@openwop-inspector/testing/media';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadedVerdict } from './image-bytes.ts';

const png = pngOf(3, 2, () => [0, 0, 0, 0]);
const gif = gifBytes(4, 3, [0, 1]);
const wav = wavBytes(0.1, 8000, Math.sin);
const html = new TextEncoder().encode('<script>alert(1)</script>');
/** A header that claims far more pixels than its bytes hold. */
const bomb = Uint8Array.from(png, (byte, i) => (i >= 16 && i < 24 ? 0x7f : byte));
const headless = png.slice(0, 20);

describe('loaded content is judged by the rules for inline content (security S-07, S-08)', () => {
  test.each([
    ['an image that is one', png, 'image', 'image/png', 'image/png', 'image', null],
    ['an image of another type than declared', gif, 'image', 'image/png', null, 'image', null],
    ['an image from a store without types', png, 'image', null, 'application/octet-stream', 'image', null],
    ['an image whose type has parameters', png, 'image', null, 'IMAGE/PNG; q=1', 'image', null],
    ['a sound that is one', wav, 'audio', 'audio/wav', 'audio/x-wav', 'audio', null],
    ['HTML that says it is an image', html, 'image', 'image/png', 'image/png', 'file', 'bytes_not_media'],
    ['an image that the host calls HTML', png, 'image', 'image/png', 'text/html', 'file', 'type_would_run'],
    [
      'an image that the payload calls SVG',
      png,
      'image',
      'image/svg+xml',
      'image/png',
      'file',
      'type_would_run',
    ],
    ['a sound where an image was wanted', wav, 'image', null, 'audio/wav', 'file', 'media_kind_mismatch'],
    ['a type that is not displayed in place', png, 'image', 'image/tiff', null, 'file', 'type_not_inline'],
    ['an image with too many pixels', bomb, 'image', 'image/png', null, 'file', 'content_too_large'],
    ['an image without a whole header', headless, 'image', 'image/png', null, 'file', 'size_unknown'],
    ['nothing at all', new Uint8Array(), 'image', 'image/png', null, 'file', 'bytes_not_media'],
    ['a file', png, 'file', 'application/zip', 'application/zip', 'file', null],
    ['a file that would run', html, 'file', null, 'text/html', 'file', 'type_would_run'],
  ] as const)('%s', (_, bytes, wanted, declaredType, answeredType, family, rule) => {
    expect(loadedVerdict(bytes, { wanted, declaredType, answeredType })).toMatchObject({ family, rule });
  });

  test('sizes come from the header', () => {
    const expected = { wanted: 'image', declaredType: null, answeredType: null } as const;
    expect(loadedVerdict(png, expected).size).toEqual({ width: 3, height: 2 });
    expect(loadedVerdict(gif, expected).size).toEqual({ width: 4, height: 3 });
  });

  test('no bytes and no type make it throw', () => {
    fc.assert(
      fc.property(
        fc.uint8Array(),
        fc.string(),
        fc.constantFrom('image', 'audio', 'file'),
        (bytes, type, wanted) => {
          const verdict = loadedVerdict(bytes, { wanted, declaredType: null, answeredType: type });
          expect(['file', wanted]).toContain(verdict.family);
        },
      ),
    );
  });
});
