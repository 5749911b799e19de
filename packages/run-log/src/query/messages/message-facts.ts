/** One message with what surrounds it: its interaction at that time, answers, receipts, peers of the channel (agh 5, 6). */
import { type MaskedText, masker } from '@openwop-inspector/base';
import type { MessageRow } from '../../index/message-rows.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { messagesOf } from './conversation.ts';

const MAX_STATES = 200;
const MAX_LISTED = 100;

/** The properties of one message that are not in its row. */
export type MessageFacts = NonNullable<ReturnType<typeof messageFacts>>;

/** Null for the row of an event. O(messages). */
export function messageFacts(log: LoadedLog, ordinal: number) {
  const { index } = log;
  const row = index.messages.of(ordinal);
  if (row === null) return null;
  const rows = messagesOf(log);
  const { run } = index.columns;
  return {
    placed: placed(log, row),
    to: displayed(row.to),
    channel: index.runIdOf(ordinal),
    /** The thread or direct room of the later dialect; null in the seed, where the lane is the interaction. */
    container: index.messages.dialects.ofFile.dialect === 'seed' ? null : index.nodeIdOf(ordinal),
    dialect: displayed(row.judged?.dialect ?? null),
    /** Whether the digest of a capability fits; null for other kinds and where its form is wrong. */
    digestFits: row.judged?.digestFits ?? null,
    interaction: interactionAt(log, row, rows),
    /** Field by which it names the message that led to it; null for none. */
    causeField: row.causeField,
    /** Messages that answer it by `reply_to` or follow from it, at most 100. */
    answers: rows
      .filter((one) => one.forId === null && index.messages.causeOf(one)?.row === row && one !== row)
      .slice(0, MAX_LISTED)
      .map((one) => placed(log, one)),
    /** Receipts of it, with what they say, at most 100. */
    receipts: index.messages
      .receiptsOf(row)
      .slice(0, MAX_LISTED)
      .map((one) => ({ ...placed(log, one), says: masker.text(one.judged?.receipt ?? 'not judged') })),
    /** Peers of its channel that have presented themselves by then, at most 100. */
    peers: peersOf(
      log,
      rows.filter((one) => one.number <= row.number && run[one.ordinal] === run[ordinal]),
    ),
  };
}

function displayed(text: string | null) {
  return text === null ? null : masker.identity(text);
}

/** A message by the number that it is displayed by. */
export type PlacedMessage = ReturnType<typeof placed>;

function placed({ index }: LoadedLog, { ordinal, number, from }: MessageRow) {
  return { ordinal, sequence: number, kind: index.typeLabelOf(ordinal), from: displayed(from) };
}

/** The interaction of a message, with each message that changed its state. */
function interactionAt(log: LoadedLog, row: MessageRow, rows: readonly MessageRow[]) {
  const { run } = log.index.columns;
  if (row.work === null || row.work === '') return null;
  const states = [];
  let last: string | null = null;
  for (const one of rows) {
    if (run[one.ordinal] !== run[row.ordinal] || one.work !== row.work) continue;
    const state = one.judged?.state ?? null;
    if (state === null || state === last) continue;
    last = state;
    if (states.length < MAX_STATES) states.push({ state: masker.text(state), by: placed(log, one) });
  }
  return {
    id: masker.identity(row.work),
    /** State after this message; null where it was not judged. */
    state: displayed(row.judged?.state ?? null),
    /** Every state of the interaction, first to last, at most 200. */
    states,
  };
}

/** A peer as it presents itself; nothing of it is verified (agh 7). */
export interface PeerCardRow {
  readonly peerId: MaskedText;
  readonly displayName: MaskedText | null;
  readonly capabilities: readonly MaskedText[];
  /** The last message that carried the card. */
  readonly by: PlacedMessage;
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
