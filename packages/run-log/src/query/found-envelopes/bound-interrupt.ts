/** The interrupt that a surface or a question is an answer to (envelope 7.3, run-events 3.2.3). */

import { masker, member } from '@openwop-inspector/base';
import { Fields } from '@openwop-inspector/events';
import { foldedType } from '@openwop-inspector/protocol';
import type { LoadedLog } from '../loaded-log.ts';
import { maskedOrNull } from '../payload/json-members.ts';
import type { PayloadReader } from '../payload/read-payload.ts';
import { rowsBefore, rowsBehind } from '../rows/rows.ts';
import type { FoundEnvelope } from './envelopes-in-event.ts';

type Interrupt = NonNullable<FoundEnvelope['interrupt']>;

/** Events inspected before and behind the envelope. */
const MAX_BACK = 20_000;
const MAX_AHEAD = 1_000;

/** What a type does to the wait of a node. */
const ASKS: ReadonlySet<string> = new Set(['interrupt.requested', 'node.suspended', 'approval.requested']);
const ENDS: ReadonlySet<string> = new Set([
  'interrupt.resolved',
  'node.resumed',
  'node.started',
  'node.completed',
  'node.failed',
  'node.cancelled',
]);

/**
 * The interrupt an envelope at an event is bound to: the event itself, else the one its node waits with there, else the
 * next of the node before it continues. For an envelope without a node any wait of the run counts, the latest first.
 */
export async function boundInterrupt(reader: PayloadReader, ordinal: number): Promise<Interrupt | null> {
  const { log } = reader;
  const row = interruptRow(log, ordinal);
  if (row < 0) return null;
  const payload = (await reader.read(row))?.payload;
  const { index } = log;
  const kind = new Fields(payload).text('kind', 128);
  const type = index.typeOf(row);
  return {
    kind: masker.text(kind || (type === 'approval.requested' ? 'approval' : '')),
    nodeId: index.nodeIdOf(row),
    resumeSchema: maskedOrNull(member(payload, 'resumeSchema')),
  };
}

/** The event that asks for the answer of an envelope, as `boundInterrupt`; -1 for none. O(21,000 events). */
export function interruptRow(log: LoadedLog, ordinal: number): number {
  if (wordOf(log, ordinal) === 'asks') return ordinal;
  const before = openBefore(log, ordinal);
  return before >= 0 ? before : requestAfter(log, ordinal);
}

/** The wait that is open at an event; of several events about it the one that says most. */
function openBefore(log: LoadedLog, ordinal: number): number {
  const { node } = log.index.columns;
  const ended = new Set<number>();
  for (const row of rowsBefore(log, ordinal, MAX_BACK)) {
    const own = node[row] as number;
    if (own === 0 || (node[ordinal] !== 0 && own !== node[ordinal])) continue;
    const word = wordOf(log, row);
    if (word === 'ends') {
      if (node[ordinal] !== 0) return -1;
      ended.add(own);
    } else if (word === 'asks' && !ended.has(own)) return fullest(log, row);
  }
  return -1;
}

/** `interrupt.requested` is directly before `node.suspended` and has the schema. */
function fullest(log: LoadedLog, row: number): number {
  const { node, type } = log.index.columns;
  const requested = log.index.types.find('interrupt.requested');
  if (type[row] === requested) return row;
  for (const other of rowsBefore(log, row, 8)) {
    if (node[other] === node[row] && type[other] === requested) return other;
  }
  return row;
}

function requestAfter(log: LoadedLog, ordinal: number): number {
  const { node } = log.index.columns;
  if (node[ordinal] === 0) return -1;
  for (const row of rowsBehind(log, ordinal, MAX_AHEAD)) {
    if (node[row] !== node[ordinal]) continue;
    const word = wordOf(log, row);
    if (word === 'ends') return -1;
    if (word === 'asks') return row;
  }
  return -1;
}

function wordOf(log: LoadedLog, row: number): 'asks' | 'ends' | null {
  const type = foldedType(log.index.typeOf(row));
  return ASKS.has(type) ? 'asks' : ENDS.has(type) ? 'ends' : null;
}
