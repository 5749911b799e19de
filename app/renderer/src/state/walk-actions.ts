import { formatSequence, unreachable } from '@openwop-inspector/base';
import type { CausalChain, ChainNode } from '@openwop-inspector/run-log';
import { askWorker } from '../worker/client.ts';
import { clearHint, showHint } from './hint-store.ts';
import { sessionOf } from './sessions-store.ts';
import { jump, jumpTo } from './travel.ts';
import { selectEvent, selectProblem } from './view-actions.ts';
import { viewOf } from './view-store.ts';

export type CausalStep = 'cause' | 'effect' | 'start';

const NOTHING: Record<CausalStep, string> = {
  cause: 'has no cause in this log',
  effect: 'caused nothing in this log',
  start: 'has no start of its chain but itself',
};

let lastStep: Promise<void> = Promise.resolve();

/** Each step begins where the one before it ended, also when keys come quicker than answers. */
function inTurn(step: () => Promise<void>): Promise<void> {
  const next = lastStep.then(step);
  lastStep = next.catch(() => undefined); // reported to the caller of that step
  return next;
}

/** Goes from the selected event to its cause, its first effect or where its chain starts; says so when there is none. */
export function walkCausally(sessionId: string, step: CausalStep): Promise<void> {
  return inTurn(() => stepCausally(sessionId, step));
}

async function stepCausally(sessionId: string, step: CausalStep): Promise<void> {
  const { selected } = viewOf(sessionId);
  if (selected === null) return showHint('Select an event first.');
  const chain = await askWorker('chain', {
    sessionId,
    target: { kind: 'event', ordinal: selected },
    descendantLimit: 20,
  });
  if (chain === null) return;
  const next = eventAfter(chain, step);
  if (next !== null && next !== selected) {
    clearHint();
    return jumpTo(sessionId, next);
  }
  if (step === 'start' && chain.chainStart === null)
    return showHint('The causes lead in a circle: no start.');
  const omitted = chain.causationOmitted ? ': its host recorded no causes' : '';
  showHint(`Event ${nameOf(chain.target)} ${NOTHING[step]}${omitted}.`);
}

/** Ordinal of the event a step leads to; envelopes on the way are passed. */
export function eventAfter(chain: CausalChain, step: CausalStep): number | null {
  switch (step) {
    case 'start':
      return chain.chainStart === null ? null : ordinalOf(chain.chainStart);
    case 'cause':
      return firstEvent(chain.ancestors.map((link) => link.node));
    case 'effect':
      return firstEvent(chain.descendants.map((link) => link.node));
    default:
      return unreachable(step);
  }
}

function firstEvent(nodes: readonly ChainNode[]): number | null {
  for (const node of nodes) {
    const ordinal = ordinalOf(node);
    if (ordinal !== null) return ordinal;
  }
  return null;
}

const ordinalOf = (node: ChainNode): number | null => (node.kind === 'event' ? node.row.ordinal : null);

const nameOf = (node: ChainNode): string => (node.kind === 'event' ? formatSequence(node.row.sequence) : '');

/** Goes from the selected event to the one that brought the untrusted content; says so when there is none. */
export function goToTaint(sessionId: string): Promise<void> {
  return inTurn(() => stepToTaint(sessionId));
}

async function stepToTaint(sessionId: string): Promise<void> {
  const { selected } = viewOf(sessionId);
  if (selected === null) return showHint('Select an event first.');
  const { level, source } = await askWorker('trust', { sessionId, ordinal: selected });
  if (level !== 'untrusted') return showHint('This event is not untrusted.');
  if (source === null) return showHint('This log does not record where the taint came from.');
  if (source.ordinal === selected) return showHint('The taint came into the run with this event.');
  clearHint();
  jumpTo(sessionId, source.ordinal);
}

/** Goes to the next or previous event that is a failure or has a problem, round the ends. */
export function stepProblem(sessionId: string, direction: 1 | -1): Promise<void> {
  return inTurn(() => goToProblem(sessionId, direction));
}

async function goToProblem(sessionId: string, direction: 1 | -1): Promise<void> {
  const fromOrdinal = viewOf(sessionId).selected;
  const stop = await askWorker('stepProblem', { sessionId, fromOrdinal, direction });
  if (stop === null) return showHint('No event in this log is a failure or has a problem.');
  clearHint();
  const { problem, ordinal } = stop;
  jump(() => (problem === null ? selectEvent(sessionId, ordinal) : selectProblem(sessionId, problem)));
}

/** Goes to the event that the verdict points at: the failure of a failed run. */
export function goToFailure(sessionId: string): Promise<void> {
  return inTurn(async () => {
    const session = sessionOf(sessionId);
    const landOn = (session?.ofRun ?? session?.summary)?.verdict.landOn ?? null;
    if (landOn === null) return showHint('The verdict points at no event.');
    clearHint();
    jumpTo(sessionId, landOn);
  });
}
