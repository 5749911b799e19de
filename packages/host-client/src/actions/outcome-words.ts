/** What a host did, in one sentence, from the status and the body of its answer. */
import { countAt, member, objectAt, textAt, unreachable } from '@openwop-inspector/base';
import type { RunAction } from '../answers/actions.ts';

/** An answer that says yes. */
export interface TakenAnswer {
  readonly status: number;
  readonly json: unknown;
}

/** One sentence about an action that the host took. */
export function outcomeWords(action: RunAction, answer: TakenAnswer): string {
  switch (action.kind) {
    case 'resolve-interrupt':
      return answerWords(action.interruptKind, answer);
    case 'exchange':
      return exchangeWords(answer);
    case 'fork':
      return action.mode === 'replay'
        ? 'A replay was started as a new run.'
        : 'A branch was started as a new run.';
    case 'cancel':
      return cancelWords(answer);
    case 'pause':
      return pauseWords(action.drainPolicy, answer);
    case 'resume':
      return statusOf(answer) === 'running' ? 'The run goes on.' : 'The host accepted the resume request.';
    case 'annotate':
      return 'The annotation is stored.';
    default:
      return unreachable(action);
  }
}

function statusOf({ json }: TakenAnswer): string | null {
  return textAt(json, 'status');
}

/** Hosts answer 200 with the old status for a vote that was counted, and for one that decides a moment later. */
function answerWords(kind: string, answer: TakenAnswer): string {
  const status = statusOf(answer);
  const votes = countVotes(member(objectAt(answer.json, 'interrupt'), 'votes'));
  if (kind === 'approval' && status === 'waiting-approval') {
    const counted = votes === null ? '' : ` (${votes} so far)`;
    return `The vote is stored${counted}. The gate still waits, as the host answers.`;
  }
  if (status !== null && /^waiting-/.test(status))
    return 'The answer is stored. The run still waits, as the host answers.';
  if (answer.status === 202) return 'The host took the answer and will carry it out.';
  return 'The answer is taken. The run goes on.';
}

function countVotes(votes: unknown): number | null {
  if (Array.isArray(votes)) return votes.length;
  return typeof votes === 'number' && Number.isSafeInteger(votes) && votes >= 0 ? votes : null;
}

function exchangeWords({ json }: TakenAnswer): string {
  const turns = countAt(objectAt(json, 'conversation'), 'turns');
  return turns === null
    ? 'The message is sent.'
    : `The message is sent. The conversation has ${turns} turns.`;
}

function cancelWords(answer: TakenAnswer): string {
  const status = statusOf(answer);
  if (member(answer.json, 'alreadyTerminal') === true)
    return 'The run had ended before. Nothing was cancelled.';
  if (status === 'cancelled') return 'The run is cancelled.';
  if (status === 'completed' || status === 'failed') return `The run had ended before (${status}).`;
  return 'The run is being cancelled.';
}

function pauseWords(drainPolicy: 'drain-current-node' | 'immediate', answer: TakenAnswer): string {
  if (statusOf(answer) === 'paused') return 'The run is paused.';
  const when = drainPolicy === 'immediate' ? 'at once' : 'when the current node is done';
  return `The host accepted the request. The run pauses ${when}.`;
}
