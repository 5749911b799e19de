import { errorText, formatSequence } from '@openwop-inspector/base';
import { announce } from '@openwop-inspector/ui';
import { create } from 'zustand';
import { showHint } from '../../shared/hint-store.ts';
import { openOverlay } from '../../shared/overlay-store.ts';
import { askWorker } from '../../worker/client.ts';
import type { ComparedSide, EventOfSession } from '../../worker/compare-jobs.ts';
import { activateSession } from '../sessions/session-actions.ts';
import { isLoading, type Session, sessionOf, useSessionsStore } from '../sessions/sessions-store.ts';
import { changeView, selectEvent, showView, viewOf } from '../sessions/view-store.ts';
import { type Compare, changeCompare, compareOf, keepRules, savedRules } from './compare-store.ts';

/** Shows the comparison of the visible run; begins it where there is one other run to compare with. */
export function goToCompare(sessionId: string): void {
  changeView(sessionId, { bench: 'compare' });
  const { run: compared, b } = compareOf(sessionId);
  const { run } = viewOf(sessionId);
  if (b !== null) {
    const displayed = compared ?? runsOf(sessionId)[0] ?? null;
    if (run !== null && run !== displayed) compareRun(sessionId, run);
    return;
  }
  changeCompare(sessionId, { run, rules: compareOf(sessionId).rules || savedRules() });
  const other = usualOther(sessionId, run);
  if (other !== null) void compareWith(sessionId, other);
}

/** True where there is a visible run that can be compared with another, or checked against other hosts. */
export function mayCompare(sessionId: string | null): boolean {
  const session = sessionOf(sessionId);
  return session !== null && isComparable(session) && viewOf(session.sessionId).bench === null;
}

/** True for a session that is fully read and has events. */
export const isComparable = (session: Session): boolean =>
  !isLoading(session) && (session.summary?.events ?? 0) > 0;

/** Ids of the runs of a session, as displayed; null means all of it where it names at most one. */
export function runsOf(sessionId: string): readonly (string | null)[] {
  const runs = sessionOf(sessionId)?.summary?.runs ?? [];
  return runs.length > 1 ? runs.map(({ runId }) => runId) : [null];
}

/** The run to compare with where there is no choice: of the one other log, or the one other run of this. */
function usualOther(sessionId: string, run: string | null): ComparedSide | null {
  const { sessions } = useSessionsStore.getState();
  const [other, ...more] = sessions.filter((one) => one.sessionId !== sessionId && isComparable(one));
  const own = run ?? runsOf(sessionId)[0] ?? null;
  if (other !== undefined) return more.length === 0 ? firstSide(other.sessionId, own, () => true) : null;
  const isOther = (one: string | null): boolean => one !== null && one !== own;
  return runsOf(sessionId).filter(isOther).length === 1 ? firstSide(sessionId, null, isOther) : null;
}

/** Of the runs of a session the one with this id, or else the first that may be. */
function firstSide(sessionId: string, runId: string | null, mayBe: (run: string | null) => boolean) {
  const runs = runsOf(sessionId).filter(mayBe);
  return { sessionId, run: runs.find((run) => run !== null && run === runId) ?? runs[0] ?? null };
}

/** The other side by its log alone: the run of the same name, or the first that is not this very run. */
export function compareWithLog(sessionId: string, otherId: string): void {
  const own = compareOf(sessionId).run ?? runsOf(sessionId)[0] ?? null;
  const isSelf = otherId === sessionId;
  const side = firstSide(otherId, isSelf ? null : own, (run) => !isSelf || run !== own);
  void compareWith(sessionId, side);
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

let asks = 0;

/** Compares as chosen, in place of a comparison that is under way. */
export async function compareAgain(sessionId: string): Promise<void> {
  const { run, b, rules } = compareOf(sessionId);
  if (b === null) return;
  asks += 1;
  const requestId = asks;
  const running: Compare['answer'] = { kind: 'running', phase: 'readingA', events: 0 };
  changeCompare(sessionId, { answer: running, requestId, selected: -1, usedRules: rules });
  const take = (answer: Compare['answer']): boolean => {
    if (compareOf(sessionId).requestId !== requestId) return false;
    changeCompare(sessionId, { answer });
    return true;
  };
  try {
    const answer = await askWorker('compare', { sessionId, run, b, rules }, undefined, take);
    if (!take(answer) || answer.kind !== 'done') return;
    void keepRules(rules);
    announce('Compared');
  } catch (error) {
    take({ kind: 'failed', reason: errorText(error) });
  }
}

/** Goes to an event of either side. */
export function showCompared(sessionId: string, ordinal: number): void {
  selectEvent(sessionId, ordinal);
  showView(sessionId, 'events');
  activateSession(sessionId);
}

/** An event with the name that it is called by in a sentence. */
export interface PickedEvent extends EventOfSession {
  readonly words: string;
}

type EventPair = Readonly<Record<'a' | 'b', PickedEvent | null>>;

export const useEventPair = create<EventPair>()(() => ({ a: null, b: null }));

/** The event that another is to be compared with; null when none is picked, and once its log is closed. */
export const pickedIn = ({ a, b }: EventPair): PickedEvent | null =>
  a === null || b !== null || sessionOf(a.sessionId) === null ? null : a;

/** Picks the selected event, or compares it with the picked one; the picked one itself is put back. */
export async function pickOrCompare(sessionId: string): Promise<void> {
  const ordinal = viewOf(sessionId).selected;
  if (ordinal === null) return showHint('Select an event first.');
  const [row] = await askWorker('rowsByOrdinal', { sessionId, ordinals: [ordinal] });
  if (row === undefined) return showHint('The event is not there any more.');
  const event: PickedEvent = { sessionId, ordinal, words: `${formatSequence(row.sequence)} ${row.type}` };
  const a = pickedIn(useEventPair.getState());
  if (a === null) {
    useEventPair.setState({ a: event, b: null });
    return showHint(
      `Picked ${event.words}. Select another event, of this log or another, and press = again.`,
    );
  }
  if (a.sessionId === sessionId && a.ordinal === ordinal) {
    useEventPair.setState({ a: null, b: null });
    return showHint('No event is picked any more.');
  }
  useEventPair.setState({ a, b: event });
  openOverlay('pair');
}
