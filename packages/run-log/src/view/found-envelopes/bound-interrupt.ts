/** The interrupt that a surface or a question is an answer to (envelope 7.3, run-events 3.2.3). */

import { isRecord, masker } from '@openwop-inspector/base';
import { foldedType } from '@openwop-inspector/protocol';
import type { FoundEnvelope } from '../../content-answers.ts';
import { isTooDeep } from '../json/too-deep.ts';
import type { LoadedLog } from '../loaded-log.ts';
import type { PayloadReader } from '../read-payload.ts';
import { runBounds } from '../run-bounds.ts';
import { Fields } from '../summaries/fields.ts';

type Interrupt = NonNullable<FoundEnvelope['interrupt']>;

/** Events looked at before and behind the envelope. */
const LOOKED_BACK = 20_000;
const LOOKED_AHEAD = 1_000;

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
 * next of the node before it goes on. For an envelope without a node any wait of the run counts, the latest first.
 */
export async function boundInterrupt(
  log: LoadedLog,
  reader: PayloadReader,
  ordinal: number,
): Promise<Interrupt | null> {
  const row = interruptRow(log, ordinal);
  if (row < 0) return null;
  const payload = (await reader.read(row))?.payload;
  const { index } = log;
  const node = index.columns.node[row] as number;
  const kind = new Fields(payload).text('kind', 128);
  const type = index.types.textOf(index.columns.type[row] as number);
  const schema = isRecord(payload) && Object.hasOwn(payload, 'resumeSchema') ? payload.resumeSchema : null;
  return {
    kind: masker.text(kind || (type === 'approval.requested' ? 'approval' : '')),
    nodeId: node === 0 ? null : index.nodes.shownOf(node),
    resumeSchema: isTooDeep(schema) ? null : masker.value(schema).value,
  };
}

function interruptRow(log: LoadedLog, ordinal: number): number {
  if (wordOf(log, ordinal) === 'asks') return ordinal;
  const before = openBefore(log, ordinal);
  return before >= 0 ? before : askedBehind(log, ordinal);
}

/** The wait that is open at an event; of several events about it the one that says most. */
function openBefore(log: LoadedLog, ordinal: number): number {
  const { node } = log.index.columns;
  const rows = runBounds(log, ordinal);
  const at = log.order.indexOf(ordinal);
  const ended = new Set<number>();
  for (let i = at - 1; i >= rows.from && i > at - LOOKED_BACK; i--) {
    const row = log.order.ordinalAt(i);
    const own = node[row] as number;
    if (own === 0 || (node[ordinal] !== 0 && own !== node[ordinal])) continue;
    const word = wordOf(log, row);
    if (word === 'ends') {
      if (node[ordinal] !== 0) return -1;
      ended.add(own);
    } else if (word === 'asks' && !ended.has(own)) return fullest(log, row, rows.from);
  }
  return -1;
}

/** `interrupt.requested` stands directly before `node.suspended` and holds the schema. */
function fullest(log: LoadedLog, row: number, from: number): number {
  const { node, type } = log.index.columns;
  const requested = log.index.types.find('interrupt.requested');
  const at = log.order.indexOf(row);
  for (let i = at; i >= from && i > at - 8; i--) {
    const other = log.order.ordinalAt(i);
    if (node[other] === node[row] && type[other] === requested) return other;
  }
  return row;
}

function askedBehind(log: LoadedLog, ordinal: number): number {
  const { node } = log.index.columns;
  if (node[ordinal] === 0) return -1;
  const rows = runBounds(log, ordinal);
  const at = log.order.indexOf(ordinal);
  for (let i = at + 1; i < rows.to && i < at + LOOKED_AHEAD; i++) {
    const row = log.order.ordinalAt(i);
    if (node[row] !== node[ordinal]) continue;
    const word = wordOf(log, row);
    if (word === 'ends') return -1;
    if (word === 'asks') return row;
  }
  return -1;
}

function wordOf(log: LoadedLog, row: number): 'asks' | 'ends' | null {
  const type = foldedType(log.index.types.textOf(log.index.columns.type[row] as number));
  return ASKS.has(type) ? 'asks' : ENDS.has(type) ? 'ends' : null;
}
