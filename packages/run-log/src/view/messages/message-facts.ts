/** One message with what surrounds it: its interaction at that time, answers, receipts, peers of the channel (agh 5, 6). */
import { masker } from '@openwop-inspector/base';
import type { MessageRow } from '../../index/message-rows.ts';
import type { MessageFacts, PeerCardRow, PlacedMessage, StateChange } from '../../message-answers.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { messagesOf } from './conversation.ts';

const MAX_STATES = 200;
const MAX_LISTED = 100;

/** Null for the row of an event. O(messages). */
export function messageFacts(log: LoadedLog, ordinal: number): MessageFacts | null {
  const { index } = log;
  const row = index.messages.of(ordinal);
  if (row === null) return null;
  const rows = messagesOf(log);
  const { run } = index.columns;
  return {
    placed: placed(log, row),
    to: shown(row.to),
    channel: index.runIdOf(ordinal),
    dialect: shown(row.judged?.dialect ?? null),
    digestFits: row.judged?.digestFits ?? null,
    interaction: interactionAt(log, row, rows),
    causeField: row.causeField,
    answers: rows
      .filter((one) => one.forId === null && index.messages.causeOf(one)?.row === row && one !== row)
      .slice(0, MAX_LISTED)
      .map((one) => placed(log, one)),
    receipts: index.messages
      .receiptsOf(row)
      .slice(0, MAX_LISTED)
      .map((one) => ({ ...placed(log, one), says: masker.text(one.judged?.receipt ?? 'not judged') })),
    peers: peersOf(
      log,
      rows.filter((one) => one.number <= row.number && run[one.ordinal] === run[ordinal]),
    ),
  };
}

function shown(text: string | null) {
  return text === null ? null : masker.identity(text);
}

function placed({ index }: LoadedLog, { ordinal, number, from }: MessageRow): PlacedMessage {
  return { ordinal, sequence: number, kind: index.shownTypeOf(ordinal), from: shown(from) };
}

/** The interaction of a message, with each message that changed its state. */
function interactionAt(
  log: LoadedLog,
  row: MessageRow,
  rows: readonly MessageRow[],
): MessageFacts['interaction'] {
  const { run, node } = log.index.columns;
  const id = log.index.nodeIdOf(row.ordinal);
  if (id === null) return null;
  const states: StateChange[] = [];
  let last: string | null = null;
  for (const one of rows) {
    if (run[one.ordinal] !== run[row.ordinal] || node[one.ordinal] !== node[row.ordinal]) continue;
    const state = one.judged?.state ?? null;
    if (state === null || state === last) continue;
    last = state;
    if (states.length < MAX_STATES) states.push({ state: masker.text(state), by: placed(log, one) });
  }
  return { id, state: shown(row.judged?.state ?? null), states };
}

/** The last card of each peer. */
function peersOf(log: LoadedLog, rows: readonly MessageRow[]): readonly PeerCardRow[] {
  const cards = new Map<string, PeerCardRow>();
  for (const row of rows) {
    const card = row.judged?.card ?? null;
    if (card === null || row.judged?.status !== 'accepted') continue;
    if (cards.size >= MAX_LISTED && !cards.has(card.peerId)) continue;
    cards.set(card.peerId, {
      peerId: masker.identity(card.peerId),
      displayName: card.displayName === null ? null : masker.text(card.displayName.slice(0, 128)),
      capabilities: card.capabilities.map((name) => masker.text(name.slice(0, 128))),
      by: placed(log, row),
    });
  }
  return [...cards.values()];
}
