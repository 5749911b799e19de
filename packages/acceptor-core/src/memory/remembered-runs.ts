/** The runs an acceptor has met, each with its own memory: a correlationId means something inside one run only. */
import type { AcceptContext } from '../accept-context.ts';
import type { Settings } from '../pipeline/settings.ts';
import { keptOutcome } from './known-outcome.ts';
import { outcomesFromLog, sequenceAfter } from './prior-from-log.ts';
import { createRunMemory, type RunMemory } from './run-memory.ts';

export interface RememberedRuns {
  /**
   * The memory of the run of these settings. `counters`, `prior` and `log` are read when a run is met for the first
   * time: those of the acceptor's context for its own run, those of the override for another one.
   */
  memoryOf(settings: Settings, override: Partial<AcceptContext> | undefined): RunMemory;
}

/** `ownRunId`: the run that `context` speaks of. */
export function rememberRuns(context: AcceptContext, ownRunId: string): RememberedRuns {
  const runs = new Map<string, RunMemory>();
  return {
    memoryOf: (settings, override) => {
      const source = settings.runId === ownRunId ? context : (override ?? {});
      if (settings.isIndependent) return memoryFrom(source, settings);
      const found = runs.get(settings.runId);
      if (found !== undefined) return found;
      const memory = memoryFrom(source, settings);
      runs.set(settings.runId, memory);
      return memory;
    },
  };
}

function memoryFrom({ counters, log, prior }: Partial<AcceptContext>, settings: Settings): RunMemory {
  const memory = createRunMemory(counters ?? {}, settings.nodeId);
  if (log) {
    memory.nextSequence = sequenceAfter(log);
    for (const [correlationId, known] of outcomesFromLog(log, settings.runId)) {
      memory.known.set(correlationId, known);
    }
  }
  for (const { correlationId, type, outcome } of prior ?? []) {
    if (outcome.status === 'accepted') memory.known.set(correlationId, keptOutcome(type, outcome, null));
    else memory.refused.add(correlationId);
  }
  return memory;
}
