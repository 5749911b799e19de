import { countOf } from '@openwop-inspector/base';
import { useQuery } from '@tanstack/react-query';
import { shell } from '../shell/bridge.ts';
import { openRecent, openSample } from '../state/open-actions.ts';
import { activateSession } from '../state/session-actions.ts';
import { useNamesApart, wholeName } from '../state/session-names.ts';
import { useSessionsStore } from '../state/sessions-store.ts';
import { groupOf, type PaletteGroup } from './entries.ts';

/** What is open, and with words also what was open of late and the samples. */
export function useFiles(words: readonly string[]): readonly PaletteGroup[] {
  const sessions = useSessionsStore((state) => state.sessions);
  const apart = useNamesApart();
  // Asked for anew each time: what was open meanwhile has become recent.
  const recent = useQuery({
    queryKey: ['recent'],
    queryFn: () => shell().call('recent/list', null),
    staleTime: 0,
  });
  const samples = useQuery({ queryKey: ['samples'], queryFn: () => shell().call('files/samples', null) });
  const open = groupOf(
    'Open',
    sessions,
    words,
    (session) => wholeName(session, apart),
    (session) => ({
      id: `session ${session.sessionId}`,
      title: `Go to ${wholeName(session, apart)}`,
      note: '',
      keys: null,
      run: () => activateSession(session.sessionId),
    }),
  );
  if (words.length === 0) return [open];
  const closed = groupOf(
    'Recent files',
    recent.data ?? [],
    words,
    ({ name }) => name,
    ({ recentId, name, events }) => ({
      id: `recent ${recentId}`,
      title: name,
      note: events === null ? '' : countOf(events, 'event'),
      keys: null,
      run: () => void openRecent(recentId),
    }),
  );
  const given = groupOf(
    'Samples',
    samples.data ?? [],
    words,
    ({ title }) => title,
    ({ sampleId, title }) => ({
      id: `sample ${sampleId}`,
      title,
      note: '',
      keys: null,
      run: () => void openSample(sampleId),
    }),
  );
  return [open, closed, given];
}
