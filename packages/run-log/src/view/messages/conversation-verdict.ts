/** A conversation in one sentence, and the message to land on. */
import { countOf, formatCount, literal, masker } from '@openwop-inspector/base';
import type { MessageRow } from '../../index/message-rows.ts';
import type { SentencePart, Verdict } from '../failure-text.ts';
import type { LoadedLog } from '../loaded-log.ts';
import { counted, type Interaction, interactionsOf, lastState, messagesOf } from './conversation.ts';

const plain = (text: string): SentencePart => ({ text: masker.text(text), kind: 'plain' });
const strong = (text: string): SentencePart => ({ text: masker.text(text), kind: 'strong' });
const code = (text: string): SentencePart => ({ text: masker.text(text), kind: 'code' });

/** Worst first: the order in which states are named. */
const STATES = [
  'failed',
  'canceled',
  'needs_input',
  'submitted',
  'working',
  'unopened',
  'completed',
] as const;
const WORDS: Readonly<Record<string, string>> = { needs_input: 'waiting for input' };

type Standing = Pick<Verdict, 'tone'> & {
  readonly title: 'Refused' | 'Failed' | 'Open' | 'Completed' | 'Messages';
};

/** What the messages of a log come to (agh 2, 5). O(messages). */
export function conversationVerdict(log: LoadedLog): Verdict {
  const rows = messagesOf(log);
  const interactions = interactionsOf(log);
  const refused = rows.filter(({ judged }) => judged?.status === 'rejected');
  const standing = standingOf(rows, interactions, refused);
  const failed = interactions.find((one) => lastState(one) === 'failed')?.rows.at(-1);
  return {
    tone: standing.tone,
    title: literal(standing.title),
    sentence: [...subject(log, rows), ...interactionParts(interactions), ...refusedParts(refused)],
    landOn: (refused[0] ?? failed ?? rows[0])?.ordinal ?? null,
    chainStart: null,
    cause: null,
    causes: null,
  };
}

function standingOf(
  rows: readonly MessageRow[],
  interactions: readonly Interaction[],
  refused: readonly MessageRow[],
): Standing {
  const states = interactions.map(lastState);
  if (states.includes('failed')) return { tone: 'failed', title: 'Failed' };
  if (refused.length > 0) return { tone: 'warning', title: 'Refused' };
  if (rows.every(({ judged }) => judged === null)) return { tone: 'unknown', title: 'Messages' };
  if (states.length === 0) return { tone: 'ok', title: 'Messages' };
  const isOver = states.every((state) => state === 'completed' || state === 'canceled');
  return isOver ? { tone: 'ok', title: 'Completed' } : { tone: 'running', title: 'Open' };
}

function subject({ index }: LoadedLog, rows: readonly MessageRow[]): SentencePart[] {
  const channels = new Set(rows.map(({ ordinal }) => index.columns.run[ordinal]));
  const [first] = rows;
  const named = channels.size === 1 && first !== undefined ? index.runIdOf(first.ordinal) : '';
  const where =
    named === ''
      ? [plain(` in ${countOf(channels.size, 'channel')}`)]
      : [plain(' in '), { text: named, kind: 'code' as const }];
  return [strong(countOf(rows.length, 'message')), ...where];
}

function interactionParts(interactions: readonly Interaction[]): SentencePart[] {
  if (interactions.length === 0) return [plain('; no interaction.')];
  const counts = counted(interactions.map((one) => lastState(one) ?? 'without a state'));
  const [only] = interactions.length === 1 ? interactions : [];
  if (only !== undefined) {
    const state = lastState(only) ?? 'without a state';
    return [plain(`; 1 interaction, ${WORDS[state] ?? state}.`)];
  }
  const words = [...STATES, 'without a state'].flatMap((state) => {
    const number = counts[state] ?? 0;
    return number === 0 ? [] : [`${formatCount(number)} ${WORDS[state] ?? state}`];
  });
  return [plain(`; ${countOf(interactions.length, 'interaction')}: ${words.join(', ')}.`)];
}

function refusedParts(refused: readonly MessageRow[]): SentencePart[] {
  const [first] = refused;
  if (first === undefined) return [];
  const words =
    refused.length === 1 ? ' 1 message is refused' : ` ${formatCount(refused.length)} messages are refused`;
  const which = refused.length === 1 ? ': no ' : ', the first is no ';
  return [
    strong(words),
    plain(`${which}${formatCount(first.number)}, `),
    code(first.judged?.reason ?? ''),
    plain('.'),
  ];
}
