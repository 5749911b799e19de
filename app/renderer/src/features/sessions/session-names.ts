/** Names of sessions and of their files. Pure. */

/** Input of a session's name. */
export interface NamedSession {
  readonly sessionId: string;
  readonly name: string;
  /** Of the runs of the source, in order; empty until they are known. */
  readonly runs: readonly { readonly runId: string; readonly workflowId: string | null }[];
}

/** Number of displayed characters of a run's id; the tooltip has the rest. */
const MAX_ID_LENGTH = 8;

/** The name of a file that goes with a log: "run.bundle.json" has its notes in "run.bundle.notes.json". */
export function companionFile(log: string, ending: string): string {
  const name = log
    .replace(/\.gz$/i, '')
    .replace(/\.(json|ndjson|jsonl|txt|log|sse|owopsession)$/i, '')
    .replace(/\/$/, '');
  return `${name || 'run'}.${ending}`;
}

/**
 * Suffixes of sessions whose sources have the same name: their workflow, else their run, else their number. By session;
 * nothing for a unique name. O(sessions × names).
 */
export function namesApart(sessions: readonly NamedSession[]): ReadonlyMap<string, string> {
  const apart = new Map<string, string>();
  for (const name of new Set(sessions.map((one) => one.name))) {
    const equal = sessions.filter((one) => one.name === name);
    if (equal.length < 2) continue;
    const words = [equal.map(workflowOf), equal.map(runOf)].find(isDistinct);
    const displayed = words === undefined ? equal.map((_, at) => String(at + 1)) : withoutCommon(words);
    for (const [at, { sessionId }] of equal.entries()) apart.set(sessionId, displayed[at] ?? '');
  }
  return apart;
}

function workflowOf({ runs }: NamedSession): string | null {
  const workflows = new Set(runs.map(({ workflowId }) => workflowId));
  const [only] = workflows;
  return workflows.size === 1 ? (only ?? null) : null;
}

function runOf({ runs: [first, second] }: NamedSession): string | null {
  if (first === undefined || first.runId === '' || second !== undefined) return null;
  return first.runId.slice(0, MAX_ID_LENGTH);
}

function isDistinct(words: (string | null)[]): words is string[] {
  return words.every((word) => word !== null) && new Set(words).size === words.length;
}

/** A common prefix is omitted, so that a narrow tab shows the difference. */
function withoutCommon(words: readonly string[]): readonly string[] {
  const [first = ''] = words;
  let common = 0;
  for (let at = 0; words.every((word) => word[at] === first[at]); at++) {
    if (/[-_./: ]/.test(first[at] ?? '')) common = at + 1;
  }
  return common === 0 ? words : words.map((word) => `…${word.slice(common)}`);
}
