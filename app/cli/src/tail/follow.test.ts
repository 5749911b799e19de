import type { LiveStatus } from '@openwop-inspector/host-client';
import { expect, test } from 'vitest';
import { captureTerminal } from '../../test/capture-terminal.ts';
import { StatusReporter } from './follow.ts';

type Told = readonly [state: LiveStatus['state'], words: string, missing?: number];

function said(...reported: readonly Told[]): readonly string[] {
  const stored = captureTerminal();
  const reporter = new StatusReporter(stored.surroundings.terminal);
  for (const [state, words, missing = 0] of reported)
    reporter.report({ state, words, ledger: { missing, words: 'whole so far, 0 to 9' } });
  return stored
    .err()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace('openwop-inspector: ', ''));
}

test.each<readonly [string, readonly Told[], readonly string[]]>([
  [
    'the usual course is not told',
    [
      ['connecting', 'a'],
      ['backfilling', 'b'],
      ['live', 'c'],
      ['ended', 'd'],
    ],
    [],
  ],
  [
    'a lost connection is told once however often it is tried, and that it came back',
    [
      ['live', 'a'],
      ['lost', 'gone'],
      ['connecting', 'b'],
      ['lost', 'gone'],
      ['live', 'c'],
      ['live', 'c'],
    ],
    ['gone', 'connected again, whole so far, 0 to 9'],
  ],
  [
    'another reason is told',
    [
      ['lost', 'gone'],
      ['lost', 'refused'],
    ],
    ['gone', 'refused'],
  ],
  [
    'holes that are filled are told',
    [
      ['live', 'a'],
      ['backfilling', 'fetching 3', 1],
      ['live', 'c'],
    ],
    ['fetching 3', 'connected again, whole so far, 0 to 9'],
  ],
])('%s', (_, reported, expected) => {
  expect(said(...reported)).toEqual(expected);
});
