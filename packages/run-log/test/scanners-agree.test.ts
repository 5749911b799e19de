/** Both scanners read the same out of the same bytes: columns, names, causes, problems (bundles-and-transport section 1). */
import { expect, test } from 'vitest';
import { FLAG } from '../src/index/event-columns.ts';
import { openRunLog, type RunLog } from '../src/index.ts';
import type { ScannerChoice } from '../src/read/read-source.ts';
import { type ByteSource, bytesSource } from '../src/source/byte-source.ts';
import { hostileBundle, hostileLines } from './hostile-events.ts';

/** A source that gives at most so many bytes at a read from front to back. */
function inPieces(bytes: Uint8Array, most: number): ByteSource {
  const source = bytesSource('log', bytes);
  return {
    ...source,
    readInto: (target, at, length, offset) => {
      const piece = bytes.subarray(offset, offset + Math.min(length, most));
      target.set(piece, at);
      return Promise.resolve(piece.length);
    },
  };
}

async function opened(source: ByteSource, scanner: ScannerChoice): Promise<RunLog> {
  const log = openRunLog(source, { scanner });
  await log.loaded;
  await log.runChecks();
  return log;
}

const COLUMNS = [
  ...(['offset', 'byteLength', 'sequence', 'time', 'type', 'node', 'run', 'line', 'source'] as const),
  ...(['idA', 'idB', 'causeA', 'causeB'] as const),
];

/** All that a scanner fills, and what the checks make of it. */
async function contentOf(log: RunLog): Promise<Record<string, unknown>> {
  const { index, graph } = log;
  const { columns, length } = { columns: index.columns, length: index.columns.length };
  return {
    length,
    ...Object.fromEntries(COLUMNS.map((name) => [name, [...columns[name].subarray(0, length)]])),
    flags: [...columns.flags.subarray(0, length)].map((flags) => flags & ~FLAG.mayHoldSecret),
    types: index.types.all(),
    nodes: index.nodes.all(),
    runs: index.runs.all(),
    counts: [index.entries, index.dropped, index.unreadable, index.aghMessages, index.deltas],
    envelopes: index.envelopes,
    causes: graph === null ? null : [...graph.parent.subarray(0, length)],
    problems: await log.allProblems(),
    groups: log.problemGroups(),
  };
}

async function compare(bytes: Uint8Array, most: number): Promise<number> {
  const fast = await opened(inPieces(bytes, most), 'fast');
  const plain = await opened(inPieces(bytes, most), 'plain');
  expect(await contentOf(fast)).toEqual(await contentOf(plain));
  const { shape, length } = fast.index.columns;
  return shape.subarray(0, length).filter((number) => number > 0).length;
}

/** Of a log and in all: more with `SCANNED_EVENTS=1000000`. */
const PER_LOG = 400;
const LOGS = Math.ceil(Number(process.env.SCANNED_EVENTS ?? 40_000) / PER_LOG / 2);
const PIECES = [1, 7, 61, 4096, 1 << 20];

test('lines are read alike', async () => {
  let taken = 0;
  for (let seed = 1; seed <= LOGS; seed++) {
    const count = PIECES[seed % 5] === 1 ? 12 : PER_LOG;
    taken += await compare(hostileLines(seed, count), PIECES[seed % 5] as number);
  }
  // The fast scanner has taken a good part of them, or nothing was compared.
  expect(taken).toBeGreaterThan(LOGS * 40);
}, 600_000);

test('bundles are read alike', async () => {
  let taken = 0;
  for (let seed = 1; seed <= LOGS; seed++) {
    const count = PIECES[seed % 5] === 1 ? 12 : PER_LOG;
    taken += await compare(hostileBundle(seed, count), PIECES[seed % 5] as number);
  }
  expect(taken).toBeGreaterThan(LOGS * 40);
}, 600_000);
