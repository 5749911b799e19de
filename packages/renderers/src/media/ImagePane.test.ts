import { describe, expect, test } from 'vitest';
import { fitScale, nextScale, scaleText } from './ImagePane.tsx';

describe('an image is fitted into its box', () => {
  test.each([
    ['a large one is made smaller', { width: 1000, height: 500 }, { width: 200, height: 200 }, 0.2],
    ['one that fits keeps its size', { width: 100, height: 80 }, { width: 200, height: 200 }, 1],
    ['a single pixel is enlarged to be seen', { width: 1, height: 1 }, { width: 200, height: 200 }, 48],
    ['a small one by whole steps only', { width: 20, height: 5 }, { width: 200, height: 200 }, 2],
    ['a box that is not laid out changes nothing', { width: 9, height: 9 }, { width: 0, height: 0 }, 1],
  ])('%s', (_, image, box, scale) => expect(fitScale(image, box)).toBe(scale));
});

describe('zooming goes by steps', () => {
  const image = { width: 300, height: 200 };
  test.each([
    [1, 'in', 1.5],
    [1, 'out', 0.75],
    [0.43, 'in', 0.5],
    [0.43, 'out', 0.25],
    [32, 'in', 32],
    [0.05, 'out', 0.05],
    [0.01, 'out', 0.01],
  ] as const)('from %d %s to %d', (from, direction, to) =>
    expect(nextScale(from, direction, image)).toBe(to),
  );

  test('no further than can be drawn', () => {
    expect(nextScale(4, 'in', { width: 8192, height: 10 })).toBe(4);
  });
});

test.each([
  [1, '100%'],
  [0.428, '43%'],
  [0.047, '4.7%'],
  [0.05, '5%'],
  [48, '4,800%'],
])('a scale of %d is written %s', (scale, text) => expect(scaleText(scale)).toBe(text));
