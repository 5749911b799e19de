/**
 * Places that were gone to, as entries of the window's own history, so that its back and forward lead through them: another
 * file, view, bench or run, a stretch of time, and an event that was jumped to. Moving along a list adds no entry; it
 * changes the one that is there.
 */
import { countAt, formatSequence } from '@openwop-inspector/base';
import type { CausalChain } from '@openwop-inspector/run-log';
import { create } from 'zustand';
import { clearHint, showHint } from '../../shared/hint-store.ts';
import { readViewLink } from '../../shared/view-link.ts';
import { askWorker } from '../../worker/client.ts';
import { findEvent, showRun } from './landing.ts';
import { activateSession } from './session-actions.ts';
import { sessionOf, useSessionsStore } from './sessions-store.ts';
import {
  changeView,
  type SessionView,
  selectEvent,
  selectProblem,
  useViewStore,
  viewOf,
  viewOfLink,
} from './view-store.ts';

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

/** Selects an event that led to the failure, and shows its effects. */
export function goToOrigin(sessionId: string, ordinal: number): void {
  jumpTo(sessionId, ordinal);
  changeView(sessionId, { tab: 'causes' });
}

export function goBack(): void {
  if (useTravel.getState().mayGoBack) history.back();
}

export function goForward(): void {
  if (useTravel.getState().mayGoForward) history.forward();
}

/** Begins to store places, with the visible one; returns a function that ends it. */
export function watchPlaces(): () => void {
  step = countAt(history.state, 'step') ?? 0;
  newest = step;
  places.clear();
  history.replaceState({ step }, '');
  places.set(step, placeNow());
  tellWays();
  const ends = [useViewStore.subscribe(notePlace), useSessionsStore.subscribe(notePlace)];
  const travel = ({ state }: PopStateEvent): void => {
    const to = countAt(state, 'step');
    if (to !== null) void travelTo(to);
  };
  addEventListener('popstate', travel);
  return () => {
    removeEventListener('popstate', travel);
    for (const end of ends) end();
  };
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

const tellWays = (): void => useTravel.setState({ mayGoBack: step > 0, mayGoForward: step < newest });

async function travelTo(to: number): Promise<void> {
  step = to;
  newest = Math.max(newest, to);
  tellWays();
  const place = places.get(to) ?? placeOfAddress();
  if (place === null) return;
  if (place.sessionId !== null && sessionOf(place.sessionId) === null)
    return showHint('That file was closed.');
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
  const { view: name, bench, tab, returnTab, filterText, level, taint } = view;
  const { nodes, path, slowest, slowestBy } = view;
  const displayed = { nodes, path, slowest, slowestBy };
  changeView(sessionId ?? '', { view: name, bench, tab, returnTab, filterText, level, taint, ...displayed });
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
  const view: SessionView = { ...viewOf(sessionId), view: 'events', ...viewOfLink(link) };
  const { event } = link;
  if (event !== null)
    void findEvent(sessionId, event).then(
      (found) => found !== null && selectEvent(sessionId, found),
      () => undefined, // a lost worker is reported elsewhere
    );
  return { sessionId, view };
}

export type CausalStep = 'cause' | 'effect' | 'start';

const NOTHING: Record<CausalStep, string> = {
  cause: 'has no cause in this log',
  effect: 'caused nothing in this log',
  start: 'has no start of its chain but itself',
};

let lastStep: Promise<void> = Promise.resolve();

/** Steps of which each begins where the one before it ended, also when keys come quicker than answers. */
const inTurn =
  <Args extends readonly unknown[]>(step: (...args: Args) => Promise<void>) =>
  (...args: Args): Promise<void> => {
    const next = lastStep.then(() => step(...args));
    lastStep = next.catch(() => undefined); // reported to the caller of that step
    return next;
  };

/** Goes from the selected event to its cause, its first effect or where its chain starts; says so when there is none. */
export const walkCausally = inTurn(async (sessionId: string, step: CausalStep) => {
  const { selected } = viewOf(sessionId);
  if (selected === null) return showHint('Select an event first.');
  const target = { kind: 'event', ordinal: selected } as const;
  const chain = await askWorker('chain', { sessionId, target, descendantLimit: 20 });
  if (chain === null) return;
  const next = eventAfter(chain, step);
  if (next !== null && next !== selected) {
    clearHint();
    return jumpTo(sessionId, next);
  }
  if (step === 'start' && chain.chainStart === null)
    return showHint('The causes lead in a circle: no start.');
  const name = chain.target.kind === 'event' ? formatSequence(chain.target.row.sequence) : '';
  const omitted = chain.causationOmitted ? ': its host recorded no causes' : '';
  showHint(`Event ${name} ${NOTHING[step]}${omitted}.`);
});

/** Ordinal of the event a step leads to; envelopes on the way are passed. */
export function eventAfter(chain: CausalChain, step: CausalStep): number | null {
  const { chainStart, ancestors, descendants } = chain;
  const links = step === 'cause' ? ancestors : descendants;
  const nodes = step === 'start' ? [chainStart] : links.map(({ node }) => node);
  return nodes.find((node) => node?.kind === 'event')?.row.ordinal ?? null;
}

/** Goes from the selected event to the one that brought the untrusted content; says so when there is none. */
export const goToTaint = inTurn(async (sessionId: string) => {
  const { selected } = viewOf(sessionId);
  if (selected === null) return showHint('Select an event first.');
  const { level, source } = await askWorker('trust', { sessionId, ordinal: selected });
  if (level !== 'untrusted') return showHint('This event is not untrusted.');
  if (source === null) return showHint('This log does not record where the taint came from.');
  if (source.ordinal === selected) return showHint('The taint came into the run with this event.');
  clearHint();
  jumpTo(sessionId, source.ordinal);
});

/** Goes to the next or previous event that is a failure or has a problem, round the ends. */
export const stepProblem = inTurn(async (sessionId: string, direction: 1 | -1) => {
  const fromOrdinal = viewOf(sessionId).selected;
  const stop = await askWorker('stepProblem', { sessionId, fromOrdinal, direction });
  if (stop === null) return showHint('No event in this log is a failure or has a problem.');
  clearHint();
  const { problem, ordinal } = stop;
  jump(() => (problem === null ? selectEvent(sessionId, ordinal) : selectProblem(sessionId, problem)));
});

/** Goes to the event that the verdict points at: the failure of a failed run. */
export const goToFailure = inTurn(async (sessionId: string) => {
  const session = sessionOf(sessionId);
  const landOn = (session?.ofRun ?? session?.summary)?.verdict.landOn ?? null;
  if (landOn === null) return showHint('The verdict points at no event.');
  clearHint();
  jumpTo(sessionId, landOn);
});
