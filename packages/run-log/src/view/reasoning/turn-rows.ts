/** The rows of one node that belong to the same turn as an event: one prompt and all that came of it. */
import { foldedType } from '@openwop-inspector/protocol';
import type { LoadedLog } from '../loaded-log.ts';
import { rowsBefore, rowsBehind } from '../run-bounds.ts';

/** Events looked at before and behind an event, and rows of the node that are kept. */
const LOOKED_AROUND = 20_000;
const KEPT = 5_000;

type Word = 'begins' | 'prompt' | 'other';

const WORDS: ReadonlyMap<string, Word> = new Map<string, Word>([
  ['node.started', 'begins'],
  ['node.resumed', 'begins'],
  ['node.retried', 'begins'],
  ['agent.promptResolved', 'prompt'],
  ['prompt.composed', 'prompt'],
]);

/** Types that are answers: a prompt behind one begins another turn. */
const ANSWERS =
  /^(?:agent\.(?!promptResolved|invocation)|output\.chunk|provider\.usage|envelope\.|log\.appended|ui\.a2ui-surface|(?:interrupt|clarification|approval)\.requested)/;

/**
 * Ordinals of the turn, in display order. A turn reaches from the start of the node, or from the prompts behind its last
 * answer, to the next start or prompt; retries do not end it, since they answer the same prompt. Only the event itself
 * when it belongs to no node. O(20,000 rows).
 */
export function turnRows(log: LoadedLog, ordinal: number): readonly number[] {
  if (log.index.columns.node[ordinal] === 0) return [ordinal];
  const back = rowsBack(log, ordinal);
  const ahead = rowsAhead(log, ordinal, back);
  return [...back, ...ahead];
}

function wordOf(log: LoadedLog, row: number): Word {
  return WORDS.get(typeOf(log, row)) ?? 'other';
}

function typeOf(log: LoadedLog, row: number): string {
  return foldedType(log.index.typeOf(row));
}

/** From the beginning of the turn up to the event, both included. */
function rowsBack(log: LoadedLog, ordinal: number): number[] {
  const { node } = log.index.columns;
  const out = [ordinal];
  let sawPrompt = wordOf(log, ordinal) === 'prompt';
  if (wordOf(log, ordinal) === 'begins') return out;
  for (const row of rowsBefore(log, ordinal, LOOKED_AROUND)) {
    if (out.length >= KEPT) break;
    if (node[row] !== node[ordinal]) continue;
    const word = wordOf(log, row);
    if (sawPrompt && ANSWERS.test(typeOf(log, row))) break;
    sawPrompt ||= word === 'prompt';
    out.push(row);
    if (word === 'begins') break;
  }
  return out.reverse();
}

/** Behind the event up to the end of the turn. */
function rowsAhead(log: LoadedLog, ordinal: number, back: readonly number[]): number[] {
  const { node } = log.index.columns;
  const out: number[] = [];
  let sawAnswer = back.some((row) => ANSWERS.test(typeOf(log, row)));
  for (const row of rowsBehind(log, ordinal, LOOKED_AROUND)) {
    if (out.length >= KEPT) break;
    if (node[row] !== node[ordinal]) continue;
    const word = wordOf(log, row);
    if (word === 'begins' || (word === 'prompt' && sawAnswer)) break;
    sawAnswer ||= ANSWERS.test(typeOf(log, row));
    out.push(row);
  }
  return out;
}
