import { expect, test } from 'vitest';
import { NODE_RULES } from '../../check/rules/node-rules.ts';
import { openRunLog } from '../../index.ts';
import { bytesSource } from '../../source/byte-source.ts';
import { ruleRows, SINCE } from './rule-rows.ts';

interface Written {
  readonly runId?: string;
  readonly sequence?: number;
  readonly type: string;
  readonly [member: string]: unknown;
}

/** A letter for each bit. */
const LETTERS = { [SINCE.run]: 'run', [SINCE.hole]: 'hole', [SINCE.whole]: 'whole' };

async function requestedOf(events: readonly Written[]): Promise<readonly string[]> {
  const lines = events.map((event, i) =>
    JSON.stringify({ eventId: `e${i}`, runId: 'r', sequence: i, ...event }),
  );
  const log = openRunLog(bytesSource('log', new TextEncoder().encode(lines.join('\n'))));
  await log.loaded;
  const { rows, since } = ruleRows(log);
  return rows.map((row, i) => {
    const bits = Object.entries(LETTERS).filter(([bit]) => ((since[i] as number) & Number(bit)) !== 0);
    return [row, ...bits.map(([, word]) => word)].join(' ');
  });
}

const other = { type: 'output.chunk' };
const requested = { type: 'node.started' };

test.each<[name: string, events: readonly Written[], rows: readonly string[]]>([
  ['rows of other types are left out', [requested, other, requested], ['0 run hole whole', '2 whole']],
  [
    'a hole before a row that is left out is before the next',
    [requested, { ...other, sequence: 5 }, { ...requested, sequence: 6 }],
    ['0 run hole whole', '2 hole'],
  ],
  [
    'a hole is no hole of the next run',
    [requested, { ...requested, sequence: 9 }, { ...requested, runId: 's', sequence: 1 }],
    ['0 run hole whole', '1 hole', '2 run hole whole'],
  ],
  [
    'a run that begins late is not whole',
    [
      { ...requested, sequence: 2 },
      { ...requested, sequence: 3 },
    ],
    ['0 run hole', '1'],
  ],
  [
    'events without a number stand behind a hole, and before one',
    [requested, { type: 'node.failed', sequence: undefined }, { ...requested, sequence: 1 }],
    ['0 run hole whole', '1 hole', '2 hole'],
  ],
  [
    'what says it is trusted, and what an envelope led to',
    [
      { ...other, contentTrust: 'trusted' },
      { ...other, contentTrust: 'untrusted' },
      { ...other, causationId: 'c-1' },
      { type: 'log.appended', causationId: 'c-1', payload: { level: 'info', fields: { envelopeId: 'x' } } },
    ],
    ['0 run hole whole', '2 whole', '3 whole'],
  ],
])('rules between events are queried about few rows: %s', async (_name, events, rows) => {
  expect(await requestedOf(events)).toEqual(rows);
});

test.each([...NODE_RULES.keys()])('every type with a rule is queried: %s', async (type) => {
  expect(await requestedOf([other, { type }])).toHaveLength(1);
});
