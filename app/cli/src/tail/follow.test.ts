import type { LiveStatus } from '@openwop-inspector/host-client';
import { expect, test } from 'vitest';
import { captureTerminal } from '../../test/capture-terminal.ts';
import { statusReporter } from './follow.ts';

type ReportedState = readonly [state: LiveStatus['state'], words: string, missing?: number];

function said(...reported: readonly ReportedState[]): readonly string[] {
  const stored = captureTerminal();
  const report = statusReporter(stored.surroundings.terminal);
  for (const [state, words, missing = 0] of reported)
    report({ state, words, ledger: { missing, words: 'whole so far, 0 to 9' } });
  return stored
    .err()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace('openwop-inspector: ', ''));
}

test.each<readonly [string, readonly ReportedState[], readonly string[]]>([
  [
    'the usual course is not reported',
    [
      ['connecting', 'a'],
      ['backfilling', 'b'],
      ['live', 'c'],
      ['ended', 'd'],
    ],
    [],
  ],
  [
    'a lost connection is reported once however often it is tried, and that it came back',
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
    'another reason is reported',
    [
      ['lost', 'gone'],
      ['lost', 'refused'],
    ],
    ['gone', 'refused'],
  ],
  [
    'holes that are filled are reported',
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
