/** All commands of the window: bound to keys, listed in the palette and on the key sheet. */
import { lettersOf } from '@openwop-inspector/ui';
import {
  closeBench,
  goToAcceptor,
  goToPortability,
  goToSimulator,
  isEnvelopeVisible,
  visibleBench,
} from '../features/acceptor/open-acceptor.ts';
import { forkFromSelected, mayFork } from '../features/actions/action-store.ts';
import { goToCompare, mayCompare, pickOrCompare } from '../features/compare/compare-actions.ts';
import {
  copyEventAsMarkdown,
  copyFilterCommand,
  copyLink,
  copyReport,
} from '../features/events/event-copies.ts';
import { CHOSEN_COLUMNS } from '../features/events/list-columns.ts';
import { goToHosts } from '../features/hosts/hosts-store.ts';
import { detach, fetchMissing, reconnect, saveCapture, toggleFollow } from '../features/live/live-actions.ts';
import { openNoteFile, saveNoteFile, writeNote } from '../features/notes/note-actions.ts';
import { closePayloadSearch, stepHit } from '../features/search/payload-search-actions.ts';
import { showRun } from '../features/sessions/landing.ts';
import { visibleList } from '../features/sessions/list-controller.ts';
import { pickFiles, pickFolder } from '../features/sessions/open-actions.ts';
import {
  activateSession,
  cancelLoad,
  closeSession,
  reopenClosed,
  stepSession,
} from '../features/sessions/session-actions.ts';
import {
  goBack,
  goForward,
  goToFailure,
  goToTaint,
  stepProblem,
  walkCausally,
} from '../features/sessions/travel.ts';
import {
  changeView,
  showCriticalPath,
  showEverything,
  stepLevel,
  toggleDims,
  toggleStreams,
} from '../features/sessions/view-store.ts';
import { mayRedo, mayUndo, redoChange, showHint, undoChange } from '../shared/hint-store.ts';
import { openOverlay } from '../shared/overlay-store.ts';
import { stepDensity, stepTheme, stepZoom } from '../shared/settings-store.ts';
import {
  activeId,
  anywhere,
  benchCommand,
  type Command,
  column,
  goToFilter,
  goToPayloadSearch,
  goToRuns,
  hasClosed,
  hasFilter,
  hasLog,
  hasMissing,
  hasNotes,
  hasOneRun,
  hasRun,
  hasRuns,
  hasSession,
  hasSeveral,
  inSession,
  isCutOff,
  isFree,
  isNarrowed,
  isRunVisible,
  isSearching,
  live,
  liveCommand,
  loads,
  look,
  lookAt,
  mayExport,
  mayGoBack,
  mayGoForward,
  mayLeave,
  mayStepHits,
  move,
  moveInList,
  orderBy,
  tab,
  view,
  zooms,
  zoomTime,
} from './command-kinds.ts';
import { commandKeys } from './key-map.ts';
import { stepRegion } from './regions.ts';

export type { Command, CommandGroup } from './command-kinds.ts';

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
  look('runs', 'Go to the runs', ['R'], goToRuns, () => hasRuns() && visibleBench() === null),
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
  look('clear-filter', 'Show all events', [], showEverything, () => isNarrowed(activeId())),

  lookAt('note', 'Write a note on the event', ['m'], writeNote),
  look('open-notes', 'Add notes from a file', [], openNoteFile),
  look('save-notes', 'Save the notes to a file', [], saveNoteFile, hasNotes),

  liveCommand('follow', 'Follow the newest event, or pause the view', ['.'], toggleFollow),
  liveCommand('fetch-missing', 'Fetch what is missing', [], fetchMissing, hasMissing),
  liveCommand('reconnect', 'Reconnect to the host', [], reconnect, isCutOff),
  liveCommand('detach', 'Detach from the host', [], detach, ({ status }) => status.end === null),
  live('fork', 'Fork from here', [], forkFromSelected, () => mayFork(activeId())),
  liveCommand('save-capture', 'Save the capture', [], saveCapture),

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
  anywhere('close-session', 'Close this session', ['mod+w'], inSession(closeSession), hasSession),
  anywhere('reopen-session', 'Reopen the last closed session', ['T', 'mod+shift+t'], reopenClosed, hasClosed),
  anywhere('leave-search', 'Close the search', ['Escape'], inSession(closePayloadSearch), isSearching),
  anywhere('cancel', 'Cancel reading', ['Escape'], inSession(cancelLoad), loads),
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
