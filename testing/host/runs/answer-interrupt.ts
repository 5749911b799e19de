import { isRecord, member, ownString } from '@openwop-inspector/base';
import type { Answer, Dialect } from '../dialects/dialect.ts';
import { answered, invalid, refused } from '../http/route.ts';
import type { HostedRun } from './hosted-run.ts';
import type { OpenInterrupt } from './script.ts';

/** What the user answers, put to the run: refused, stored as a vote, or the run continues (section 8). */
export function answerInterrupt(
  dialect: Dialect,
  run: HostedRun,
  interrupt: OpenInterrupt,
  body: unknown,
): Answer {
  if (!isRecord(body) || !Object.hasOwn(body, 'resumeValue')) return invalid('The body needs a resumeValue');
  const { resumeValue } = body;
  const { kind, data } = interrupt;
  if (kind.startsWith('conversation')) return converse(dialect, run, interrupt, resumeValue);
  let refusal: Answer | null = null;
  if (kind === 'approval') refusal = refusalOfDecision(interrupt, resumeValue);
  else if (kind === 'clarification' && !Object.hasOwn(data, 'surface'))
    refusal = refusalOfAnswers(dialect.interrupts.answers, interrupt, resumeValue);
  if (refusal !== null) return refusal;
  const statusBefore = run.status;
  const outcome = decide(run, interrupt, resumeValue);
  return answered(dialect.interrupts.answered(run, interrupt, outcome, statusBefore));
}

/** How an interrupt is refused that is no longer open, by node or by token. */
export function refusalOfClosed(dialect: Dialect, { state }: OpenInterrupt, by: 'node' | 'token'): Answer {
  if (state === 'expired') return refused(410, 'interrupt_expired', 'The interrupt has run out of time');
  if (state === 'gone') {
    return dialect.name === 'app'
      ? refused(422, 'interrupt_cancelled', 'The run was cancelled')
      : refused(410, 'interrupt_gone', 'The run was cancelled');
  }
  if (by === 'node' && dialect.interrupts.resolvedByNode === 404)
    return refused(404, 'interrupt_not_found', 'No open interrupt at this node');
  return refused(409, 'interrupt_already_resolved', 'The interrupt is already resolved');
}

function refusalOfDecision({ data }: OpenInterrupt, value: unknown): Answer | null {
  const allowed = Array.isArray(data.actions) ? data.actions : ['accept', 'reject'];
  const action = ownString(value, 'action');
  const wrong = (message: string) => invalid(message, { allowed, received: action });
  if (action === null || !allowed.includes(action))
    return wrong(
      `resumeValue.action MUST be one of [${allowed.join(', ')}]; received ${JSON.stringify(action)}.`,
    );
  if (action === 'refine' && ownString(member(value, 'refineFeedback'), 'scope') === null)
    return wrong('refine needs refineFeedback with a scope');
  if (action === 'edit-accept' && member(value, 'editedArtifactData') === undefined)
    return wrong('edit-accept needs editedArtifactData');
  return null;
}

function refusalOfAnswers(
  wanted: 'object' | 'list' | 'anything',
  { data }: OpenInterrupt,
  value: unknown,
): Answer | null {
  if (wanted === 'anything') return null;
  const answers = member(value, 'answers');
  const questions = Array.isArray(data.questions) ? data.questions : [];
  const ids = questions.map((requested) => ownString(requested, 'id'));
  if (wanted === 'object') {
    // A list is read as an object too, and has no member of that name.
    const without = ids.find((id) => ownString(answers, id ?? '') === null);
    if (without === undefined) return null;
    return refused(422, 'validation_error', `Answer for question ${without} MUST be a string`);
  }
  if (!Array.isArray(answers)) return invalid('answers must be a list of {id, answer}');
  const given = answers.map((answer) => ownString(answer, 'id'));
  const missing = ids.find((id) => !given.includes(id));
  return missing === undefined ? null : invalid(`There is no answer to question ${missing}`);
}

/** The outcome, or null while more votes are needed or a question came back. */
function decide(run: HostedRun, interrupt: OpenInterrupt, resumeValue: unknown): string | null {
  const { kind, nodeId } = interrupt;
  const action = kind === 'approval' ? ownString(resumeValue, 'action') : null;
  if (action === 'ask') return null;
  if (action === 'refine') interrupt.accepts = 0;
  const isVote = action === 'accept' || action === 'edit-accept';
  if (isVote) {
    interrupt.accepts += 1;
    const { accepts, interruptId, requiredApprovals = 1 } = interrupt;
    if (requiredApprovals > 1) {
      const ledger = { accepts: Array.from({ length: accepts }, (_, i) => `voter-${i}`), rejects: [] };
      run.append([{ type: 'interrupt.vote.recorded', nodeId, payload: { interruptId, kind, ledger } }]);
    }
    if (accepts < requiredApprovals) return null;
  }
  const outcome = action === null || isVote ? 'accepted' : 'rejected';
  run.resolve(interrupt, { nodeId, kind, resumeValue, outcome });
  return outcome;
}

/** The recorded host's way to talk: `operation` exchange or close; the interrupt stays open until it is closed. */
function converse(dialect: Dialect, run: HostedRun, interrupt: OpenInterrupt, value: unknown): Answer {
  const { nodeId, kind } = interrupt;
  const { status } = run;
  const operation = ownString(value, 'operation');
  const content = member(member(value, 'turn'), 'content') ?? '';
  if (operation === 'close')
    run.resolve(interrupt, { nodeId, kind, resumeValue: value, outcome: 'accepted' });
  else if (operation !== 'exchange' || content === '')
    return refused(422, 'validation_error', 'Conversation exchange requires a non-empty turn.content.');
  else {
    interrupt.turns += 1;
    run.append(interrupt.onExchange?.(content, interrupt.turns) ?? []);
  }
  const turns = operation === 'close' ? interrupt.turns : interrupt.turns * 2;
  const before = operation === 'close' ? status : run.status;
  const reported = dialect.interrupts.answered(run, interrupt, null, before);
  return answered({ ...reported, conversation: { operation, turns } });
}
