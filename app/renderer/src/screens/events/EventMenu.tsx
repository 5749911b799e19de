import type { EventRow } from '@openwop-inspector/run-log';
import { ContextMenu, type MenuPlace } from '@openwop-inspector/ui';
import { pickedIn, pickOrCompare, useEventPair } from '../../state/compare-actions.ts';
import {
  copyEventAsJson,
  copyEventAsMarkdown,
  copyEventCommand,
  copyEventId,
  type EventAction,
  eventActions,
  withTerm,
} from '../../state/event-menu.ts';
import { writeNoteOn } from '../../state/note-actions.ts';
import { goToAcceptor } from '../../state/open-acceptor.ts';
import { walkCausally } from '../../state/travel.ts';
import { changeView, viewOf } from '../../state/view-store.ts';

export interface EventMenuProps {
  readonly sessionId: string;
  readonly row: EventRow;
  readonly at: MenuPlace;
  readonly hasRuns: boolean;
  readonly onClose: () => void;
}

/** Actions on the event of a row, which is the selected one. */
export function EventMenu({ sessionId, row, at, hasRuns, onClose }: EventMenuProps) {
  const picked = useEventPair(pickedIn);
  return (
    <ContextMenu
      label={`Event ${row.sequence ?? ''}`}
      at={at}
      entries={eventActions(row, hasRuns, picked?.words ?? null)}
      onAction={(action) => void act(sessionId, row, action)}
      onClose={onClose}
    />
  );
}

async function act(sessionId: string, row: EventRow, action: EventAction): Promise<void> {
  switch (action) {
    case 'cause':
    case 'effect':
      return walkCausally(sessionId, action);
    case 'acceptor':
      return goToAcceptor();
    case 'pair':
      return pickOrCompare(sessionId);
    case 'note':
      return writeNoteOn(sessionId, row, null);
    case 'copy-json':
      return copyEventAsJson(sessionId, row.ordinal);
    case 'copy-markdown':
      return copyEventAsMarkdown(sessionId);
    case 'copy-id':
      return copyEventId(row.eventId);
    case 'copy-command':
      return copyEventCommand(sessionId, row.eventId);
    default:
      changeView(sessionId, {
        filterText: withTerm(viewOf(sessionId).filterText, action.slice('filter '.length)),
      });
  }
}
