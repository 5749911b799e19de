import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FILTER_OPERATORS, FILTER_TEXTS, FILTER_WORDS } from '../src/index.ts';

const guide = readFileSync(new URL('../../../docs/guide/README.md', import.meta.url), 'utf8');

/** A cell with terms, which stand two blanks apart. */
const terms = (text: string): string =>
  text
    .split('  ')
    .map((term) => `\`${term}\``)
    .join(' ');

test('the table of the guide has the words of the engine', () => {
  const fields = FILTER_WORDS.map(({ examples, hint }) => [examples.join('  '), hint] as const);
  const rows = [...FILTER_TEXTS, ...fields, ...FILTER_OPERATORS].map(
    ([term, hint]) => `| ${terms(term)} | ${hint} |`,
  );
  expect(guide).toContain(`| --- | --- |\n${rows.join('\n')}\n\n`);
});
