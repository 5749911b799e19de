/**
 * Places that were gone to, as entries of the window's own history, so that its back and forward lead through them: another
 * file, view, bench or run, a stretch of time, and an event that was jumped to. Moving along a list adds no entry; it
 * changes the one that is there.
 */
import { create } from 'zustand';
import { readViewLink } from '../model/view-link.ts';
import { showHint } from './hint-store.ts';
import { findEvent } from './landing.ts';
import { showRun } from './run-scope.ts';
import { activateSession } from './session-actions.ts';
import { sessionOf, useSessionsStore } from './sessions-store.ts';
import { selectEvent } from './view-actions.ts';
import { changeView, type ListLevel, type SessionView, useViewStore, viewOf } from './view-store.ts';

/** A visible place. A null session is the start screen. */
interface Place {
  readonly sessionId: string | null;
  readonly view: SessionView;
}

/** Maximum number of stored places; of older ones the address is left. */
const MAX_PLACES = 500;

/** Whether there is an entry to go back and forward to. */
export const useTravel = create<{ readonly mayGoBack: boolean; readonly mayGoForward: boolean }>()(() => ({
  mayGoBack: false,
  mayGoForward: false,
}));

const places = new Map<number, Place>();
/** Number of the visible entry, and of the newest one. */
let [step, newest] = [0, 0];
let isJump = false;
/** A place is being brought back, which adds no entry. */
let isTravelling = false;

/** Runs what goes to another event as a jump: back leads to where it began. */
export function jump(act: () => void): void {
  isJump = true;
  try {
    act();
  } finally {
    isJump = false;
  }
}

/** Selects an event that is not next to the visible one. */
export function jumpTo(sessionId: string, ordinal: number): void {
  jump(() => selectEvent(sessionId, ordinal));
}

export function goBack(): void {
  if (useTravel.getState().mayGoBack) history.back();
}

export function goForward(): void {
  if (useTravel.getState().mayGoForward) history.forward();
}

/** Begins to store places, with the visible one; returns a function that ends it. */
export function watchPlaces(): () => void {
  step = stepOf(history.state) ?? 0;
  newest = step;
  places.clear();
  history.replaceState({ step }, '');
  places.set(step, placeNow());
  tellWays();
  const ends = [useViewStore.subscribe(notePlace), useSessionsStore.subscribe(notePlace)];
  const travel = ({ state }: PopStateEvent): void => {
    const to = stepOf(state);
    if (to !== null) void travelTo(to);
  };
  addEventListener('popstate', travel);
  return () => {
    removeEventListener('popstate', travel);
    for (const end of ends) end();
  };
}

function stepOf(state: unknown): number | null {
  const number: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'step') : null;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

function placeNow(): Place {
  const { activeId } = useSessionsStore.getState();
  return { sessionId: activeId, view: viewOf(activeId ?? '') };
}

function notePlace(): void {
  if (isTravelling) return;
  const before = places.get(step);
  const now = placeNow();
  if (before?.sessionId === now.sessionId && before.view === now.view) return;
  if (before !== undefined && isElsewhere(before, now)) {
    step++;
    // Entries in front of a new one are gone.
    for (const old of places.keys()) if (old >= step || old <= step - MAX_PLACES) places.delete(old);
    newest = step;
    history.pushState({ step }, '');
    tellWays();
  }
  places.set(step, now);
}

/** True when the visible place is another one, not the same one with something else about it. */
function isElsewhere(before: Place, { sessionId, view }: Place): boolean {
  // A closed file is not a place to go back to.
  if (before.sessionId !== sessionId)
    return before.sessionId === null || sessionOf(before.sessionId) !== null;
  const { selected } = before.view;
  return (
    view.view !== before.view.view ||
    view.bench !== before.view.bench ||
    view.run !== before.view.run ||
    (view.brush === null) !== (before.view.brush === null) ||
    (isJump && selected !== null && view.selected !== selected)
  );
}

function tellWays(): void {
  useTravel.setState({ mayGoBack: step > 0, mayGoForward: step < newest });
}

async function travelTo(to: number): Promise<void> {
  step = to;
  newest = Math.max(newest, to);
  tellWays();
  const place = places.get(to) ?? placeOfAddress();
  if (place === null) return;
  if (place.sessionId !== null && sessionOf(place.sessionId) === null) {
    showHint('That file was closed.');
    return;
  }
  isTravelling = true;
  try {
    await bringBack(place, () => step === to);
  } finally {
    if (step === to) {
      isTravelling = false;
      places.set(step, placeNow());
    }
  }
}

/** Shows a place as it was; `isWanted` is false when another one was requested meanwhile. */
async function bringBack({ sessionId, view }: Place, isWanted: () => boolean): Promise<void> {
  activateSession(sessionId);
  const { run } = view;
  const { view: name, bench, tab, keptTab, filterText, level, taint } = view;
  const { nodes, slowest, slowestBy } = view;
  const displayed = { nodes, slowest, slowestBy };
  changeView(sessionId ?? '', { view: name, bench, tab, keptTab, filterText, level, taint, ...displayed });
  if (sessionId === null) return;
  await showRun(sessionId, run).catch(() => undefined); // a lost worker is reported elsewhere
  if (!isWanted() || viewOf(sessionId).run !== run) return;
  const { selected, brush, problem, envelope } = view;
  changeView(sessionId, { selected, brush, problem, envelope });
}

/** The place that the address names, for an entry from before a reload of the window. */
function placeOfAddress(): Place | null {
  const link = readViewLink(location.hash);
  const session = useSessionsStore.getState().sessions.find(({ reopen }) => reopen?.url === link.file);
  if (session === undefined) return null;
  const { sessionId } = session;
  const now = viewOf(sessionId);
  const level: ListLevel = link.level ?? 'everything';
  const view = {
    ...now,
    view: link.view ?? 'events',
    bench: link.bench,
    tab: link.tab ?? now.tab,
    filterText: link.filter,
    brush: link.brush,
    level,
    run: link.run,
    taint: link.taint,
  };
  const { event } = link;
  if (event !== null)
    void findEvent(sessionId, event).then(
      (found) => found !== null && selectEvent(sessionId, found),
      () => undefined, // a lost worker is reported elsewhere
    );
  return { sessionId, view };
}
