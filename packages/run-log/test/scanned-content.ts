/** What a scanner makes of bytes, as plain data, for comparing one with another. */
import { FLAG } from '../src/index/event-columns.ts';
import { openRunLog, type RunLog } from '../src/index.ts';
import type { ScannerChoice } from '../src/read/read-source.ts';
import { type ByteSource, bytesSource } from '../src/source/byte-source.ts';

/** A source that gives at most this many bytes at a read from front to back. */
export function inPieces(bytes: Uint8Array, most: number): ByteSource {
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

export async function openedWith(source: ByteSource, scanner: ScannerChoice): Promise<RunLog> {
  const log = openRunLog(source, { scanner });
  await log.loaded;
  await log.runChecks();
  return log;
}

const COLUMNS = [
  'offset',
  'byteLength',
  'sequence',
  'time',
  'type',
  'node',
  'run',
  'line',
  'source',
  'idA',
  'idB',
  'causeA',
  'causeB',
] as const;

/** All that a scanner fills, and what the checks make of it. */
export async function contentOf(log: RunLog): Promise<Record<string, unknown>> {
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
