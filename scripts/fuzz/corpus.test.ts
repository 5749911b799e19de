import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const corpus = join(import.meta.dirname, '../../testing/fuzz-corpus');
const targets = ['judges', 'readers', 'renderers', 'shells']
  .map((name) => readFileSync(join(import.meta.dirname, `${name}.test.ts`), 'utf8'))
  .join('\n');

test.each(readdirSync(corpus))('%s has a target, and a reason without a path of a machine', (file) => {
  const { target, why } = JSON.parse(readFileSync(join(corpus, file), 'utf8'));
  expect(targets).toMatch(new RegExp(`^  '?${target}'?: \\{`, 'm'));
  expect(why).toMatch(/^[^/\n]+$/);
});
