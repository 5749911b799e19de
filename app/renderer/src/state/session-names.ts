import { useMemo } from 'react';
import { namesApart } from '../model/session-names.ts';
import { type Session, useSessionsStore } from './sessions-store.ts';

/** By session, the suffix of its name where another has the same name. */
export function useNamesApart(): ReadonlyMap<string, string> {
  const sessions = useSessionsStore((state) => state.sessions);
  const key = sessions.map(keyOf).join('\n');
  // Re-rendered when a name or a run changes, and not with the progress of each load.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key represents the sessions
  return useMemo(() => namesApart(sessions.map(named)), [key]);
}

/** The name of a session with a distinguishing suffix. */
export const wholeName = ({ sessionId, name }: Session, apart: ReadonlyMap<string, string>): string => {
  const more = apart.get(sessionId);
  return more === undefined ? name : `${name}, ${more}`;
};

/** Of more runs than this the first are enough. */
const MOST_RUNS = 100;

const named = ({ sessionId, name, summary }: Session) => ({
  sessionId,
  name,
  runs: (summary?.runs ?? []).slice(0, MOST_RUNS),
});

const keyOf = ({ sessionId, name, summary }: Session): string =>
  [sessionId, name, summary?.runs.length ?? 0, summary?.runs[0]?.runId ?? ''].join(' ');
