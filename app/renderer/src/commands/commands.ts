/** Everything a person can tell the window to do: bound to keys, listed in the palette and on the key sheet. */

import { TREE_KEYS } from '@openwop-inspector/renderers';
import type { ListOrder } from '@openwop-inspector/run-log';
import { HOLD_KEY, lettersOf } from '@openwop-inspector/ui';
import { orderWords } from '../model/list-columns.ts';
import type { BenchCommand } from '../state/bench-commands.ts';
import { useClosed } from '../state/closed-sessions.ts';
import { goToCompare, isCompareInSight, leaveCompare, mayCompare } from '../state/compare-actions.ts';
import { copyEventAsMarkdown, copyFilterCommand } from '../state/copy-event.ts';
import { pickOrCompare } from '../state/event-pair.ts';
import { showHint } from '../state/hint-store.ts';
import { useInfoStore } from '../state/info-store.ts';
import { type ListStep, listInSight } from '../state/list-controller.ts';
import { detach, fetchMissing, reconnect, saveCapture, toggleFollow } from '../state/live-actions.ts';
import { type LiveEntry, liveOf } from '../state/live-store.ts';
import { openNoteFile, saveNoteFile, writeNote } from '../state/note-actions.ts';
import { notesOf } from '../state/notes-store.ts';
import {
  goToAcceptor,
  goToSimulator,
  isAcceptorInSight,
  isBenchInSight,
  isEnvelopeInSight,
  onBench,
} from '../state/open-acceptor.ts';
import { pickFiles, pickFolder } from '../state/open-actions.ts';
import { forkFromSelected, mayFork } from '../state/open-fork.ts';
import { goToHosts, isHostsInSight, leaveHosts } from '../state/open-hosts.ts';
import {
  goToPortability,
  isPortabilityInSight,
  leavePortability,
  mayAskHosts,
} from '../state/open-portability.ts';
import { openOverlay } from '../state/overlay-store.ts';
import { closePayloadSearch, hasHits, openPayloadSearch, stepHit } from '../state/payload-search-actions.ts';
import { payloadSearchOf } from '../state/payload-search-store.ts';
import { showRun } from '../state/run-scope.ts';
import { toggleRuns } from '../state/runs-beside.ts';
import {
  activateSession,
  cancelLoad,
  closeSession,
  reopenClosed,
  stepSession,
} from '../state/session-actions.ts';
import { isLoading, sessionOf, useSessionsStore } from '../state/sessions-store.ts';
import { stepDensity, stepTheme, stepZoom } from '../state/settings-store.ts';
import { goBack, goForward, useTravel } from '../state/travel.ts';
import { mayRedo, mayUndo, redoChange, undoChange } from '../state/undo.ts';
import {
  orderList,
  showCriticalPath,
  showEverything,
  showTab,
  showView,
  stepLevel,
  toggleDims,
  toggleStreams,
} from '../state/view-actions.ts';
import { type DetailTab, type ViewName, viewOf } from '../state/view-store.ts';
import { goToFailure, goToTaint, stepProblem, walkCausally } from '../state/walk-actions.ts';
import { commandKeys } from './key-caps.ts';
import { takesText } from './key-map.ts';
import { focusRegion, stepRegion } from './regions.ts';

export type CommandGroup = 'Move' | 'Look' | 'Live' | 'Bench' | 'Anywhere';

export interface Command {
  readonly id: string;
  /** An imperative, as the palette shows it. */
  readonly title: string;
  readonly group: CommandGroup;
  /** Chords of key-map.ts; the first is shown. */
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
/** Runs with the session in sight. */
const inSession = (act: (sessionId: string) => void) => () => {
  const sessionId = activeId();
  if (sessionId !== null) act(sessionId);
};
const hasRun = (): boolean => (sessionOf(activeId())?.summary?.events ?? 0) > 0;
const hasRuns = (): boolean => (sessionOf(activeId())?.summary?.runs.length ?? 0) > 1;
const hasNotes = (): boolean => notesOf(activeId() ?? '').length > 0;
const always = (): boolean => true;

/** Moves in the list in sight, that of a bench too. */
function moveInList<const Id extends ListStep>(id: Id, title: string): Named<Id> {
  const isReady = (): boolean => (hasRun() && !isBenchInSight()) || listInSight() !== null;
  const run = (): void => listInSight()?.move(id);
  return { id, title, group: 'Move', chords: lettersOf(id), isReady, run };
}

/** Goes somewhere in the run; a bench in front of it rests these. */
function move<const Id extends string>(
  id: Id,
  title: string,
  chords: readonly string[],
  act: (sessionId: string) => void,
): Named<Id> {
  const isReady = (): boolean => hasRun() && !isBenchInSight();
  return { id, title, group: 'Move', chords, isReady, run: inSession(act) };
}

/** What every part of the acceptor's screen has; the rest belongs to the bench of an envelope. */
const ON_EVERY_PART: ReadonlySet<BenchCommand> = new Set([
  ...(['leave', 'run', 'editor', 'next-mark', 'previous-mark', 'format', 'revert', 'difference'] as const),
]);

/** Does something on the bench in sight. */
function benchCommand<const Id extends BenchCommand>(
  command: Id,
  title: string,
  chords: readonly string[],
): Named<`bench-${Id}`> {
  return {
    id: `bench-${command}`,
    title,
    group: 'Bench',
    chords,
    isReady: ON_EVERY_PART.has(command) ? isAcceptorInSight : isEnvelopeInSight,
    run: () => void onBench(command),
  };
}

function view<const Name extends ViewName>(
  name: Name,
  title: string,
  chords: readonly string[],
): Named<`view-${Name}`> {
  const run = inSession((sessionId) => showView(sessionId, name));
  return { id: `view-${name}`, title: `Show ${title}`, group: 'Look', chords, isReady: hasRun, run };
}

function orderBy<const Id extends string>(id: Id, order: ListOrder | null): Named<Id> {
  const run = inSession((sessionId) => {
    showView(sessionId, 'events');
    orderList(sessionId, order);
  });
  return { id, title: `List ${orderWords(order)}`, group: 'Look', chords: [], isReady: hasRun, run };
}

function tab<const Name extends DetailTab>(name: Name, title: string): Named<`tab-${Name}`> {
  const run = inSession((sessionId) => showTab(sessionId, name));
  return {
    id: `tab-${name}`,
    title: `Show ${title} of the selected event`,
    group: 'Look',
    chords: [],
    isReady: hasRun,
    run,
  };
}

/** Does something with the live session in sight, where it makes sense in the present state of the connection. */
function liveCommand<const Id extends string>(
  id: Id,
  title: string,
  chords: readonly string[],
  act: (sessionId: string) => void,
  suits: (entry: LiveEntry) => boolean = always,
): Named<Id> {
  const isReady = (): boolean => {
    const entry = liveOf(activeId());
    return entry !== null && suits(entry) && !isBenchInSight();
  };
  return { id, title, group: 'Live', chords, isReady, run: inSession(act) };
}

function zoomTime<const Id extends string>(id: Id, title: string, chord: string, factor: number): Named<Id> {
  const isReady = (): boolean => listInSight()?.zoom !== undefined;
  return { id, title, group: 'Look', chords: [chord], isReady, run: () => listInSight()?.zoom?.(factor) };
}

function anywhere<const Id extends string>(
  id: Id,
  title: string,
  chords: readonly string[],
  run: () => void,
  isReady: () => boolean = always,
): Named<Id> {
  return { id, title, group: 'Anywhere', chords, isReady, run };
}

const hasSession = (): boolean => activeId() !== null;
const hasClosed = (): boolean => useClosed.getState().closed.length > 0;
const hasSeveral = (): boolean => useSessionsStore.getState().sessions.length > 1;
const loads = (): boolean => {
  const session = sessionOf(activeId());
  return session !== null && isLoading(session);
};
/** In a browser the browser zooms; the desktop leaves it to us. */
const zooms = (): boolean => useInfoStore.getState().shell === 'desktop';

const ALL = [
  moveInList('next', 'Next row'),
  moveInList('previous', 'Previous row'),
  moveInList('first', 'First row'),
  moveInList('last', 'Last row'),
  move('fold', 'Fold', lettersOf('outOf'), () => listInSight()?.fold?.('fold')),
  move('unfold', 'Unfold', lettersOf('into'), () => listInSight()?.fold?.('unfold')),
  {
    ...anywhere('streams', 'Fold or unfold all streams', ['L'], inSession(toggleStreams), hasRun),
    group: 'Move' as const,
  },
  {
    ...anywhere('level', 'List steps, then failures, then everything', ['s'], inSession(stepLevel), hasRun),
    group: 'Look' as const,
  },
  move(
    'copy-markdown',
    'Copy the event as Markdown with its causes',
    ['M'],
    (id) => void copyEventAsMarkdown(id),
  ),
  {
    ...move(
      'event-pair',
      'Pick the event, then compare another with it',
      ['='],
      (id) => void pickOrCompare(id),
    ),
    group: 'Look' as const,
  },
  move('next-problem', 'Next failure or problem', ['n'], (id) => void stepProblem(id, 1)),
  move('previous-problem', 'Previous failure or problem', ['p'], (id) => void stepProblem(id, -1)),
  move('failure', 'Go back to the failure', ['f'], (id) => void goToFailure(id)),
  move('cause', 'Go to the cause', ['c'], (id) => void walkCausally(id, 'cause')),
  move('effect', 'Go to the effect', ['e'], (id) => void walkCausally(id, 'effect')),
  move('chain-start', 'Go to where the chain starts', ['r'], (id) => void walkCausally(id, 'start')),
  move('taint', 'Go to where the taint came from', ['u'], (id) => void goToTaint(id)),

  {
    id: 'filter' as const,
    title: 'Filter',
    group: 'Look',
    chords: ['/'],
    isReady: () => hasRun() && !isBenchInSight(),
    run: inSession(goToFilter),
  },
  {
    id: 'search-payloads' as const,
    title: 'Search in payloads',
    group: 'Look',
    chords: ['mod+shift+f'],
    isReady: () => hasRun() && !isBenchInSight(),
    run: inSession(goToPayloadSearch),
  },
  {
    id: 'next-hit' as const,
    title: 'Next hit in the payloads',
    group: 'Look',
    chords: ['F3'],
    isReady: mayStepHits,
    run: inSession((sessionId) => stepHit(sessionId, 1)),
  },
  {
    id: 'previous-hit' as const,
    title: 'Previous hit in the payloads',
    group: 'Look',
    chords: ['shift+F3'],
    isReady: mayStepHits,
    run: inSession((sessionId) => stepHit(sessionId, -1)),
  },
  {
    id: 'runs' as const,
    title: 'Go to the runs',
    group: 'Look',
    chords: ['R'],
    isReady: () => hasRuns() && !isBenchInSight(),
    run: goToRuns,
  },
  {
    id: 'all-runs' as const,
    title: 'Show all runs',
    group: 'Look',
    chords: ['0'],
    isReady: () => viewOf(activeId() ?? '').run !== null && !isBenchInSight(),
    run: inSession((sessionId) => void showRun(sessionId, null)),
  },
  {
    ...anywhere(
      'copy-command',
      'Copy the filter as a command',
      [],
      inSession((id) => void copyFilterCommand(id)),
      hasRun,
    ),
    group: 'Look' as const,
  },
  view('events', 'events', ['1']),
  view('causes', 'causes', ['2']),
  view('nodes', 'nodes', ['3']),
  {
    ...anywhere(
      'critical-path',
      'Show the critical path of the run',
      [],
      inSession(showCriticalPath),
      hasRun,
    ),
    group: 'Look' as const,
  },
  view('envelopes', 'envelopes', ['4']),
  view('problems', 'problems', ['5']),
  view('audit', 'the audit', ['6']),
  zoomTime('zoom-time-in', 'Zoom in on time', ']', 2),
  zoomTime('zoom-time-out', 'Zoom out of time', '[', 0.5),
  tab('rendered', 'the rendering'),
  tab('payload', 'the payload'),
  tab('causes', 'causes and effects'),
  tab('raw', 'the raw bytes'),
  {
    id: 'tab-notes' as const,
    title: 'Show the notes',
    group: 'Look',
    chords: ['N'],
    isReady: hasRun,
    run: inSession((sessionId) => showTab(sessionId, 'notes')),
  },
  {
    ...anywhere('dims', 'Dim or hide what the filter leaves out', ['D'], inSession(toggleDims), hasRun),
    group: 'Look' as const,
  },
  orderBy('order-recorded', null),
  orderBy('order-time', { by: 'time', isDescending: false }),
  orderBy('order-duration', { by: 'duration', isDescending: true }),
  orderBy('order-tokens', { by: 'tokens', isDescending: true }),
  orderBy('order-cost', { by: 'cost', isDescending: true }),
  {
    id: 'clear-filter' as const,
    title: 'Show all events',
    group: 'Look',
    chords: [],
    isReady: () => isNarrowed(activeId()),
    run: inSession(showEverything),
  },

  { ...move('note', 'Write a note on the event', ['m'], (id) => void writeNote(id)), group: 'Look' as const },
  {
    ...anywhere(
      'open-notes',
      'Add notes from a file',
      [],
      inSession((id) => void openNoteFile(id)),
      hasRun,
    ),
    group: 'Look' as const,
  },
  {
    ...anywhere(
      'save-notes',
      'Save the notes to a file',
      [],
      inSession((id) => void saveNoteFile(id)),
      hasNotes,
    ),
    group: 'Look' as const,
  },

  liveCommand('follow', 'Follow the newest event, or pause the view', ['.'], toggleFollow),
  liveCommand('fetch-missing', 'Fetch what is missing', [], (id) => void fetchMissing(id), hasMissing),
  liveCommand('reconnect', 'Reconnect to the host', [], (id) => void reconnect(id), isCutOff),
  liveCommand(
    'detach',
    'Detach from the host',
    [],
    (id) => void detach(id),
    ({ status }) => status.end === null,
  ),
  {
    ...liveCommand('fork', 'Fork from here', [], (id) => void forkFromSelected(id)),
    isReady: () => mayFork(activeId()),
  },
  liveCommand('save-capture', 'Save the capture', [], (id) => void saveCapture(id)),

  benchCommand('run', 'Run the acceptor', ['mod+Enter']),
  benchCommand('apply', 'Apply the smallest repair', ['mod+shift+Enter']),
  benchCommand('deciding', 'Go to the deciding step', ['d']),
  benchCommand('step-back', 'One step back', ['[']),
  benchCommand('step-forward', 'One step forward', [']']),
  benchCommand('end', 'Run to the last step', ['}']),
  benchCommand('editor', 'Go to the text', ['i']),
  benchCommand('next-mark', 'Next mark in the text', ['F8']),
  benchCommand('previous-mark', 'Previous mark in the text', ['shift+F8']),
  benchCommand('format', 'Format the text', []),
  benchCommand('revert', 'Revert to the original text', []),
  benchCommand('difference', 'Show the difference to the original', []),

  anywhere(
    'acceptor',
    'Open in the acceptor',
    ['a'],
    () => void goToAcceptor(),
    () => !isEnvelopeInSight(),
  ),
  anywhere('turn', 'Play the model turn', ['t'], () => void goToSimulator('turn')),
  anywhere('gate', 'Ask the model gate', ['q'], () => void goToSimulator('gate')),
  anywhere('discovery', 'Lint a discovery document', [], () => void goToSimulator('discovery')),
  {
    id: 'compare' as const,
    title: 'Compare with another run',
    group: 'Look',
    chords: ['C'],
    isReady: () => mayCompare(activeId()),
    run: inSession(goToCompare),
  },
  {
    id: 'portability' as const,
    title: 'Hold the envelopes against other hosts',
    group: 'Look',
    chords: ['H'],
    isReady: () => mayAskHosts(activeId()),
    run: inSession(goToPortability),
  },
  anywhere('leave-portability', 'Close the other hosts', ['Escape'], leavePortability, isPortabilityInSight),
  anywhere('leave-compare', 'Close the comparison', ['Escape'], leaveCompare, mayLeaveCompare),
  anywhere('hosts', 'Attach to a live host', ['mod+l'], goToHosts, () => !isHostsInSight()),
  anywhere('palette', 'Find an action or a place', ['mod+k'], () => openOverlay('palette')),
  anywhere('open', 'Open files', ['mod+o'], () => void pickFiles()),
  anywhere('open-folder', 'Open a folder', ['mod+shift+o'], () => void pickFolder()),
  anywhere(
    'back',
    'Back to the place before',
    ['alt+ArrowLeft'],
    goBack,
    () => useTravel.getState().mayGoBack,
  ),
  anywhere(
    'forward',
    'Forward to the place after',
    ['alt+ArrowRight'],
    goForward,
    () => useTravel.getState().mayGoForward,
  ),
  anywhere('undo', 'Take the last change back', ['mod+z'], undoChange, () => mayUndo() && isFree()),
  anywhere(
    'redo',
    'Make the change again',
    ['mod+shift+z', 'mod+y'],
    redoChange,
    () => mayRedo() && isFree(),
  ),
  anywhere('start', 'Show the start screen', [], () => activateSession(null), hasSession),
  anywhere('next-session', 'Next session', ['mod+PageDown', 'mod+Tab'], () => stepSession(1), hasSeveral),
  anywhere(
    'previous-session',
    'Previous session',
    ['mod+PageUp', 'mod+shift+Tab'],
    () => stepSession(-1),
    hasSeveral,
  ),
  anywhere('close-session', 'Close this session', ['mod+w'], inSession(closeSession), hasSession),
  anywhere(
    'reopen-session',
    'Open the last closed session again',
    ['T', 'mod+shift+t'],
    reopenClosed,
    hasClosed,
  ),
  anywhere(
    'leave-search',
    'Close the search in payloads',
    ['Escape'],
    inSession(closePayloadSearch),
    isSearching,
  ),
  anywhere('cancel', 'Cancel reading', ['Escape'], inSession(cancelLoad), loads),
  { ...benchCommand('leave', 'Close the acceptor', ['Escape']), isReady: mayLeaveBench, group: 'Anywhere' },
  anywhere('leave-hosts', 'Close the live hosts', ['Escape'], leaveHosts, mayLeaveHosts),
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

/** The caps of the first chord of a command, for a hint beside what does the same; none for one without keys. */
export function keysOf(id: CommandId): readonly string[] {
  const chord = COMMANDS.find((command) => command.id === id)?.chords[0];
  return chord === undefined ? [] : commandKeys(chord);
}

/** True for a chord (`chordOf`) that the command is bound to. */
export function hasChord(id: CommandId, chord: string | null): boolean {
  return COMMANDS.some((command) => command.id === id && chord !== null && command.chords.includes(chord));
}

/** Keys that the place with the focus has by itself; what they are is said where they are handled. */
export const IN_PLACE: readonly { readonly title: string; readonly chords: readonly string[] }[] = [
  { title: 'Copy the path in a payload', chords: [TREE_KEYS.copyPath] },
  { title: 'A string as text, the parts of a token', chords: [TREE_KEYS.text] },
  { title: 'A masked value, event, raw bytes or bytes beside in clear, while held', chords: [HOLD_KEY] },
  { title: 'The bytes of a value', chords: [TREE_KEYS.bytes] },
  { title: 'A note on a value', chords: [TREE_KEYS.note] },
  {
    title: 'A level more, fewer, all of them',
    chords: [TREE_KEYS.moreLevels, TREE_KEYS.fewerLevels, TREE_KEYS.allLevels],
  },
  { title: 'Clear or leave the filter', chords: ['Escape'] },
];

function hasMissing({ status }: LiveEntry): boolean {
  return status.ledger.missing > 0;
}

function isCutOff({ status: { state, end } }: LiveEntry): boolean {
  return state === 'lost' || (end !== null && end !== 'run-ended');
}

/** What was typed into a field is taken back by the field. */
function isFree(): boolean {
  return !takesText(document.activeElement);
}

/** Escape in a text field belongs to the field: a half-written envelope is not left by accident. */
function mayLeaveBench(): boolean {
  return isAcceptorInSight() && !takesText(document.activeElement);
}

/** Escape in the field of the rules belongs to the field. */
function mayLeaveCompare(): boolean {
  return isCompareInSight() && !takesText(document.activeElement);
}

/** A field with nothing in it has no use for Escape; the first one has the focus when the screen opens. */
function mayLeaveHosts(): boolean {
  return isHostsInSight() && (!takesText(document.activeElement) || isEmptyField(document.activeElement));
}

function isEmptyField(element: Element | null): boolean {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField && element.value === '';
}

/** Two views have a field over their list; from the others events come first, and the field after the next frame. */
function goToFilter(sessionId: string): void {
  const { view } = viewOf(sessionId);
  if (view === 'events' || view === 'envelopes') {
    focusRegion('filter');
    return;
  }
  showView(sessionId, 'events');
  requestAnimationFrame(() => focusRegion('filter'));
}

/** The field of the search, which takes the focus itself when it comes. */
function goToPayloadSearch(sessionId: string): void {
  if (!focusRegion('payload-search')) openPayloadSearch(sessionId);
}

function isSearching(): boolean {
  return hasRun() && !isBenchInSight() && payloadSearchOf(activeId() ?? '').isOpen;
}

function mayStepHits(): boolean {
  return hasRun() && !isBenchInSight() && hasHits(activeId() ?? '');
}

/** The list of the runs, which is shown first where it was put away. */
function goToRuns(): void {
  if (focusRegion('runs')) return;
  toggleRuns();
  requestAnimationFrame(() => requestAnimationFrame(() => focusRegion('runs')));
}

function isNarrowed(sessionId: string | null): boolean {
  if (sessionId === null) return false;
  const { filterText, brush, level } = viewOf(sessionId);
  return filterText !== '' || brush !== null || level !== 'everything';
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
