/** The messages of a log as a whole: channels, interactions with their states, what became of the messages (agh 5). */
import { type MaskedText, masker, storedIn } from '@openwop-inspector/base';
import { FLAG } from '../../index/event-columns.ts';
import type { MessageRow } from '../../index/message-rows.ts';
import type { LoadedLog } from '../loaded-log.ts';

const MAX_INTERACTIONS = 1_000;

/** The messages of a log, or of the channel that it is narrowed to, in the order of the file. */
export const messagesOf = ({ index, order }: LoadedLog): readonly MessageRow[] =>
  index.messages.rows.filter(({ ordinal }) => order.indexOf(ordinal) >= 0);

/** True when messages are all that a log holds. */
export function isConversation({ index, order }: LoadedLog): boolean {
  const { aghMessages } = index;
  if (aghMessages === 0 || order.length === 0) return false;
  if (aghMessages === index.events) return true;
  // Of a log with both, one channel or one run: its rows are all of one sort.
  const { columns } = index;
  const [first, last] = [order.ordinalAt(0), order.ordinalAt(order.length - 1)];
  return columns.run[first] === columns.run[last] && columns.has(first, FLAG.message);
}

/** An interaction with its messages. */
export interface Interaction {
  readonly run: number;
  /** Its id, as recorded. */
  readonly work: string;
  readonly rows: MessageRow[];
}

/** Interactions in the order of their first message. O(messages). */
export function interactionsOf(log: LoadedLog): readonly Interaction[] {
  const { run } = log.index.columns;
  const found = new Map<string, Interaction>();
  for (const row of messagesOf(log)) {
    const { work } = row;
    if (work === null || work === '') continue;
    const channel = run[row.ordinal] as number;
    storedIn(found, `${channel} ${work}`, () => ({ run: channel, work, rows: [] })).rows.push(row);
  }
  return [...found.values()];
}

/** State of an interaction behind its last message; null where none was judged. */
export const lastState = ({ rows }: Interaction): string | null =>
  rows.findLast(({ judged }) => (judged?.state ?? null) !== null)?.judged?.state ?? null;

/** The worst first: what a channel is, is what the worst of its interactions is. */
const STATUSES = ['failed', 'waiting-input', 'running', 'completed', 'cancelled'] as const;
const STATUS_OF: Readonly<Record<string, (typeof STATUSES)[number]>> = {
  failed: 'failed',
  needs_input: 'waiting-input',
  completed: 'completed',
  canceled: 'cancelled',
};

/** The status of each channel that has an interaction with a state, by the number of its run. O(messages). */
export function channelStatuses(log: LoadedLog): ReadonlyMap<number, MaskedText> {
  const worst = new Map<number, number>();
  for (const one of interactionsOf(log)) {
    const state = lastState(one);
    if (state === null) continue;
    const rank = STATUSES.indexOf(STATUS_OF[state] ?? 'running');
    worst.set(one.run, Math.min(rank, worst.get(one.run) ?? rank));
  }
  return new Map([...worst].map(([run, rank]) => [run, masker.text(STATUSES[rank] ?? 'unknown')]));
}

/** All messages of a log, or of one channel of it. */
export type ConversationSummary = NonNullable<ReturnType<typeof conversationOf>>;

/** Everything said of the messages as a whole; null for a log without any. O(messages). */
export function conversationOf(log: LoadedLog) {
  const rows = messagesOf(log);
  if (rows.length === 0) return null;
  const interactions = interactionsOf(log);
  const { index } = log;
  const channels = new Map<number, number>();
  for (const { ordinal } of rows) count(channels, index.columns.run[ordinal] as number);
  const judged = rows.flatMap((row) => (row.judged === null ? [] : [row.judged]));
  return {
    messages: rows.length,
    channels: [...channels].map(([run, messages]) => ({ channel: index.runs.labelOf(run), messages })),
    /** By first message, at most 1,000. */
    interactions: interactions.slice(0, MAX_INTERACTIONS).map((one) => interactionRow(log, one)),
    interactionTotal: interactions.length,
    /** Messages by their status; a status that none has is left out. Empty where none was checked. */
    byStatus: counted(judged.map(({ status }) => status)),
    /** Refused messages by their reason. */
    byReason: counted(judged.flatMap(({ reason }) => (reason === null ? [] : [reason]))),
    /** Dialects that are spoken (agh 9), by number of messages. */
    dialects: counted(judged.map(({ dialect }) => dialect)),
    /** The dialect of the log as a whole, by which its messages were judged. */
    dialect: index.messages.dialects.ofFile,
  };
}

/** One unit of delegated work (agh 5): a channel and an id in it. */
function interactionRow({ index }: LoadedLog, one: Interaction) {
  // The first message that was taken with a state of its own (agh 5).
  const opener = one.rows.find(({ judged }) => judged?.status === 'accepted' && judged.state === 'submitted');
  const state = lastState(one);
  return {
    channel: index.runs.labelOf(one.run),
    interactionId: masker.identity(one.work),
    /** Null in a lane whose opener is not in the file. */
    initiator: displayed(opener?.from),
    target: displayed(opener?.to),
    /** State at the end of the file; null where no message of it was judged. */
    state: displayed(state),
    messages: one.rows.length,
    firstOrdinal: one.rows[0]?.ordinal ?? -1,
  };
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** How often each word of ours occurs. */
export function counted(words: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) count(counts, word);
  return Object.fromEntries(counts);
}

/* One message with what surrounds it: its interaction at that time, answers, receipts, peers of the channel (agh 5, 6). */

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
  const byThen = rows.filter((one) => one.number <= row.number && run[one.ordinal] === run[ordinal]);
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
    peers: peersOf(log, byThen),
  };
}

const displayed = (text: string | null | undefined) =>
  text === null || text === undefined ? null : masker.identity(text);

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
