import { countOf, formatSequence } from '@openwop-inspector/base';
import {
  idOrNone,
  type LogicalEnvelopePage,
  type LogText,
  type ProblemGroup,
  type RunListRow,
  statusWord,
  textOfLog,
  titleOf,
} from '@openwop-inspector/run-log';
import { useQueries } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { COMMANDS, type Command } from '../../commands/commands.ts';
import { commandKeys } from '../../commands/key-map.ts';
import { envelopeForm } from '../../features/envelopes/envelope-text.ts';
import { quotedValue } from '../../features/filter/filter-completion.ts';
import { useSavedFilters } from '../../features/filter/saved-filters.ts';
import { goToNoted } from '../../features/notes/note-actions.ts';
import { keyOf, placeText, textOfNote } from '../../features/notes/notes.ts';
import { useNotes } from '../../features/notes/notes-store.ts';
import { runTreeRows } from '../../features/runs/run-rows.ts';
import { showRun } from '../../features/sessions/landing.ts';
import { openRecent, openSample } from '../../features/sessions/open-actions.ts';
import { useRecent, useSamples } from '../../features/sessions/StartScreen.tsx';
import { activateSession } from '../../features/sessions/session-actions.ts';
import {
  sessionOf,
  useGeneration,
  useNamesApart,
  useSessionsStore,
  wholeName,
} from '../../features/sessions/sessions-store.ts';
import { jump, jumpTo } from '../../features/sessions/travel.ts';
import {
  changeView,
  selectEnvelope,
  selectProblem,
  showView,
  useSessionView,
  viewOf,
} from '../../features/sessions/view-store.ts';
import { jobQuery, useJob } from '../../shared/job-query.ts';
import { changeSettings, DENSITIES, THEMES } from '../../shared/settings-store.ts';
import { askWorker } from '../../worker/client.ts';
import { groupOf, MOST_OF_GROUP, numberOf, type PaletteGroup, STEPS, SYNONYMS, textOf } from './entries.ts';

/** Entries that match the typed words, in groups without the empty ones. Without words: actions and what is open. */
export function usePalette(text: string): readonly PaletteGroup[] {
  const sessionId = useSessionsStore((state) => state.activeId);
  const words = useMemo(() => textOf(text), [text]);
  const later = useDeferredValue(text);
  const events = useEvents(sessionId, later);
  const places = usePlaces(sessionId, later);
  const files = useFiles(words);
  const filters = useFilters(sessionId, words);
  const notes = groupOf(
    'Notes',
    useNotes(sessionId ?? ''),
    words,
    (note) => ({
      id: `note ${keyOf(note)}`,
      title: textOfNote(note),
      note: placeText(note),
      run: () => void goToNoted(sessionId ?? '', note),
    }),
    (note) => `${textOfNote(note)} ${placeText(note)}`,
  );
  const settings = groupOf('Settings', SETTINGS, words, ({ title, change }) => {
    return { id: title, title, run: () => changeSettings(change) };
  });
  const actions = actionsOf(sessionId, words);
  const groups =
    words.length === 0
      ? [events, actions, ...places, ...files]
      : [events, actions, ...places, filters, notes, ...files, settings];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** Saved and recent filters, in the visible session. */
function useFilters(sessionId: string | null, words: readonly string[]): PaletteGroup {
  const { recent, saved } = useSavedFilters();
  return groupOf('Filters', sessionId === null ? [] : [...new Set([...saved, ...recent])], words, (text) => ({
    id: `filter ${text}`,
    title: text,
    note: saved.includes(text) ? 'saved' : '',
    run: () => {
      changeView(sessionId ?? '', { filterText: text });
      showView(sessionId ?? '', 'events');
    },
  }));
}

/** Ids of the actions that were run from the palette, the last one first. */
let used: readonly string[] = [];

/** What was used, then what leads on from the selection; steps along a list come last. */
function rankOf({ id, group }: Command, hasSelection: boolean): number {
  if (used.includes(id)) return used.indexOf(id) - used.length;
  return STEPS.has(id) ? 2 : hasSelection && group === 'Move' ? 0 : 1;
}

/** Every command that can be carried out now; none is omitted, so that all can be browsed. */
function actionsOf(sessionId: string | null, words: readonly string[]): PaletteGroup {
  const ready = COMMANDS.filter((command) => command.isReady() && command.id !== 'palette');
  const hasSelection = viewOf(sessionId ?? '').selected !== null;
  const entries = ready
    .filter(({ id, title }) => {
      const name = `${title} ${SYNONYMS.get(id) ?? ''}`.toLowerCase();
      return words.every((word) => name.includes(word));
    })
    .sort((a, b) => rankOf(a, hasSelection) - rankOf(b, hasSelection))
    .map(({ id, title, chords: [chord], run }) => ({
      id,
      title,
      ...(chord === undefined ? {} : { keys: commandKeys(chord) }),
      run: () => {
        used = [id, ...used.filter((one) => one !== id)];
        run();
      },
    }));
  return { title: 'Actions', entries, total: entries.length };
}

const SETTINGS = [
  ...THEMES.map((theme) => ({ title: `Theme: ${theme}`, change: { theme } })),
  ...DENSITIES.map((density) => ({ title: `Density: ${density}`, change: { density } })),
];

/** What is open, and with words also the recent sessions and the samples. */
function useFiles(words: readonly string[]): readonly PaletteGroup[] {
  const sessions = useSessionsStore((state) => state.sessions);
  const apart = useNamesApart();
  const recent = useRecent();
  const samples = useSamples();
  const open = groupOf(
    'Open',
    sessions,
    words,
    (session) => ({
      id: `session ${session.sessionId}`,
      title: `Go to ${wholeName(session, apart)}`,
      run: () => activateSession(session.sessionId),
    }),
    (session) => wholeName(session, apart),
  );
  if (words.length === 0) return [open];
  const closed = groupOf('Recent files', recent, words, ({ recentId, name, events }) => ({
    id: `recent ${recentId}`,
    title: name,
    note: events === null ? '' : countOf(events, 'event'),
    run: () => void openRecent(recentId),
  }));
  const given = groupOf('Samples', samples, words, ({ sampleId, title }) => ({
    id: `sample ${sampleId}`,
    title,
    run: () => void openSample(sampleId),
  }));
  return [open, closed, given];
}

/** Maximum number of nodes searched. */
const MAX_NODES = 5000;
/** Maximum number of runs searched for an event by its number, when none is selected. */
const MAX_RUNS = 8;

const ALL_SEVERITIES = ['error', 'warning', 'note'] as const;

/** The events of a number, in the chosen run, else in the first runs of the rail; or the one event of an id. */
function useEvents(sessionId: string | null, text: string): PaletteGroup {
  const id = sessionId ?? '';
  const number = numberOf(text);
  const generation = useGeneration(id);
  const chosen = useSessionView(id, (view) => view.run);
  const { data: runs } = useJob(
    'runs',
    { sessionId: id },
    { enabled: sessionId !== null && number !== null },
  );
  const typed = text.trim();
  const asks = useMemo(() => {
    if (sessionId === null || typed === '') return [];
    if (number === null) return typed.includes(' ') ? [] : [{ sessionId, eventId: typed }];
    const runIds: readonly string[] =
      chosen === null
        ? runTreeRows(runs ?? [], 'failed', '').flatMap(({ run }) => run?.runId ?? [])
        : [chosen];
    return runIds.slice(0, MAX_RUNS).map((runId) => ({ sessionId, runId, sequence: number }));
  }, [sessionId, typed, number, chosen, runs]);
  const rows = useQueries({
    queries: asks.map((ask) => ({ ...jobQuery('find', ask, generation), gcTime: 5000 })),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  });
  const isSome = chosen === null && number !== null && (runs?.length ?? 0) > MAX_RUNS;
  return {
    title: isSome ? `Events in the first ${MAX_RUNS} runs` : 'Events',
    entries: rows.map(({ ordinal, sequence, type, nodeId, runId, summary }) => ({
      id: `event ${ordinal}`,
      title: [formatSequence(sequence), type, nodeId].filter((part) => part !== null).join(' '),
      note: (runs?.length ?? 0) > 1 ? `run ${runId}` : summary,
      run: () => goToEvent(id, ordinal),
    })),
    total: rows.length,
  };
}

/** Runs, nodes, codes of problems and envelopes that have the words; nothing without words. */
function usePlaces(sessionId: string | null, text: string): readonly PaletteGroup[] {
  const id = sessionId ?? '';
  const words = useMemo(() => textOf(text), [text]);
  const enabled = sessionId !== null && words.length > 0;
  const { data: runs } = useJob('runs', { sessionId: id }, { enabled });
  const { data: nodes } = useJob('nodeIds', { sessionId: id, limit: MAX_NODES }, { enabled });
  const { data: codes } = useJob('problemGroups', { sessionId: id, severities: ALL_SEVERITIES }, { enabled });
  const ask = { sessionId: id, text, offset: 0, limit: MOST_OF_GROUP };
  const envelopes = useJob('envelopes', ask, { enabled });
  return useMemo(
    () =>
      enabled
        ? [
            runsOf(id, runs ?? [], words),
            nodesOf(id, nodes ?? [], words),
            codesOf(id, codes ?? [], words),
            envelopesOf(id, envelopes.isPlaceholderData ? undefined : envelopes.data, text),
          ]
        : [],
    [id, enabled, runs, nodes, codes, envelopes.data, envelopes.isPlaceholderData, words, text],
  );
}

const logTextOf = (sessionId: string): LogText => textOfLog(sessionOf(sessionId)?.summary);

function runsOf(sessionId: string, runs: readonly RunListRow[], words: readonly string[]): PaletteGroup {
  const log = logTextOf(sessionId);
  const title = titleOf(log.run);
  if (runs.length < 2) return { title, entries: [], total: 0 };
  return groupOf(
    title,
    runs,
    words,
    ({ runId, workflowId, status, events }) => ({
      id: `run ${runId}`,
      title: idOrNone(log, runId),
      note: [statusWord(log, status), workflowId, countOf(events, log.event)]
        .filter((part) => part !== null)
        .join(', '),
      run: () => void showRun(sessionId, runId),
    }),
    ({ runId, workflowId, status }) => [runId, workflowId ?? '', status].join(' '),
  );
}

function nodesOf(sessionId: string, nodes: readonly string[], words: readonly string[]): PaletteGroup {
  return groupOf(titleOf(logTextOf(sessionId).node), nodes, words, (node) => ({
    id: `node ${node}`,
    title: node,
    note: 'its events',
    run: () => {
      changeView(sessionId, { filterText: `node:${quotedValue(node)}` });
      showView(sessionId, 'events');
    },
  }));
}

function codesOf(sessionId: string, codes: readonly ProblemGroup[], words: readonly string[]): PaletteGroup {
  return groupOf(
    'Problems',
    codes,
    words,
    ({ code, title, severity, count }) => ({
      id: `code ${code}`,
      title: code,
      note: `${title}, ${countOf(count, severity)}`,
      run: () => void goToCode(sessionId, code),
    }),
    ({ code, title }) => `${code} ${title}`,
  );
}

function envelopesOf(sessionId: string, page: LogicalEnvelopePage | undefined, text: string): PaletteGroup {
  const entries = (page?.rows ?? []).map((row, index) => ({
    id: `envelope ${row.key}`,
    title: [row.envelopeType ?? 'unknown kind', row.nodeId].filter((part) => part !== null).join(' · '),
    note: [envelopeForm(row).word, row.correlationId].filter((part) => part !== null).join(', '),
    run: () => {
      showView(sessionId, 'envelopes');
      changeView(sessionId, { envelopeText: text });
      // `index` is its place among those that have `text`.
      jump(() => selectEnvelope(sessionId, { row, index, text, attempt: null }));
    },
  }));
  return { title: 'Envelopes', entries, total: page?.total ?? 0 };
}

/** An event, in the visible view where that shows events, else in the list. */
function goToEvent(sessionId: string, ordinal: number): void {
  const { view, bench } = viewOf(sessionId);
  if (bench !== null || view === 'problems' || view === 'audit') showView(sessionId, 'events');
  jumpTo(sessionId, ordinal);
}

/** The first problem of a code. */
async function goToCode(sessionId: string, code: string): Promise<void> {
  const [first] = await askWorker('problems', { sessionId, code, offset: 0, limit: 1 });
  if (first === undefined) return;
  showView(sessionId, 'problems');
  jump(() => selectProblem(sessionId, first));
}
