import type { StoredEvent } from '../runs/stored-event.ts';
import type { Page, Told } from './dialect.ts';

type TellEvent = (event: StoredEvent) => Told;

/** `{runId, events, lastEventSeq, runStatus, isTerminal}`. */
export function specPoll(tell: TellEvent) {
  return ({ run, events, saysTerminal }: Page): Told => ({
    runId: run.runId,
    events: events.map(tell),
    lastEventSeq: run.lastSequence,
    runStatus: run.status,
    isTerminal: saysTerminal,
  });
}

/** `{events, isComplete}`; `isComplete` means that the run has ended, not that the page is the last. */
export function shortPoll(tell: TellEvent) {
  return ({ events, saysTerminal }: Page): Told => ({ events: events.map(tell), isComplete: saysTerminal });
}

/** The spec's form and `isComplete`, which is true only for an empty page of a run that has ended. */
export function pythonPoll(tell: TellEvent) {
  const spec = specPoll(tell);
  return (page: Page): Told => ({ ...spec(page), isComplete: page.saysTerminal && page.events.length === 0 });
}
