/** All commands of the window: bound to keys, listed in the palette and on the key sheet. */
import type { ListOrder } from '@openwop-inspector/run-log';
import { lettersOf } from '@openwop-inspector/ui';
import type { BenchCommand } from '../features/acceptor/bench-store.ts';
import {
  closeBench,
  goToAcceptor,
  goToPortability,
  goToSimulator,
  isEnvelopeVisible,
  onBench,
  visibleBench,
} from '../features/acceptor/open-acceptor.ts';
import { forkFromSelected, mayFork } from '../features/actions/action-store.ts';
import { goToCompare, mayCompare, pickOrCompare } from '../features/compare/compare-actions.ts';
import { toggleColumn, toggleRuns } from '../features/events/column-actions.ts';
import {
  copyEventAsMarkdown,
  copyFilterCommand,
  copyLink,
  copyReport,
} from '../features/events/event-copies.ts';
import {
  CHOSEN_COLUMNS,
  type ChosenColumn,
  COLUMN_WORDS,
  orderText,
} from '../features/events/list-columns.ts';
import { goToHosts } from '../features/hosts/hosts-store.ts';
import { detach, fetchMissing, reconnect, saveCapture, toggleFollow } from '../features/live/live-actions.ts';
import { type LiveEntry, liveOf } from '../features/live/live-store.ts';
import { openNoteFile, saveNoteFile, writeNote } from '../features/notes/note-actions.ts';
import { notesOf } from '../features/notes/notes-store.ts';
import {
  closePayloadSearch,
  hasHits,
  openPayloadSearch,
  stepHit,
} from '../features/search/payload-search-actions.ts';
import { payloadSearchOf } from '../features/search/payload-search-store.ts';
import { showRun } from '../features/sessions/landing.ts';
import { type ListStep, visibleList } from '../features/sessions/list-controller.ts';
import { pickFiles, pickFolder } from '../features/sessions/open-actions.ts';
import {
  activateSession,
  cancelLoad,
  closeSession,
  reopenClosed,
  stepSession,
} from '../features/sessions/session-actions.ts';
import {
  isLoading,
  type Session,
  sessionOf,
  useClosed,
  useSessionsStore,
} from '../features/sessions/sessions-store.ts';
import {
  goBack,
  goForward,
  goToFailure,
  goToTaint,
  stepProblem,
  useTravel,
  walkCausally,
} from '../features/sessions/travel.ts';
import {
  changeView,
  orderList,
  showCriticalPath,
  showEverything,
  showView,
  stepLevel,
  toggleDims,
  toggleStreams,
  viewOf,
} from '../features/sessions/view-store.ts';
import { mayRedo, mayUndo, redoChange, showHint, undoChange } from '../shared/hint-store.ts';
import { openOverlay } from '../shared/overlay-store.ts';
import { stepDensity, stepTheme, stepZoom, useInfoStore } from '../shared/settings-store.ts';
import type { BenchName, DetailTab, ViewName } from '../shared/view-link.ts';
import { commandKeys, takesText } from './key-map.ts';
import { focusRegion, stepRegion } from './regions.ts';

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

const activeId = (): string | null => useSessionsStore.getState().activeId;
const active = (): Session | null => sessionOf(activeId());
const always = (): boolean => true;
const hasSession = (): boolean => activeId() !== null;
const hasRun = (): boolean => (active()?.summary?.events ?? 0) > 0;
/** True where a run is visible and no bench is in front of it. */
const isRunVisible = (): boolean => hasRun() && visibleBench() === null;
/** True where a list with a filter field is visible: a source of envelopes without events has one too. */
const hasFilter = (): boolean => {
  const { events, envelopes } = active()?.summary ?? { events: 0, envelopes: 0 };
  return events + envelopes > 0 && visibleBench() === null;
};
const hasRuns = (): boolean => (active()?.summary?.runs.length ?? 0) > 1 && visibleBench() === null;
const hasOneRun = (): boolean => viewOf(activeId() ?? '').run !== null && visibleBench() === null;
const hasNotes = (): boolean => notesOf(activeId() ?? '').length > 0;
const isSearching = (): boolean => isRunVisible() && payloadSearchOf(activeId() ?? '').isOpen;
const mayStepHits = (): boolean => isRunVisible() && hasHits(activeId() ?? '');
const loads = (): boolean => {
  const session = active();
  return session !== null && isLoading(session);
};
/** A log that is read; the events found so far by a load are not yet a session. */
const hasLog = (): boolean => active()?.broken === null && active()?.summary !== null && !loads();
/** True where the visible log has events and is read. */
const mayExport = (): boolean => hasLog() && hasRun();
const hasClosed = (): boolean => useClosed.getState().closed.length > 0;
const hasSeveral = (): boolean => useSessionsStore.getState().sessions.length > 1;
const mayGoBack = (): boolean => useTravel.getState().mayGoBack;
const mayGoForward = (): boolean => useTravel.getState().mayGoForward;
/** In a browser the browser zooms; the desktop leaves it to us. */
const zooms = (): boolean => useInfoStore.getState().shell === 'desktop';
const hasMissing = ({ status }: LiveEntry): boolean => status.ledger.missing > 0;
const isCutOff = ({ status: { state, end } }: LiveEntry): boolean =>
  state === 'lost' || (end !== null && end !== 'run-ended');
const isNarrowed = (): boolean => {
  const { filterText, brush, level } = viewOf(activeId() ?? '');
  return filterText !== '' || brush !== null || level !== 'everything';
};

/** The field itself undoes what was typed into it; a field without typed text reports so. */
const isFree = (): boolean => {
  const { activeElement } = document;
  return !takesText(activeElement) || activeElement?.matches('[data-untyped]') === true;
};

/**
 * Escape in a text field belongs to the field: a half-written envelope is not left by accident. The field that has the
 * focus when the hosts open has no use for it while it is empty.
 */
const mayLeave = (bench: BenchName) => (): boolean => {
  const { activeElement } = document;
  const isField = activeElement instanceof HTMLInputElement || activeElement instanceof HTMLTextAreaElement;
  const isEmpty = isField && activeElement.value === '';
  return visibleBench() === bench && (!takesText(activeElement) || (bench === 'hosts' && isEmpty));
};

/**
 * A kind of command: its group, and when it is ready unless a command says so itself. Most act on the visible session, and
 * do nothing without one.
 */
const kind =
  (group: CommandGroup, usual: () => boolean, isOfSession = true) =>
  <const Id extends string>(
    id: Id,
    title: string,
    chords: readonly string[],
    act: (sessionId: string) => void,
    isReady = usual,
  ): Named<Id> => {
    const run = () => {
      if (!isOfSession || hasSession()) act(activeId() ?? '');
    };
    return { id, title, group, chords, isReady, run };
  };

const anywhere = kind('Anywhere', always, false);
/** Shows something of the visible run. */
const look = kind('Look', hasRun);
/** Does something with the selected event; a bench in front of the run rests it. */
const lookAt = kind('Look', isRunVisible);
/** Goes somewhere in the run; a bench in front of it rests it. */
const move = kind('Move', isRunVisible);
const live = kind('Live', always);

/** Moves in the visible list, that of a bench too. */
const moveInList = <const Id extends ListStep>(id: Id, title: string) =>
  kind('Move', () => isRunVisible() || visibleList() !== null, false)(id, title, lettersOf(id), () =>
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
const onBenchOf = <const Id extends BenchCommand>(command: Id, title: string, chords: readonly string[]) => {
  const isReady = ON_EVERY_PART.has(command) ? () => visibleBench() === 'acceptor' : isEnvelopeVisible;
  return kind('Bench', isReady, false)(`bench-${command}`, title, chords, () => void onBench(command));
};

const view = <const Name extends ViewName>(name: Name, title: string, chords: readonly string[]) =>
  look(`view-${name}`, `Show ${title}`, chords, (sessionId) => showView(sessionId, name));

const orderBy = <const Id extends string>(id: Id, order: ListOrder | null) =>
  look(id, `List ${orderText(order)}`, [], (sessionId) => {
    showView(sessionId, 'events');
    orderList(sessionId, order);
  });

/** Shows or hides a column of the list. */
const column = <const Name extends ChosenColumn>(name: Name) => {
  const words: string = COLUMN_WORDS[name];
  return look(`column-${name}`, `Turn the column ${words} on or off`, [], (sessionId) => {
    showView(sessionId, 'events');
    toggleColumn(name, viewOf(sessionId).order);
  });
};

const tab = <const Name extends DetailTab>(name: Name, title: string) =>
  look(`tab-${name}`, `Show ${title} of the selected event`, [], (sessionId) =>
    changeView(sessionId, { tab: name }),
  );

/** Does something with the visible live session, where it makes sense in the present state of the connection. */
const liveCommand = <const Id extends string>(
  id: Id,
  title: string,
  chords: readonly string[],
  act: (sessionId: string) => void,
  suits: (entry: LiveEntry) => boolean = always,
) =>
  live(id, title, chords, act, () => {
    const entry = liveOf(activeId());
    return entry !== null && suits(entry) && visibleBench() === null;
  });

const zoomTime = <const Id extends string>(id: Id, title: string, chord: string, factor: number) =>
  look(
    id,
    title,
    [chord],
    () => visibleList()?.zoom?.(factor),
    () => visibleList()?.zoom !== undefined,
  );

/** Two views have a field over their list; from the others events come first, and the field after the next frame. */
function goToFilter(sessionId: string): void {
  const { view } = viewOf(sessionId);
  if (view === 'events' || view === 'envelopes') return void focusRegion('filter');
  showView(sessionId, 'events');
  requestAnimationFrame(() => focusRegion('filter'));
}

/** The field of the search, which takes the focus itself when it comes. */
function goToPayloadSearch(sessionId: string): void {
  if (!focusRegion('payload-search')) openPayloadSearch(sessionId);
}

/** The list of the runs, which is displayed first if it was hidden. */
function goToRuns(): void {
  if (focusRegion('runs')) return;
  toggleRuns();
  requestAnimationFrame(() => requestAnimationFrame(() => focusRegion('runs')));
}

const ALL = [
  moveInList('next', 'Next row'),
  moveInList('previous', 'Previous row'),
  moveInList('first', 'First row'),
  moveInList('last', 'Last row'),
  move('fold', 'Fold', lettersOf('outOf'), () => visibleList()?.fold?.('fold')),
  move('unfold', 'Unfold', lettersOf('into'), () => visibleList()?.fold?.('unfold')),
  move('streams', 'Fold or unfold all streams', ['L'], toggleStreams, hasRun),
  look('level', 'List steps, then failures, then everything', ['s'], stepLevel),
  move('copy-markdown', 'Copy the event as Markdown with its causes', ['M'], copyEventAsMarkdown),
  lookAt('event-pair', 'Pick the event, then compare another with it', ['='], pickOrCompare),
  move('next-problem', 'Next failure or problem', ['n'], (id) => void stepProblem(id, 1)),
  move('previous-problem', 'Previous failure or problem', ['p'], (id) => void stepProblem(id, -1)),
  move('failure', 'Go back to the failure', ['f'], goToFailure),
  move('cause', 'Go to the cause', ['c'], (id) => void walkCausally(id, 'cause')),
  move('effect', 'Go to the effect', ['e'], (id) => void walkCausally(id, 'effect')),
  move('chain-start', 'Go to where the chain starts', ['r'], (id) => void walkCausally(id, 'start')),
  move('taint', 'Go to where the taint came from', ['u'], goToTaint),

  look('filter', 'Filter', ['/'], goToFilter, hasFilter),
  look('search-payloads', 'Search in payloads', ['mod+shift+f'], goToPayloadSearch, isRunVisible),
  look('next-hit', 'Next hit in the payloads', ['F3'], (id) => stepHit(id, 1), mayStepHits),
  look('previous-hit', 'Previous hit in the payloads', ['shift+F3'], (id) => stepHit(id, -1), mayStepHits),
  look('runs', 'Go to the runs', ['R'], goToRuns, hasRuns),
  look('all-runs', 'Show all runs', ['0'], (id) => void showRun(id, null), hasOneRun),
  look('copy-command', 'Copy the filter as a command', [], copyFilterCommand),
  view('events', 'events', ['1']),
  view('causes', 'causes', ['2']),
  view('nodes', 'nodes', ['3']),
  look('critical-path', 'Show the critical path of the run', [], showCriticalPath),
  view('envelopes', 'envelopes', ['4']),
  view('problems', 'problems', ['5']),
  view('audit', 'the audit', ['6']),
  zoomTime('zoom-time-in', 'Zoom in on time', ']', 2),
  zoomTime('zoom-time-out', 'Zoom out of time', '[', 0.5),
  tab('rendered', 'the rendering'),
  tab('payload', 'the payload'),
  tab('causes', 'causes and effects'),
  tab('raw', 'the raw bytes'),
  look('tab-notes', 'Show the notes', ['N'], (sessionId) => changeView(sessionId, { tab: 'notes' })),
  look('dims', 'Dim or hide omitted events', ['D'], toggleDims),
  orderBy('order-recorded', null),
  orderBy('order-time', { by: 'time', isDescending: false }),
  orderBy('order-duration', { by: 'duration', isDescending: true }),
  orderBy('order-tokens', { by: 'tokens', isDescending: true }),
  orderBy('order-cost', { by: 'cost', isDescending: true }),
  ...CHOSEN_COLUMNS.map((name) => column(name)),
  look('clear-filter', 'Show all events', [], showEverything, isNarrowed),

  lookAt('note', 'Write a note on the event', ['m'], writeNote),
  look('open-notes', 'Add notes from a file', [], openNoteFile),
  look('save-notes', 'Save the notes to a file', [], saveNoteFile, hasNotes),

  liveCommand('follow', 'Follow the newest event, or pause the view', ['.'], toggleFollow),
  liveCommand('fetch-missing', 'Fetch what is missing', [], fetchMissing, hasMissing),
  liveCommand('reconnect', 'Reconnect to the host', [], reconnect, isCutOff),
  liveCommand('detach', 'Detach from the host', [], detach, ({ status }) => status.end === null),
  live('fork', 'Fork from here', [], forkFromSelected, () => mayFork(activeId())),
  liveCommand('save-capture', 'Save the capture', [], saveCapture),

  onBenchOf('run', 'Run the acceptor', ['mod+Enter']),
  onBenchOf('apply', 'Apply the smallest repair', ['mod+shift+Enter']),
  onBenchOf('deciding', 'Go to the deciding step', ['d']),
  onBenchOf('step-back', 'One step back', ['[']),
  onBenchOf('step-forward', 'One step forward', [']']),
  onBenchOf('end', 'Run to the last step', ['}']),
  onBenchOf('editor', 'Go to the text', ['i']),
  onBenchOf('next-mark', 'Next mark in the text', ['F8']),
  onBenchOf('previous-mark', 'Previous mark in the text', ['shift+F8']),
  onBenchOf('format', 'Format the text', []),
  onBenchOf('revert', 'Revert to the original text', []),
  onBenchOf('difference', 'Show the difference to the original', []),

  anywhere('acceptor', 'Open in the acceptor', ['a'], goToAcceptor, () => !isEnvelopeVisible()),
  anywhere('turn', 'Play the model turn', ['t'], () => void goToSimulator('turn')),
  anywhere('gate', 'Ask the model gate', ['q'], () => void goToSimulator('gate')),
  anywhere('discovery', 'Lint a discovery document', [], () => void goToSimulator('discovery')),
  look('compare', 'Compare with another run', ['C'], goToCompare, () => mayCompare(activeId())),
  look('portability', 'Check against other hosts', ['H'], goToPortability, () => mayCompare(activeId())),
  anywhere('leave-portability', 'Close the other hosts', ['Escape'], closeBench, mayLeave('portability')),
  anywhere('leave-compare', 'Close the comparison', ['Escape'], closeBench, mayLeave('compare')),
  anywhere('hosts', 'Attach to a live host', ['mod+l'], goToHosts, () => visibleBench() !== 'hosts'),
  anywhere('palette', 'Find an action or a place', ['mod+k'], () => openOverlay('palette')),
  anywhere('open', 'Open files', ['mod+o'], () => void pickFiles()),
  anywhere('open-folder', 'Open a folder', ['mod+shift+o'], () => void pickFolder()),
  look('colours', 'Colour events by filters', ['B'], () => openOverlay('colours'), isRunVisible),
  anywhere('export', 'Export a report or events', ['mod+e'], () => openOverlay('export'), mayExport),
  anywhere('safe-log', 'Export a safe log', [], () => openOverlay('safe-log'), mayExport),
  look('copy-report', 'Copy the report as Markdown', [], copyReport),
  look('copy-link', 'Copy the link to this place', [], copyLink, () => hasRun() && !zooms()),
  anywhere('save-session', 'Save the session to a file', ['mod+s'], () => openOverlay('session'), hasLog),
  anywhere('back', 'Back to the place before', ['alt+ArrowLeft'], goBack, mayGoBack),
  anywhere('forward', 'Forward to the place after', ['alt+ArrowRight'], goForward, mayGoForward),
  anywhere('undo', 'Undo the last change', ['mod+z'], undoChange, () => mayUndo() && isFree()),
  anywhere('redo', 'Redo the change', ['mod+shift+z', 'mod+y'], redoChange, () => mayRedo() && isFree()),
  anywhere('start', 'Show the start screen', [], () => activateSession(null), hasSession),
  anywhere('next-session', 'Next session', ['mod+PageDown', 'mod+Tab'], () => stepSession(1), hasSeveral),
  anywhere(
    'previous-session',
    'Previous session',
    ['mod+PageUp', 'mod+shift+Tab'],
    () => stepSession(-1),
    hasSeveral,
  ),
  anywhere('close-session', 'Close this session', ['mod+w'], closeSession, hasSession),
  anywhere('reopen-session', 'Reopen the last closed session', ['T', 'mod+shift+t'], reopenClosed, hasClosed),
  anywhere('leave-search', 'Close the search', ['Escape'], closePayloadSearch, isSearching),
  anywhere('cancel', 'Cancel reading', ['Escape'], cancelLoad, loads),
  anywhere('bench-leave', 'Close the acceptor', ['Escape'], closeBench, mayLeave('acceptor')),
  anywhere('leave-hosts', 'Close the live hosts', ['Escape'], closeBench, mayLeave('hosts')),
  anywhere('next-region', 'Next region', ['F6'], () => stepRegion(1)),
  anywhere('previous-region', 'Previous region', ['shift+F6'], () => stepRegion(-1)),
  anywhere('theme', 'Change the theme', [], stepTheme),
  anywhere('density', 'Change the density', [], stepDensity),
  { ...anywhere('zoom-in', 'Larger', ['mod+=', 'mod++'], () => stepZoom(1), zooms), isOffered: zooms },
  { ...anywhere('zoom-out', 'Smaller', ['mod+-'], () => stepZoom(-1), zooms), isOffered: zooms },
  { ...anywhere('zoom-reset', 'Usual size', ['mod+0'], () => stepZoom(0), zooms), isOffered: zooms },
  anywhere('keys', 'Show all keys', ['?'], () => openOverlay('keys')),
  anywhere('about', 'About the inspector: version and licences', [], () => openOverlay('about')),
] satisfies readonly Command[];

/** In the order of the key sheet. */
export const COMMANDS: readonly Command[] = ALL;

/** Id of a command that there is. */
export type CommandId = (typeof ALL)[number]['id'];

/** The title of a command, for a menu that runs it. */
export function commandTitle(id: CommandId): string {
  return COMMANDS.find((command) => command.id === id)?.title ?? '';
}

/** The caps of the first chord of a command, for a hint next to a control that does the same; none for one without keys. */
export function keysOf(id: CommandId): readonly string[] {
  const chord = COMMANDS.find((command) => command.id === id)?.chords[0];
  return chord === undefined ? [] : commandKeys(chord);
}

/** True for a chord (`chordOf`) that the command is bound to. */
export function hasChord(id: CommandId, chord: string | null): boolean {
  return COMMANDS.some((command) => command.id === id && chord !== null && command.chords.includes(chord));
}

/** The command a chord means now, or null. */
export function commandFor(chord: string): Command | null {
  return COMMANDS.find((command) => command.chords.includes(chord) && command.isReady()) ?? null;
}

/** Runs a command by id, as menus of the shell do; one that rests says so. */
export function runCommand(id: CommandId): void {
  const command = COMMANDS.find((candidate) => candidate.id === id);
  if (command?.isReady()) command.run();
  else if (command !== undefined) showHint(`${command.title}: not possible here and now.`);
}
