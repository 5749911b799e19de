/** The kinds of commands: where each of them works, how one is made, when it is ready, and what takes more than one call. */
import type { ListOrder } from '@openwop-inspector/run-log';
import { lettersOf } from '@openwop-inspector/ui';
import type { BenchCommand } from '../features/acceptor/bench-store.ts';
import { isEnvelopeVisible, onBench, visibleBench } from '../features/acceptor/open-acceptor.ts';
import { toggleColumn, toggleRuns } from '../features/events/column-actions.ts';
import { type ChosenColumn, COLUMN_WORDS, orderText } from '../features/events/list-columns.ts';
import { type LiveEntry, liveOf } from '../features/live/live-store.ts';
import { notesOf } from '../features/notes/notes-store.ts';
import { hasHits, openPayloadSearch } from '../features/search/payload-search-actions.ts';
import { payloadSearchOf } from '../features/search/payload-search-store.ts';
import { type ListStep, visibleList } from '../features/sessions/list-controller.ts';
import { isLoading, sessionOf, useClosed, useSessionsStore } from '../features/sessions/sessions-store.ts';
import { useTravel } from '../features/sessions/travel.ts';
import { changeView, orderList, showView, viewOf } from '../features/sessions/view-store.ts';
import { useInfoStore } from '../shared/settings-store.ts';
import type { BenchName, DetailTab, ViewName } from '../shared/view-link.ts';
import { takesText } from './key-map.ts';
import { focusRegion } from './regions.ts';

export type CommandGroup = 'Move' | 'Look' | 'Live' | 'Bench' | 'Anywhere';

export interface Command {
  readonly id: string;
  /** An imperative, as the palette shows it. */
  readonly title: string;
  readonly group: CommandGroup;
  /** Chords of key-map.ts; the first is displayed. */
  readonly chords: readonly string[];
  /** False hides it in the palette and rests its keys. */
  readonly isReady: () => boolean;
  /** False where this shell never has it; absent for always. */
  readonly isOffered?: () => boolean;
  readonly run: () => void;
}

/** A command whose id is known to the compiler, so that a hint can only name one that there is. */
type Named<Id extends string> = Command & { readonly id: Id };

export const activeId = (): string | null => useSessionsStore.getState().activeId;
/** Runs with the visible session. */
export const inSession = (act: (sessionId: string) => void) => () => {
  const sessionId = activeId();
  if (sessionId !== null) act(sessionId);
};
export const hasRun = (): boolean => (sessionOf(activeId())?.summary?.events ?? 0) > 0;
/** True for a source of envelopes without events. */
const hasEnvelopesAlone = (): boolean => {
  const { events, envelopes } = sessionOf(activeId())?.summary ?? { events: 0, envelopes: 0 };
  return events === 0 && envelopes > 0;
};
/** True where a list with a filter field is visible. */
export const hasFilter = (): boolean => (hasRun() || hasEnvelopesAlone()) && visibleBench() === null;
export const hasRuns = (): boolean => (sessionOf(activeId())?.summary?.runs.length ?? 0) > 1;
export const hasNotes = (): boolean => notesOf(activeId() ?? '').length > 0;
const always = (): boolean => true;

/** True where a run is visible and no bench is in front of it. */
export const isRunVisible = (): boolean => hasRun() && visibleBench() === null;

/** A kind of command: its group, and when it is ready unless a command says so itself. */
const kind =
  (group: CommandGroup, usual: () => boolean) =>
  <const Id extends string>(
    id: Id,
    title: string,
    chords: readonly string[],
    run: () => void,
    isReady = usual,
  ): Named<Id> => ({ id, title, group, chords, isReady, run });

type Act = (sessionId: string) => void;

/** The same of commands that act on the visible session. */
const sessionKind =
  (group: CommandGroup, usual: () => boolean) =>
  <const Id extends string>(id: Id, title: string, chords: readonly string[], act: Act, isReady = usual) =>
    kind(group, usual)(id, title, chords, inSession(act), isReady);

export const anywhere = kind('Anywhere', always);
/** Shows something of the visible run. */
export const look = sessionKind('Look', hasRun);
/** Does something with the selected event; a bench in front of the run rests it. */
export const lookAt = sessionKind('Look', isRunVisible);
/** Goes somewhere in the run; a bench in front of it rests it. */
export const move = sessionKind('Move', isRunVisible);
export const live = sessionKind('Live', always);
const bench = kind('Bench', isEnvelopeVisible);

/** Moves in the visible list, that of a bench too. */
export const moveInList = <const Id extends ListStep>(id: Id, title: string): Named<Id> =>
  kind('Move', () => isRunVisible() || visibleList() !== null)(id, title, lettersOf(id), () =>
    visibleList()?.move(id),
  );

/** What every part of the acceptor's screen has; the rest belongs to the bench of an envelope. */
const ON_EVERY_PART: ReadonlySet<BenchCommand> = new Set([
  'run',
  'editor',
  'next-mark',
  'previous-mark',
  'format',
  'revert',
  'difference',
]);

/** Does something on the visible bench. */
export function benchCommand<const Id extends BenchCommand>(
  command: Id,
  title: string,
  chords: readonly string[],
): Named<`bench-${Id}`> {
  const isReady = ON_EVERY_PART.has(command) ? () => visibleBench() === 'acceptor' : isEnvelopeVisible;
  return bench(`bench-${command}`, title, chords, () => void onBench(command), isReady);
}

export const view = <const Name extends ViewName>(name: Name, title: string, chords: readonly string[]) =>
  look(`view-${name}`, `Show ${title}`, chords, (sessionId) => showView(sessionId, name));

export function orderBy<const Id extends string>(id: Id, order: ListOrder | null): Named<Id> {
  return look(id, `List ${orderText(order)}`, [], (sessionId) => {
    showView(sessionId, 'events');
    orderList(sessionId, order);
  });
}

/** Shows or hides a column of the list. */
export function column<const Name extends ChosenColumn>(name: Name): Named<`column-${Name}`> {
  const words: string = COLUMN_WORDS[name];
  return look(`column-${name}`, `Turn the column ${words} on or off`, [], (sessionId) => {
    showView(sessionId, 'events');
    toggleColumn(name, viewOf(sessionId).order);
  });
}

export const tab = <const Name extends DetailTab>(name: Name, title: string) =>
  look(`tab-${name}`, `Show ${title} of the selected event`, [], (sessionId) =>
    changeView(sessionId, { tab: name }),
  );

/** Does something with the visible live session, where it makes sense in the present state of the connection. */
export function liveCommand<const Id extends string>(
  id: Id,
  title: string,
  chords: readonly string[],
  act: (sessionId: string) => void,
  suits: (entry: LiveEntry) => boolean = always,
): Named<Id> {
  const isReady = (): boolean => {
    const entry = liveOf(activeId());
    return entry !== null && suits(entry) && visibleBench() === null;
  };
  return live(id, title, chords, act, isReady);
}

export const zoomTime = <const Id extends string>(id: Id, title: string, chord: string, factor: number) =>
  look(
    id,
    title,
    [chord],
    () => visibleList()?.zoom?.(factor),
    () => visibleList()?.zoom !== undefined,
  );

export const hasSession = (): boolean => activeId() !== null;
/** A log that is read; the events found so far by a load are not yet a session. */
export function hasLog(): boolean {
  const session = sessionOf(activeId());
  return session !== null && session.broken === null && session.summary !== null && !isLoading(session);
}
/** True where the visible log has events and is read. */
export const mayExport = (): boolean => hasLog() && hasRun();
export const hasClosed = (): boolean => useClosed.getState().closed.length > 0;
export const hasOneRun = (): boolean => viewOf(activeId() ?? '').run !== null && visibleBench() === null;
export const mayGoBack = (): boolean => useTravel.getState().mayGoBack;
export const mayGoForward = (): boolean => useTravel.getState().mayGoForward;
export const hasSeveral = (): boolean => useSessionsStore.getState().sessions.length > 1;
export const loads = (): boolean => {
  const session = sessionOf(activeId());
  return session !== null && isLoading(session);
};
/** In a browser the browser zooms; the desktop leaves it to us. */
export const zooms = (): boolean => useInfoStore.getState().shell === 'desktop';

export const hasMissing = ({ status }: LiveEntry): boolean => status.ledger.missing > 0;

export function isCutOff({ status: { state, end } }: LiveEntry): boolean {
  return state === 'lost' || (end !== null && end !== 'run-ended');
}

/** The field itself undoes what was typed into it; a field without typed text reports so. */
export function isFree(): boolean {
  const { activeElement } = document;
  return (
    !takesText(activeElement) ||
    (activeElement instanceof HTMLElement && activeElement.dataset.untyped !== undefined)
  );
}

/**
 * Escape in a text field belongs to the field: a half-written envelope is not left by accident. The field that has the
 * focus when the hosts open has no use for it while it is empty.
 */
export const mayLeave = (bench: BenchName) => (): boolean => {
  const { activeElement } = document;
  const isFieldsOwn = takesText(activeElement) && !(bench === 'hosts' && isEmptyField(activeElement));
  return visibleBench() === bench && !isFieldsOwn;
};

function isEmptyField(element: Element | null): boolean {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField && element.value === '';
}

/** Two views have a field over their list; from the others events come first, and the field after the next frame. */
export function goToFilter(sessionId: string): void {
  const { view } = viewOf(sessionId);
  if (view === 'events' || view === 'envelopes') {
    focusRegion('filter');
    return;
  }
  showView(sessionId, 'events');
  requestAnimationFrame(() => focusRegion('filter'));
}

/** The field of the search, which takes the focus itself when it comes. */
export function goToPayloadSearch(sessionId: string): void {
  if (!focusRegion('payload-search')) openPayloadSearch(sessionId);
}

export const isSearching = (): boolean => isRunVisible() && payloadSearchOf(activeId() ?? '').isOpen;
export const mayStepHits = (): boolean => isRunVisible() && hasHits(activeId() ?? '');

/** The list of the runs, which is displayed first if it was hidden. */
export function goToRuns(): void {
  if (focusRegion('runs')) return;
  toggleRuns();
  requestAnimationFrame(() => requestAnimationFrame(() => focusRegion('runs')));
}

export function isNarrowed(sessionId: string | null): boolean {
  if (sessionId === null) return false;
  const { filterText, brush, level } = viewOf(sessionId);
  return filterText !== '' || brush !== null || level !== 'everything';
}
