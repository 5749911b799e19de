import { describe, expect, test } from 'vitest';
import { checkImage, imageSource } from './MarkdownImage.tsx';

describe('where an image would come from (security S-05, S-17)', () => {
  test.each([
    ['https://a.example/x.png', { kind: 'remote', host: 'a.example' }],
    ['data:image/PNG;base64,AAAA', { kind: 'data', type: 'image/png', units: 26 }],
    ['data:,x', { kind: 'data', type: 'no type given' }],
    ['javascript:alert(1)', { kind: 'refused', why: 'javascript: address' }],
    ['/v1/runs/1/assets/x', { kind: 'refused', why: 'a path on the host of the run' }],
    ['x.png', { kind: 'refused', why: 'no address' }],
  ])('%s', (address, expected) => {
    expect(imageSource(address)).toMatchObject(expected);
  });
});

/** A PNG header with these sides. */
function png(width: number, height: number) {
  const bytes = new Uint8Array(33);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return bytes;
}

describe('the bytes determine what may be decoded (security S-07)', () => {
  test.each([
    ['an image', png(2, 3), { kind: 'bytes', declaredType: 'image/png' }],
    ['the largest image', png(8192, 8192), { kind: 'bytes' }],
    ['one pixel more', png(8193, 1), { kind: 'problem', message: expect.stringContaining('8193 by 1') }],
    ['a bomb', png(4e9, 4e9), { kind: 'problem' }],
    ['no size', png(2, 3).slice(0, 20), { kind: 'problem' }],
    ['SVG', new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'), { kind: 'problem' }],
    ['HTML', new TextEncoder().encode('<!doctype html>'), { kind: 'problem' }],
    ['a sound', new TextEncoder().encode('OggS'), { kind: 'problem' }],
    ['nothing', new Uint8Array(), { kind: 'problem' }],
  ])('%s', (_, bytes, expected) => {
    expect(checkImage(bytes)).toMatchObject(expected);
  });
});
