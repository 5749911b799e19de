import { gifBytes, pngOf } from '@openwop-inspector/testing/media';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAnimated, isImageCutOff } from './image-bytes.ts';

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));
const png = pngOf(2, 2, () => [1, 2, 3, 4]);
const webp = (flags: number): Uint8Array =>
  Uint8Array.from([
    ...ascii('RIFF'),
    22,
    0,
    0,
    0,
    ...ascii('WEBPVP8X'),
    10,
    0,
    0,
    0,
    flags,
    ...Array(9).fill(0),
  ]);
const animated = Uint8Array.from([
  ...png.slice(0, 33),
  ...[0, 0, 0, 8, ...ascii('acTL'), 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0],
  ...png.slice(33),
]);

describe('detects an animated image by its bytes', () => {
  test.each([
    ['a GIF of two frames', gifBytes(2, 2, [0, 1]), 'image/gif', true],
    ['a GIF of one frame', gifBytes(2, 2, [0]), 'image/gif', false],
    ['a PNG with an animation', animated, 'image/png', true],
    ['a PNG', png, 'image/png', false],
    ['a WebP with an animation', webp(2), 'image/webp', true],
    ['a WebP', webp(0), 'image/webp', false],
    ['an AVIF sequence', Uint8Array.from(ascii('....ftypavis')), 'image/avif', true],
    ['an AVIF', Uint8Array.from(ascii('....ftypavif')), 'image/avif', false],
    ['a JPEG', Uint8Array.of(0xff, 0xd8, 0xff), 'image/jpeg', false],
  ])('%s', (_, bytes, type, moves) => expect(isAnimated(bytes, type)).toBe(moves));
});

describe('detects a truncated image by its parts', () => {
  test.each([
    ['a whole PNG', png, 'image/png', false],
    ['a PNG with something after it', Uint8Array.from([...png, 1, 2]), 'image/png', false],
    ['a PNG without its end', png.slice(0, -4), 'image/png', true],
    ['half a PNG', png.slice(0, 40), 'image/png', true],
    ['a JPEG with its end', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0xff, 0xd9), 'image/jpeg', false],
    ['a JPEG without one', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0xd9), 'image/jpeg', true],
    ['a whole WebP', webp(0), 'image/webp', false],
    ['a WebP that is shorter than it says', webp(0).slice(0, 20), 'image/webp', true],
    ['a GIF', gifBytes(2, 2, [0]), 'image/gif', false],
  ])('%s', (_, bytes, type, isCut) => expect(isImageCutOff(bytes, type)).toBe(isCut));
});

test('no bytes make either of them throw', () => {
  const types = fc.constantFrom(
    'image/png',
    'image/gif',
    'image/webp',
    'image/jpeg',
    'image/bmp',
    'image/avif',
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), types, (bytes, type) => {
      expect(typeof isAnimated(bytes, type)).toBe('boolean');
      expect(typeof isImageCutOff(bytes, type)).toBe('boolean');
    }),
  );
});
