/** The menu of a row of the event list: its entries, and what each does. */
import type { EventRow } from '@openwop-inspector/run-log';
import { ContextMenu, type MenuEntry, type MenuPlace } from '@openwop-inspector/ui';
import { commandTitle, runCommand } from '../../commands/commands.ts';
import { pickedIn, useEventPair } from '../compare/compare-actions.ts';
import { quotedValue } from '../filter/filter-completion.ts';
import { writeNoteOn } from '../notes/note-actions.ts';
import { changeView, viewOf } from '../sessions/view-store.ts';
import { copyEventAsJson, copyEventCommand, copyEventId } from './event-copies.ts';

interface EventMenuProps {
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
    case 'acceptor':
    case 'event-pair':
    case 'copy-markdown':
      return runCommand(action);
    case 'note-on-row':
      return writeNoteOn(sessionId, row, null);
    case 'copy-json':
      return copyEventAsJson(sessionId, row.ordinal);
    case 'copy-id':
      return copyEventId(row.eventId);
    case 'copy-row-command':
      return copyEventCommand(sessionId, row.eventId);
    default:
      changeView(sessionId, {
        filterText: withTerm(viewOf(sessionId).filterText, action.slice('filter '.length)),
      });
  }
}

/** The first five are commands of the window, which act on the selected event. */
type EventAction =
  | 'cause'
  | 'effect'
  | 'acceptor'
  | 'event-pair'
  | 'copy-markdown'
  | 'note-on-row'
  | 'copy-json'
  | 'copy-id'
  | 'copy-row-command'
  | `filter ${string}`;

/**
 * The actions of an event; `hasRuns`: the log has several, so that one of them can be listed alone; `picked` names the
 * event that was picked for comparison.
 */
export function eventActions(
  row: EventRow,
  hasRuns: boolean,
  picked: string | null,
): readonly MenuEntry<EventAction>[] {
  return [
    { id: 'cause', title: commandTitle('cause'), icon: 'arrowUp' },
    { id: 'effect', title: commandTitle('effect'), icon: 'arrowDown' },
    { id: 'acceptor', title: commandTitle('acceptor'), icon: 'repair' },
    {
      id: 'event-pair',
      title: picked === null ? 'Pick to compare with another' : `Compare with ${picked}`,
      icon: 'differs',
    },
    { id: 'note-on-row', title: 'Note on the event', icon: 'bookmark' },
    ...termsOf(row, hasRuns).map(([term, title]) => ({
      id: `filter ${term}` as const,
      title,
      icon: 'filter' as const,
    })),
    { id: 'copy-json', title: 'Copy as JSON', icon: 'copy' },
    { id: 'copy-markdown', title: 'Copy as Markdown with its causes', icon: 'copy' },
    { id: 'copy-id', title: 'Copy the eventId', icon: 'copy', note: row.eventIdDerived ? 'derived' : null },
    { id: 'copy-row-command', title: 'Copy the command that prints it', icon: 'copy' },
  ];
}

function termsOf({ type, nodeId, runId, eventId }: EventRow, hasRuns: boolean): readonly [string, string][] {
  return [
    [`type:${quotedValue(type)}`, `List ${type} alone`],
    [`-type:${quotedValue(type)}`, `List all but ${type}`],
    ...(nodeId === null
      ? []
      : [[`node:${quotedValue(nodeId)}`, `List node ${nodeId} alone`] as [string, string]]),
    ...(hasRuns && runId !== ''
      ? [[`run:${quotedValue(runId)}`, `List run ${runId} alone`] as [string, string]]
      : []),
    [`under:${quotedValue(eventId)}`, 'List what followed from it'],
  ];
}

/** A filter with an additional term; an `or` in it stays grouped. */
export function withTerm(filter: string, term: string): string {
  const text = filter.trim();
  if (text === '') return term;
  return / or /i.test(text) ? `(${text}) ${term}` : `${text} ${term}`;
}
