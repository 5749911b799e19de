import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { comparedWithKept, type KeptResult, keepResult } from './kept-results.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bench-kept-'));
afterAll(() => rmSync(folder, { recursive: true }));

const result = (ratios: Record<string, number>): KeptResult => ({
  kind: 'engine',
  events: 1000,
  seed: 7,
  machine: { node: 'v20', cores: 2 },
  version: '0.1.0',
  ratios,
});

describe('a result', () => {
  test('is compared with none while none is kept', () => {
    expect(comparedWithKept(folder, result({ ours: 2 })).join()).toContain('no kept result');
  });

  test('warns of each ratio that is more than a tenth lower, and of nothing else', () => {
    keepResult(folder, result({ ours: 2.5, bundle: 2.4, keep: Number.NaN }));
    const now = result({ ours: 2.3, bundle: 2.0, other: 1 });
    expect(comparedWithKept(folder, now)).toEqual([
      'SLOWER than kept (Node v20, 2 cores): bundle 2.00, was 2.40',
    ]);
    expect(comparedWithKept(folder, result({ ours: 2.3, bundle: 3 })).join()).toContain('No ratio is more');
  });

  test('of another size is compared with that size', () => {
    expect(comparedWithKept(folder, { ...result({ ours: 1 }), events: 5 }).join()).toContain(
      'no kept result',
    );
  });

  test.each(['', '{', '[]', '{"ratios":{"ours":"9"},"machine":{"node":1}}'])(
    'damaged to %j is none',
    (text) => {
      writeFileSync(path.join(folder, 'engine-1000.json'), text);
      expect(comparedWithKept(folder, result({ ours: 1 })).join()).toContain('no kept result');
    },
  );
});
