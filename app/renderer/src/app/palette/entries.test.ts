import { formatCount } from '@openwop-inspector/base';
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../commands/commands.ts';
import { groupOf, groupTitle, MOST_OF_GROUP, numberOf, STEPS, SYNONYMS, textOf } from './entries.ts';

const found = (items: readonly string[], text: string) =>
  groupOf('Nodes', items, textOf(text), (item) => ({ id: item, title: item, run: () => undefined }));
const names = (items: readonly string[], text: string) => found(items, text).entries.map(({ id }) => id);

describe('what has the words', () => {
  test('every word has to be in the name, in any order and case', () =>
    expect(names(['Draft section', 'draft', 'section'], 'SECTION draft')).toEqual(['Draft section']));

  test('names that begin with what was typed come first, each part in the given order', () =>
    expect(names(['redraft', 'draft-2', 'overdraft', 'draft-1'], 'draft')).toEqual([
      'draft-2',
      'draft-1',
      'redraft',
      'overdraft',
    ]));

  test('of many the first are displayed, and the title has their total', () => {
    const group = found(
      Array.from({ length: 2000 }, (_, at) => `node-${at}`),
      'node',
    );
    expect(group.entries).toHaveLength(MOST_OF_GROUP);
    expect(groupTitle(group, formatCount)).toBe(`Nodes, ${MOST_OF_GROUP} of 2,000`);
    expect(groupTitle(found(['a'], 'a'), formatCount)).toBe('Nodes');
  });
});

test.each([
  ['#216', 216],
  ['216', 216],
  [' #0 ', 0],
  ['', null],
  ['#', null],
  ['#2a', null],
  ['-3', null],
  ['1e3', null],
])('%j is the number %j', (text, number) => expect(numberOf(text)).toBe(number));

test('synonyms and actions of the selection are those of commands', () => {
  const ids = new Set(COMMANDS.map(({ id }) => id));
  expect([...SYNONYMS.keys(), ...STEPS].filter((id) => !ids.has(id))).toEqual([]);
});
