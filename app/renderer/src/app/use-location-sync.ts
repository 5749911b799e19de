import { masker } from '@openwop-inspector/base';
import { useEffect } from 'react';
import { addressOf, writeViewLink } from '../model/view-link.ts';
import { useEventRow } from '../queries/session-queries.ts';
import { rememberSession } from '../state/remembered-sessions.ts';
import { useSessionPart, useSessionsStore } from '../state/sessions-store.ts';
import { NEW_VIEW, useViewStore } from '../state/view-store.ts';

/**
 * Keeps the address of the window in step with what is in sight and remembers it for the session, so that a reload and a
 * link come back to the same place. Entries are added to the history by `state/travel.ts`.
 */
export function useLocationSync(): void {
  const activeId = useSessionsStore((state) => state.activeId);
  const name = useSessionPart(activeId, (session) => session.name);
  const reopen = useSessionPart(activeId, (session) => session.reopen);
  const view = useViewStore((state) => state.views[activeId ?? ''] ?? NEW_VIEW);
  const row = useEventRow(activeId ?? '', activeId === null ? null : view.selected);
  const isCurrent = view.selected === null || row?.ordinal === view.selected;
  const hash =
    activeId === null || name === null
      ? view.bench === null
        ? ''
        : `bench=${view.bench}`
      : writeViewLink({
          file: reopen?.url ?? null,
          name: reopen === null ? null : name,
          recent: reopen?.recentId ?? null,
          view: view.view,
          bench: view.bench,
          tab: view.tab,
          filter: view.filterText,
          level: view.level === 'everything' ? null : view.level,
          brush: view.brush,
          run: view.run,
          event: row === null || view.selected === null ? null : addressOf(row),
          taint: view.taint,
        });
  useEffect(() => {
    if (!isCurrent) return; // the row of the new selection is on its way
    history.replaceState(history.state, '', hash === '' ? location.pathname + location.search : `#${hash}`);
    if (activeId !== null && name !== null) rememberSession(activeId, hash);
    document.title = name === null ? 'OpenWOP Inspector' : masker.text(`${name} · OpenWOP Inspector`);
  }, [hash, isCurrent, activeId, name]);
}
