import { describe, expect, test } from 'vitest';
import { Prng } from './prng.ts';

describe('Prng', () => {
  test('the same seed gives the same numbers, another seed others', () => {
    const numbers = (seed: number) => {
      const prng = new Prng(seed);
      return Array.from({ length: 5 }, () => prng.bits());
    };
    expect(numbers(7)).toEqual(numbers(7));
    expect(numbers(7)).not.toEqual(numbers(8));
    // Worked out with an independent implementation of xoshiro128**.
    expect(numbers(7)).toEqual([210_494_603, 711_084_892, 3_993_689_120, 4_089_369_890, 1_706_118_055]);
  });

  test('between and skewed keep to both ends', () => {
    const prng = new Prng(1);
    const drawn = Array.from({ length: 2_000 }, () => [prng.between(3, 6), prng.skewed(10, 20)] as const);
    expect(new Set(drawn.map(([even]) => even))).toEqual(new Set([3, 4, 5, 6]));
    expect(Math.min(...drawn.map(([, bent]) => bent))).toBe(10);
    expect(Math.max(...drawn.map(([, bent]) => bent))).toBeLessThanOrEqual(20);
    expect(drawn.filter(([, bent]) => bent <= 11).length).toBeGreaterThan(1_000);
  });

  test('a uuid is a version 4 uuid', () => {
    const prng = new Prng(2);
    const ids = Array.from({ length: 1_000 }, () => prng.uuid());
    for (const id of ids)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('picking from nothing is a bug of the caller', () => {
    expect(() => new Prng(1).pick([])).toThrow(RangeError);
  });
});
