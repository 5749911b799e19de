/** The rules of run-events.md that every log we make obeys. */
import type { RunEventDoc } from './samples.ts';

/** The types that end a run (run-events.md section 1.1, rule 5). */
const TERMINAL_TYPES: ReadonlySet<string> = new Set(['run.completed', 'run.failed', 'run.cancelled']);

/**
 * Checks what must hold of every log we make: sequences of a run are contiguous, it starts with `run.started` and ends
 * with its only terminal event, times do not go back, ids are unique, and every `causationId` names an event of the log
 * (met before) or an envelope of the run. Returns the broken rules in words, none for a good log.
 */
export function brokenRules(events: readonly RunEventDoc[]): readonly string[] {
  const broken: string[] = [];
  const met = new Set<string>();
  const runs = new Map<string, RunEventDoc>();
  const envelopes = new Map<string, RunEventDoc[]>();
  for (const event of events) {
    const place = `${event.runId} #${event.sequence} ${event.type}`;
    if (met.has(event.eventId)) broken.push(`${place}: eventId is not unique`);
    const before = runs.get(event.runId);
    broken.push(...brokenBetween(before, event).map((rule) => `${place}: ${rule}`));
    if (!resolves(event, met)) broken.push(`${place}: causationId ${event.causationId} names nothing`);
    if (event.causationId !== undefined && !met.has(event.causationId))
      envelopes.set(event.causationId, [...(envelopes.get(event.causationId) ?? []), event]);
    met.add(event.eventId);
    runs.set(event.runId, event);
  }
  for (const last of runs.values())
    if (!TERMINAL_TYPES.has(last.type)) broken.push(`${last.runId}: ends with ${last.type}`);
  for (const [id, [first, second]] of envelopes) {
    if (second !== undefined || first === undefined || EFFECTS.has(first.type)) continue;
    broken.push(`${id}: its only effect is a ${first.type}, so no reader can tell that it is an envelope`);
  }
  return broken;
}

/** Types by which a reader knows an envelope that has one effect only (run-events.md section 4.2, rule 4). */
const EFFECTS: ReadonlySet<string> = new Set([
  'clarification.requested',
  'interrupt.requested',
  'log.appended',
  'artifact.created',
  'cap.breached',
  'node.failed',
]);

function brokenBetween(before: RunEventDoc | undefined, event: RunEventDoc): readonly string[] {
  if (before === undefined)
    return event.type === 'run.started' ? [] : ['the run does not start with run.started'];
  const broken: string[] = [];
  if (event.sequence !== before.sequence + 1) broken.push(`follows #${before.sequence}`);
  if (event.timestamp < before.timestamp) broken.push('time goes back');
  if (event.type === 'run.started') broken.push('run.started again');
  if (TERMINAL_TYPES.has(before.type)) broken.push(`is after ${before.type}`);
  return broken;
}

/** An event that was met, or a correlationId in the recommended form `runId:nodeId:turnIndex:kindHash`. */
function resolves(event: RunEventDoc, met: ReadonlySet<string>): boolean {
  const { causationId, runId, nodeId } = event;
  if (causationId === undefined || met.has(causationId)) return true;
  return causationId.startsWith(`${runId}:${nodeId}:`) && /:\d+:[0-9a-f]+$/.test(causationId);
}
