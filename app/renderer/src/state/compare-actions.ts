/** Comparing the run in sight with another: which, by what rules, and the way to the events. */
import { announce } from '@openwop-inspector/ui';
import type { ComparedSide } from '../worker/compare-contract.ts';
import { askWorker } from '../worker/session-client.ts';
import { type Compare, changeCompare, compareOf } from './compare-store.ts';
import { activateSession } from './session-actions.ts';
import { isLoading, type Session, sessionOf, useSessionsStore } from './sessions-store.ts';
import { selectEvent, showView } from './view-actions.ts';
import { changeView, viewOf } from './view-store.ts';

/** Shows the comparison of a session; begins it where there is one other run to compare with. */
export function goToCompare(sessionId: string): void {
  changeView(sessionId, { bench: 'compare' });
  const { b, answer } = compareOf(sessionId);
  if (b !== null || answer !== null) return;
  const { run } = viewOf(sessionId);
  changeCompare(sessionId, { run });
  const other = usualOther(sessionId, run);
  if (other !== null) void compareWith(sessionId, other);
}

/** True where there is a run in sight that can be compared. */
export function mayCompare(sessionId: string | null): boolean {
  const session = sessionOf(sessionId);
  return session !== null && isComparable(session) && viewOf(session.sessionId).bench === null;
}

/** True for a session that is read to its end and holds events. */
export function isComparable(session: Session): boolean {
  return !isLoading(session) && (session.summary?.events ?? 0) > 0;
}

export function isCompareInSight(): boolean {
  const { activeId } = useSessionsStore.getState();
  return activeId !== null && viewOf(activeId).bench === 'compare';
}

/** Leaves the comparison for the run. */
export function leaveCompare(): void {
  const { activeId } = useSessionsStore.getState();
  if (activeId !== null) changeView(activeId, { bench: null });
}

/** Ids of the runs of a session, as shown; null stands for all of it where it names at most one. */
export function runsOf(sessionId: string): readonly (string | null)[] {
  const runs = sessionOf(sessionId)?.summary?.runs ?? [];
  return runs.length > 1 ? runs.map(({ runId }) => runId) : [null];
}

/** The run to compare with where a person need not choose: of the one other log, or the one other run of this. */
function usualOther(sessionId: string, run: string | null): ComparedSide | null {
  const { sessions } = useSessionsStore.getState();
  const others = sessions.filter((one) => one.sessionId !== sessionId && isComparable(one));
  const own = run ?? runsOf(sessionId)[0] ?? null;
  const [other] = others;
  if (other !== undefined) return others.length === 1 ? firstSide(other.sessionId, own, () => true) : null;
  const isOther = (one: string | null): boolean => one !== null && one !== own;
  return runsOf(sessionId).filter(isOther).length === 1 ? firstSide(sessionId, null, isOther) : null;
}

/** Of the runs of a session the one with this id, or else the first that may be. */
function firstSide(
  sessionId: string,
  runId: string | null,
  mayBe: (run: string | null) => boolean,
): ComparedSide {
  const runs = runsOf(sessionId).filter(mayBe);
  return { sessionId, run: runs.find((run) => run !== null && run === runId) ?? runs[0] ?? null };
}

/** The other side by its log alone: the run of the same name, or the first that is not this very run. */
export function compareWithLog(sessionId: string, otherId: string): void {
  const own = compareOf(sessionId).run ?? runsOf(sessionId)[0] ?? null;
  const isSelf = otherId === sessionId;
  void compareWith(
    sessionId,
    firstSide(otherId, isSelf ? null : own, (run) => !isSelf || run !== own),
  );
}

/** Compares with another run. */
export function compareWith(sessionId: string, b: ComparedSide): Promise<void> {
  changeCompare(sessionId, { b });
  return compareAgain(sessionId);
}

/** Compares another run of the session itself. */
export function compareRun(sessionId: string, run: string | null): void {
  changeCompare(sessionId, { run });
  void compareAgain(sessionId);
}

/** Compares as chosen, in place of a comparison that is under way. */
export async function compareAgain(sessionId: string): Promise<void> {
  const { run, b, rules } = compareOf(sessionId);
  if (b === null) return;
  const running: Compare['answer'] = { kind: 'running', phase: 'readingA', events: 0 };
  changeCompare(sessionId, { answer: running, selected: -1, usedRules: rules });
  const isOurs = (): boolean => {
    const now = compareOf(sessionId);
    return now.b === b && now.run === run && now.answer?.kind === 'running';
  };
  try {
    const answer = await askWorker('compare', { sessionId, run, b, rules }, undefined, (part) => {
      if (isOurs()) changeCompare(sessionId, { answer: part });
    });
    if (!isOurs()) return;
    changeCompare(sessionId, { answer });
    if (answer.kind === 'done') announce('Compared');
  } catch (error) {
    if (isOurs())
      changeCompare(sessionId, {
        answer: { kind: 'failed', reason: error instanceof Error ? error.message : '' },
      });
  }
}

/** Ends the comparison that is under way. */
export function stopComparing(sessionId: string): void {
  askWorker('stopCompare', { sessionId }).catch(() => undefined); // a worker that is gone compares no more
}

/** Goes to an event of either side. */
export function showCompared(sessionId: string, ordinal: number): void {
  selectEvent(sessionId, ordinal);
  showView(sessionId, 'events');
  activateSession(sessionId);
}
