import { words } from '@openwop-inspector/base';
import type { HostLimits } from '@openwop-inspector/host-client';
import type { LiveFacts } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { limitsLeft } from './LiveDetail.tsx';

const LIMITS: HostLimits = {
  clarificationRounds: 5,
  schemaRounds: 3,
  envelopesPerTurn: 3,
  maxNodeExecutions: null,
  maxRunDurationMs: 600_000,
};
const factsWith = (spent: LiveFacts['runs'][number]['spent']): LiveFacts => ({
  runs: [{ runId: words`r1`, status: words`running`, isTerminal: false, spent }],
  nodesAtWork: [],
  interrupts: [],
  resolved: [],
  newestOrdinal: 1,
});

describe('limits left (bundles-and-transport.md section 5.2)', () => {
  const rows = limitsLeft(
    LIMITS,
    factsWith([
      { limit: 'clarificationRounds', spent: 1, nodeId: words`ask` },
      { limit: 'schemaRounds', spent: 2, nodeId: words`draft` },
      { limit: 'envelopesPerTurn', spent: 3, nodeId: null },
      { limit: 'maxNodeExecutions', spent: 61, nodeId: null },
      { limit: 'maxRunDurationMs', spent: 118_000, nodeId: null },
    ]),
    'r1',
  );
  test.each([
    ['several left', 'clarificationRounds', '1 of 5', '4 left, ask', 'fine'],
    ['one left', 'schemaRounds', '2 of 3', '1 left, draft', 'low'],
    ['none left', 'envelopesPerTurn', '3 of 3', 'none left', 'none'],
    ['not declared', 'maxNodeExecutions', '61', 'not declared', 'unknown'],
    ['a time', 'maxRunDuration', '1 min 58 s', '8 min 2 s left', 'fine'],
  ])('%s', (_, name, spentWords, leftWords, state) =>
    expect(rows.find((row) => row.name === name)).toMatchObject({ spentWords, leftWords, state }),
  );

  test('a limit of one with nothing used is not a warning', () =>
    expect(limitsLeft({ ...LIMITS, schemaRounds: 1 }, factsWith([]), 'r1')[1]).toMatchObject({
      leftWords: '1 left',
      state: 'fine',
    }));

  test('three limits of 0 are not declared; one alone allows none', () => {
    const zero = { clarificationRounds: 0, schemaRounds: 0, envelopesPerTurn: 0 };
    const words = (limits: HostLimits) =>
      limitsLeft(limits, factsWith([]), 'r1').map(({ leftWords }) => leftWords);
    expect(words({ ...LIMITS, ...zero }).slice(0, 3)).toEqual([
      'not declared',
      'not declared',
      'not declared',
    ]);
    expect(words({ ...LIMITS, ...zero, schemaRounds: 2 })[0]).toBe('none left');
  });

  test('is empty while nothing is known', () => expect(limitsLeft(null, null, 'r1')).toEqual([]));
});
