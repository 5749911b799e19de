import { describe, expect, test } from 'vitest';
import { capabilityDigest } from './bodies.ts';

const base = { id: 'c1', summary: 's', outcome: 'o' };

describe('agh 4: the digest of a capability', () => {
  test('vectors of the text', () => {
    expect(capabilityDigest(base)).toBe(
      'sha256:4dd275681917cba38ab8104dcbe2d68b23259f498dc83070a594eab910b209e5',
    );
    expect(capabilityDigest({ ...base, summary: 'a<b & c>d' })).toBe(
      'sha256:87c9fdccf66e590ae32b8f709f7d6efd9e1493d6ab3d20a46d16e5983d8d083a',
    );
  });

  test.each([
    ['order of keys', { outcome: 'o', summary: 's', id: 'c1' }],
    ['white space at the ends', { ...base, summary: ' \u0085s\u3000' }],
    [
      'empty version and lists',
      { ...base, version: ' ', constraints: [' '], examples: [], requirements: [] },
    ],
    ['unknown members', { ...base, digest: 'x', extra: 1 }],
  ])('%s does not matter', (_, capability) => {
    expect(capabilityDigest(capability)).toBe(capabilityDigest(base));
  });

  test('requirements go by their bytes, other lists keep their order', () => {
    const sorted = ['\uffee', '\u{1f600}'];
    const turned = [...sorted].reverse();
    const digest = (requirements: string[]) => capabilityDigest({ ...base, requirements });
    expect(digest(turned)).toBe(digest(sorted));
    expect(capabilityDigest({ ...base, examples: turned })).not.toBe(
      capabilityDigest({ ...base, examples: sorted }),
    );
  });

  test('does not treat the byte order mark as white space', () => {
    expect(capabilityDigest({ ...base, summary: '\ufeffs' })).not.toBe(capabilityDigest(base));
  });
});
