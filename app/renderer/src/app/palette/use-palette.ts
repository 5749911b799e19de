import { countOf } from '@openwop-inspector/base';
import { useDeferredValue, useMemo } from 'react';
import { COMMANDS, type Command } from '../../commands/commands.ts';
import { commandKeys } from '../../commands/key-map.ts';
import { useSavedFilters } from '../../features/filter/saved-filters.ts';
import { goToNoted } from '../../features/notes/note-actions.ts';
import { keyOf, placeText, textOfNote } from '../../features/notes/notes.ts';
import { useNotes } from '../../features/notes/notes-store.ts';
import { openRecent, openSample } from '../../features/sessions/open-actions.ts';
import { useRecent, useSamples } from '../../features/sessions/StartScreen.tsx';
import { activateSession } from '../../features/sessions/session-actions.ts';
import { useNamesApart, useSessionsStore, wholeName } from '../../features/sessions/sessions-store.ts';
import { changeView, showView, viewOf } from '../../features/sessions/view-store.ts';
import { changeSettings, DENSITIES, THEMES } from '../../shared/settings-store.ts';
import { groupOf, type PaletteGroup, STEPS, SYNONYMS, textOf } from './entries.ts';
import { useEvents, usePlaces } from './use-places.ts';

/** Entries that match the typed words, in groups without the empty ones. Without words: actions and what is open. */
export function usePalette(text: string): readonly PaletteGroup[] {
  const sessionId = useSessionsStore((state) => state.activeId);
  const words = useMemo(() => textOf(text), [text]);
  const later = useDeferredValue(text);
  const events = useEvents(sessionId, later);
  const places = usePlaces(sessionId, later);
  const files = useFiles(words);
  const filters = useFilters(sessionId, words);
  const notes = useNoteGroup(sessionId ?? '', words);
  const found = words.length === 0 ? [] : [filters, notes];
  const settings = words.length === 0 ? [] : [settingsOf(words)];
  const groups = [events, actionsOf(sessionId, words), ...places, ...found, ...files, ...settings];
  return groups.filter(({ entries }) => entries.length > 0);
}

/** Notes of the visible log. */
function useNoteGroup(sessionId: string, words: readonly string[]): PaletteGroup {
  return groupOf(
    'Notes',
    useNotes(sessionId),
    words,
    (note) => `${textOfNote(note)} ${placeText(note)}`,
    (note) => ({
      id: `note ${keyOf(note)}`,
      title: textOfNote(note),
      note: placeText(note),
      run: () => void goToNoted(sessionId, note),
    }),
  );
}

/** Saved and recent filters, in the visible session. */
function useFilters(sessionId: string | null, words: readonly string[]): PaletteGroup {
  const { recent, saved } = useSavedFilters();
  return groupOf(
    'Filters',
    sessionId === null ? [] : [...new Set([...saved, ...recent])],
    words,
    (text) => text,
    (text) => ({
      id: `filter ${text}`,
      title: text,
      note: saved.includes(text) ? 'saved' : '',
      run: () => {
        changeView(sessionId ?? '', { filterText: text });
        showView(sessionId ?? '', 'events');
      },
    }),
  );
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

function settingsOf(words: readonly string[]): PaletteGroup {
  return groupOf(
    'Settings',
    SETTINGS,
    words,
    ({ title }) => title,
    ({ title, change }) => ({ id: title, title, run: () => changeSettings(change) }),
  );
}

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
    (session) => wholeName(session, apart),
    (session) => ({
      id: `session ${session.sessionId}`,
      title: `Go to ${wholeName(session, apart)}`,
      run: () => activateSession(session.sessionId),
    }),
  );
  if (words.length === 0) return [open];
  const closed = groupOf(
    'Recent files',
    recent,
    words,
    ({ name }) => name,
    ({ recentId, name, events }) => ({
      id: `recent ${recentId}`,
      title: name,
      note: events === null ? '' : countOf(events, 'event'),
      run: () => void openRecent(recentId),
    }),
  );
  const given = groupOf(
    'Samples',
    samples,
    words,
    ({ title }) => title,
    ({ sampleId, title }) => ({
      id: `sample ${sampleId}`,
      title,
      run: () => void openSample(sampleId),
    }),
  );
  return [open, closed, given];
}
