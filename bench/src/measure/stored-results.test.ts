import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { comparedWithStored, storeResult } from './stored-results.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bench-stored-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a result', () => {
  const file = path.join(folder, 'results', 'run-1000.json');

  test('is compared with none while none is stored', () => {
    expect(comparedWithStored(file, { ours: 2 }).join()).toContain('no stored result');
  });

  test('warns of each ratio that is more than a tenth lower, and of nothing else', () => {
    storeResult(file, { node: 'v20', cores: 2, ratios: { ours: 2.5, bundle: 2.4, objects: Number.NaN } });
    expect(comparedWithStored(file, { ours: 2.3, bundle: 2.0, other: 1 })).toEqual([
      'SLOWER than stored (Node v20, 2 cores): bundle 2.00, was 2.40',
    ]);
    expect(comparedWithStored(file, { ours: 2.3, bundle: 3 }).join()).toContain('No ratio is more');
  });

  test.each(['', '{', '[]', '{"node":1}'])('damaged to %j is none', (text) => {
    const damaged = path.join(folder, 'damaged.json');
    writeFileSync(damaged, text);
    expect(comparedWithStored(damaged, { ours: 1 }).join()).toContain('no stored result');
  });
});
