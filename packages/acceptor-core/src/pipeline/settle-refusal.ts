/** What a refusal records and counts (acceptor 2.0). */
import type { ProjectedEvent, StepId } from '../accept-result.ts';
import type { ShownNames } from '../events/event-writer.ts';
import { capBreached, nodeFailed, runFailed, warningLogged } from '../events/refusal-events.ts';
import type { Refused } from './ending.ts';
import { refusalOutcome } from './refusal-outcome.ts';
import type { Settled } from './settled.ts';
import { nodeOf, type Work, warn } from './work.ts';

/** Steps whose refusals use up schema rounds. */
const COUNTED: ReadonlySet<StepId> = new Set<StepId>(['kind', 'schema-version', 'payload']);
/** Steps before the redaction that may refuse what would otherwise have been a repeat. */
const BEFORE_REPEAT: ReadonlySet<StepId> = new Set<StepId>(['kind', 'schema-version', 'payload', 'contract']);

/** Settles a refusal under the profiles lenient and strict. */
export function settleRefusal(work: Work, names: ShownNames, ending: Refused): Settled {
  const { correlationId, known, memory, step, type } = work;
  if (BEFORE_REPEAT.has(step) && known !== null && known.type === type) {
    warn(
      work,
      'would_have_been_replay',
      'The first envelope of this correlationId was accepted.',
      '/correlationId',
    );
  }
  if (correlationId !== null && !memory.known.has(correlationId)) memory.refused.add(correlationId);
  const events = eventsOf(work, names, ending, step);
  return {
    status: ending.status,
    code: ending.code,
    outcome: refusalOutcome(names, ending),
    events,
    isReplay: false,
  };
}

function eventsOf(work: Work, names: ShownNames, ending: Refused, step: StepId): readonly ProjectedEvent[] {
  if (COUNTED.has(step)) return countedRefusal(work, names, ending);
  const failed = () => nodeFailed(work, names, ending, ending.code);
  switch (step) {
    case 'parse':
    case 'shape':
      return hasBudget(work) ? [] : [failed()];
    case 'contract':
      return gateEvents(work, names, ending);
    case 'limits':
      work.memory.isTurnStopped = true;
      return [breachOf(work, names, ending), failed()];
    case 'trust':
      return [warningLogged(work, names, ending)];
    case 'route':
      return [failed(), runFailed(work, names, ending)];
    default:
      return [failed()];
  }
}

/** With budget left the model may correct itself and nothing is recorded; without, the limit is breached. */
function countedRefusal(work: Work, names: ShownNames, ending: Refused): readonly ProjectedEvent[] {
  const node = nodeOf(work);
  if (hasBudget(work)) {
    node.schemaRounds++;
    return [];
  }
  const limit = work.settings.caps.schemaRounds;
  const breach = { kind: 'schema', limit, observed: node.schemaRounds + 1, nodeId: names.nodeId };
  return [capBreached(work, names, breach), nodeFailed(work, names, ending, ending.code)];
}

function hasBudget(work: Work): boolean {
  return nodeOf(work).schemaRounds < work.settings.caps.schemaRounds;
}

function gateEvents(work: Work, names: ShownNames, ending: Refused): readonly ProjectedEvent[] {
  if (ending.gate?.refusalMode === 'discard-and-warn') return [warningLogged(work, names, ending)];
  work.memory.isTurnStopped = true;
  return [nodeFailed(work, names, ending, ending.code)];
}

function breachOf(work: Work, names: ShownNames, { cap, capKind }: Refused): ProjectedEvent {
  const { memory } = work;
  const node = nodeOf(work);
  const used =
    capKind === 'envelopes'
      ? memory.envelopesPerTurn
      : capKind === 'schema'
        ? node.schemaRounds
        : node.clarificationRounds;
  const breach = { kind: capKind ?? '', limit: cap, observed: used + 1 };
  return capBreached(work, names, capKind === 'envelopes' ? breach : { ...breach, nodeId: names.nodeId });
}
