/** Masked text is made in this room alone; everywhere else the compiler refuses what no masker has seen (S-14). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cutMasked, joinMasked, jsonOf, literal, partOf, words } from './masked-text.ts';
import { masker } from './masker.ts';

const root = join(import.meta.dirname, '../../../..');

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name)) yield path;
  }
}

test('no other room says of a text or a value that it is masked', () => {
  const own = join(root, 'packages/base/');
  const said = ['packages', 'app', 'bench', 'e2e', 'testing', 'scripts']
    .flatMap((room) => [...sources(join(root, room))])
    .filter((path) => !path.startsWith(own))
    .filter((path) =>
      /\bas\s+(?:unknown\s+as\s+)?Masked(?:Text|Value|Tree)\b/.test(readFileSync(path, 'utf8')),
    );
  expect(said).toEqual([]);
});

test('the compiler rejects unmasked content', () => {
  const content: string = 'ghp_0123456789abcdef0123456789abcdef0123';
  // @ts-expect-error content has not passed through a masker
  const refused = words`it was ${content}`;
  // @ts-expect-error nor is a text of any kind a literal of ours
  expect([refused, literal(content)]).toHaveLength(2);
  // @ts-expect-error nor is data with such a text in it
  expect(jsonOf({ deep: [{ content }] })).toContain('deep');
  // @ts-expect-error nor is unknown data
  expect(jsonOf({ deep: JSON.parse('1') as unknown })).toContain('deep');
});

test('masked texts are put together, cut and written as JSON', () => {
  const text = masker.text('ghp_R8sk2LmQ0vXz7TbN4cYh1WpJ6dKf3GaE5uVi');
  expect(text).not.toContain('3GaE5uVi');
  expect(words`a ${text} ${2}`).toBe(`a ${text} 2`);
  expect(joinMasked([literal('a'), literal('b')], ', ')).toBe('a, b');
  expect(cutMasked(literal('abc\u{1f702}def'), 5)).toBe('abc…');
  expect(partOf(literal('abc'), 1, 2)).toBe('b');
  expect(jsonOf({ text, count: 1 })).toBe(`{"text":"${text}","count":1}`);
});
