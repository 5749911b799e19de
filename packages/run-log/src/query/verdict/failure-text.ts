/** Failures, recoveries and what was prevented, as parts of the sentence of a verdict. */

import { countOf, formatCount, literal, type MaskedText, masker } from '@openwop-inspector/base';
import { clip, isSilent } from '@openwop-inspector/events';
import type { MessageRow } from '../../index/message-rows.ts';
import type { CauseRule, ChainEnding } from '../chain/chain-origin.ts';
import type { LoadedLog } from '../loaded-log.ts';
import {
  counted,
  type Interaction,
  interactionsOf,
  lastState,
  messagesOf,
} from '../messages/conversation.ts';
import type { FailureSource, FailureSummary } from './ending-failure.ts';
import type { FoldedRun, PreventedSummary } from './fold.ts';

/** A piece of a sentence: names as on the wire are set in monospace, the point of it in strong. */
export interface SentencePart {
  readonly text: MaskedText;
  readonly kind: 'plain' | 'code' | 'strong';
}

/** An event by its ordinal, with the number it is displayed by. */
export interface PlacedEvent {
  readonly ordinal: number;
  readonly sequence: number | null;
}

/** The earliest abnormal event of a chain of causes, and the rule by which it is one. */
export interface AbnormalCause extends PlacedEvent {
  readonly rule: CauseRule;
}

/** The run in one sentence, and where to land. */
export interface Verdict {
  readonly tone: 'failed' | 'ok' | 'waiting' | 'running' | 'warning' | 'unknown';
  /** One or two words: "Failed", "Completed", "Waiting for approval". */
  readonly title: MaskedText;
  readonly sentence: readonly SentencePart[];
  /** Event to select on opening; null when there is no event. */
  readonly landOn: number | null;
  /** Where the chain of causes of the failure begins: its topmost cause, when there is any in its run. */
  readonly chainStart: PlacedEvent | null;
  /** The earliest event of that chain that is itself abnormal, or of the chain in a failed child run; null when none is. */
  readonly cause: AbnormalCause | null;
  /** What is to be said of the causes of the failure; null when no failure is reported. */
  readonly causes: ChainEnding | null;
}

export const code = (text: string): SentencePart => ({ text: masker.text(text), kind: 'code' });
export const strong = (text: string): SentencePart => ({ text: masker.text(text), kind: 'strong' });
export const plain = (text: string): SentencePart => ({ text: masker.text(text), kind: 'plain' });

/** Where words come from that are not in the event itself. */
const SOURCE_WORDS: Readonly<Record<FailureSource, string>> = {
  event: '',
  'run.failed': ' (from the end of the run)',
  bundle: ' (from the bundle’s run)',
  snapshot: ' (from the snapshot)',
};

/** "Node x failed with y after 3 attempts: “message”." Our own word for a failure without a code is never displayed as one. */
export function failedParts(failure: FailureSummary, spent: string): SentencePart[] {
  const { nodeId, source, message, endedWith } = failure;
  const who = nodeId === null ? [] : [strong('Node '), code(clip(nodeId, 64))];
  const parts = [...who, ...whatParts(failure, nodeId === null ? 'The run failed' : ' failed', spent)];
  parts.push(...saidBy(message, source), plain('.'));
  if (source === null) parts.push(plain(' The host gives neither a code nor a message.'));
  if (endedWith !== undefined) {
    const from = endedWith.source === 'run.failed' ? null : endedWith.source;
    const said = saidBy(endedWith.message === message ? null : endedWith.message, from);
    parts.push(plain(' The run ended with '), code(clip(endedWith.code, 80)), ...said, plain('.'));
  }
  return parts;
}

/** " failed with y after 3 attempts", or without a code " failed after 3 attempts". */
function whatParts(
  failure: { readonly isCoded: boolean; readonly code: string },
  failed: string,
  spent: string,
) {
  const parts = failure.isCoded
    ? [strong(`${failed} with `), code(clip(failure.code, 80))]
    : [strong(failed)];
  return spent === '' ? parts : [...parts, plain(spent)];
}

/** ": “message” (from the bundle’s run)". The message is a part of its own: it may be read from right to left. */
function saidBy(message: string | null, source: FailureSource | null): SentencePart[] {
  const text = message === null ? '' : clip(message, 140);
  const from = plain(source === null ? '' : SOURCE_WORDS[source]);
  return text === '' ? [from] : [plain(': “'), plain(text), plain('”'), from];
}

/** Of a failed run whose log does not hold the failure: what the documents say. `isNamed`: the run is named before. */
export function failedWithoutEvent({ header, summary }: FoldedRun, isReported = false): SentencePart[] {
  const { error, source } = header;
  const where = summary.events === 0 ? 'The source holds no events.' : 'The log does not hold the failure.';
  const failed = isReported ? 'failed' : ' failed';
  if (error === null || isSilent(error)) return [strong(failed), plain(`. ${where}`)];
  return [...whatParts(error, failed, ''), ...saidBy(error.message, source), plain(`. ${where}`)];
}

/** " 1 failure recovered." */
export const recovered = (count: number): SentencePart[] =>
  count === 0 ? [] : [plain(` ${countOf(count, 'failure')} recovered.`)];

const PREVENTED: readonly (readonly [PreventedSummary['kind'], string, string])[] = [
  ['blocked', 'blocked', 'untrusted content must not answer an approval'],
  ['discarded', 'discarded', 'the node does not take its kind'],
  ['refused', 'refused', ''],
];

/** " 1 envelope was blocked: untrusted content must not answer an approval." Outcomes of one kind are counted together. */
export function prevented(outcomes: readonly PreventedSummary[]): SentencePart[] {
  const parts: SentencePart[] = [];
  for (const [kind, word, why] of PREVENTED) {
    const [count, least] = preventedCount(outcomes, kind);
    if (count === 0) continue;
    const verb = count === 1 ? 'was' : 'were';
    parts.push(strong(` ${least}${countOf(count, 'envelope')} ${verb} ${word}`));
    parts.push(plain(why === '' ? '.' : `: ${why}.`));
  }
  const [count, least] = preventedCount(outcomes, 'reported');
  if (count > 0) parts.push(plain(` The model answered with ${least}${countOf(count, 'error envelope')}.`));
  return parts;
}

function preventedCount(
  outcomes: readonly PreventedSummary[],
  kind: PreventedSummary['kind'],
): [number, string] {
  const own = outcomes.filter((outcome) => outcome.kind === kind);
  const count = own.reduce((sum, outcome) => sum + outcome.count, 0);
  return [count, own.some(({ isAtLeast }) => isAtLeast) ? 'at least ' : ''];
}

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
  const { dialect, isMixed } = index.messages.dialects.ofFile;
  const own = dialect === 'later' ? ', later dialect (workspaces, six kinds)' : '';
  const of = isMixed ? ', two dialects' : own;
  return [strong(countOf(rows.length, 'message')), ...where, plain(of)];
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
  const which = refused.length === 1 ? ': #' : ', the first is #';
  return [
    strong(words),
    plain(`${which}${formatCount(first.number)}, `),
    code(first.judged?.reason ?? ''),
    plain('.'),
  ];
}
