/** Two runs of opened sessions, compared (`packages/compare`): jobs and their results. */
import {
  type Comparison,
  type Cone,
  compareRuns,
  DEFAULT_RULES,
  type Difference,
  type EventDifference,
  eventDifference,
  type MaskRules,
  readMaskRules,
} from '@openwop-inspector/compare';
import type { RunLog } from '@openwop-inspector/run-log';
import type {
  CompareAnswer,
  ComparedCone,
  ComparedDifference,
  ComparedEvent,
  ComparedView,
  CompareQuestion,
  EventOfSession,
  EventsQuestion,
  RulesProblem,
} from './compare-contract.ts';
import { sessionOf } from './sessions.ts';

/** Differences that the window is given. */
const MAX_LISTED = 5000;

/** Raised by each comparison, and by a stop: one with another number ends. */
let current = 0;

export function stopCompare(): null {
  current++;
  return null;
}

/** Compares; `say` gets the progress. One comparison ends the one before. */
export async function compareSessions(
  { b, rules, ...a }: CompareQuestion,
  say: (answer: CompareAnswer) => void = () => undefined,
): Promise<CompareAnswer> {
  const own = ++current;
  const read = rulesOf(rules);
  if ('problems' in read) return { kind: 'bad-rules', problems: read.problems };
  const [logA, logB] = [sessionOf(a.sessionId).log, sessionOf(b.sessionId).log];
  const [runA, runB] = [runOf(logA, a.run), runOf(logB, b.run)];
  if (runA === null || runB === null) return { kind: 'no-run', side: runA === null ? 'a' : 'b' };
  const compared = await compareRuns(
    { log: logA, run: runA },
    { log: logB, run: runB },
    {
      rules: read.rules,
      limit: MAX_LISTED,
      onProgress: (progress) => {
        if (own === current) say({ kind: 'running', ...progress });
        return own !== current;
      },
    },
  );
  if (compared === null || own !== current) return { kind: 'stopped' };
  return { kind: 'done', view: viewOf(compared.comparison, logA, logB) };
}

/** Two events side by side, value by value; null where the rules cannot be read. */
export async function compareEvents({ b, rules, ...a }: EventsQuestion): Promise<EventDifference | null> {
  const read = rulesOf(rules);
  if ('problems' in read) return null;
  const place = ({ sessionId, ordinal }: EventOfSession) => ({ log: sessionOf(sessionId).log, ordinal });
  return eventDifference(place(a), place(b), read.rules);
}

function rulesOf(
  text: string,
): { readonly rules: MaskRules } | { readonly problems: readonly RulesProblem[] } {
  if (text.trim() === '') return { rules: DEFAULT_RULES };
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return { problems: [{ pointer: '', message: 'This is not JSON.' }] };
  }
  const read = readMaskRules(document);
  return read.ok ? { rules: read.rules } : { problems: read.problems };
}

/** Number of a run; null where the log has none of that id. */
function runOf({ order, index }: RunLog, runId: string | null): number | null {
  if (runId === null) return order.length === 0 ? 0 : (index.columns.run[order.ordinalAt(0)] as number);
  const run = index.runs.find(runId);
  return run < 0 ? null : run;
}

function viewOf(comparison: Comparison, a: RunLog, b: RunLog): ComparedView {
  const { isSame, events, counts, figures, masked, notes, first, apart, differences, recorded } = comparison;
  const told = (one: Difference): ComparedDifference => ({
    kind: one.kind,
    parts: one.parts,
    a: eventOf(a, one.a),
    b: eventOf(b, one.b),
  });
  return {
    isSame,
    events,
    counts,
    figures,
    masked,
    notes,
    first: first === null ? null : { ...told(first.difference), before: first.before },
    cones: { a: coneOf(a, first?.coneA ?? null), b: coneOf(b, first?.coneB ?? null) },
    apart: apart.total,
    total: differences.total,
    differences: differences.list.map(told),
    recorded: recorded.map(({ side, verdict, why, ordinal }) => ({
      side,
      verdict,
      why,
      event: eventOf(side === 'a' ? a : b, ordinal),
    })),
  };
}

function eventOf({ index }: RunLog, ordinal: number | null): ComparedEvent | null {
  if (ordinal === null) return null;
  return {
    ordinal,
    sequence: index.sequenceOf(ordinal),
    type: index.shownTypeOf(ordinal),
    nodeId: index.nodeIdOf(ordinal),
  };
}

function coneOf(log: RunLog, cone: Cone | null): ComparedCone | null {
  if (cone === null) return null;
  const { events, different, first } = cone;
  return {
    events,
    different,
    first: first.map((ordinal) => eventOf(log, ordinal)).filter((event) => event !== null),
  };
}
