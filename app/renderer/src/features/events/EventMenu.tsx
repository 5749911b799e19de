/** The menu of a row of the event list: its entries, and what each does. */
import type { EventRow } from '@openwop-inspector/run-log';
import { ContextMenu, type IconName, type MenuEntry, type MenuPlace } from '@openwop-inspector/ui';
import { type CommandId, commandTitle, runCommand } from '../../commands/commands.ts';
import { pickedIn, useEventPair } from '../compare/compare-actions.ts';
import { quotedValue } from '../filter/filter-completion.ts';
import { writeNoteOn } from '../notes/note-actions.ts';
import { changeView, viewOf } from '../sessions/view-store.ts';
import { copy, copyEventAsJson, copyEventCommand } from './event-copies.ts';

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
      entries={eventActions(sessionId, row, hasRuns, picked?.words ?? null)}
      onClose={onClose}
    />
  );
}

/**
 * The actions of an event; `hasRuns`: the log has several, so that one of them can be listed alone; `picked` names the
 * event that was picked for comparison.
 */
export function eventActions(
  sessionId: string,
  row: EventRow,
  hasRuns: boolean,
  picked: string | null,
): readonly MenuEntry<string>[] {
  /** A command of the window, which acts on the selected event. */
  const command = (id: CommandId, icon: IconName, title = commandTitle(id)) => ({
    id,
    title,
    icon,
    act: () => runCommand(id),
  });
  const own = (title: string, icon: IconName, act: () => unknown) => ({
    id: title,
    title,
    icon,
    act: () => void act(),
  });
  return [
    command('cause', 'arrowUp'),
    command('effect', 'arrowDown'),
    command('acceptor', 'repair'),
    command(
      'event-pair',
      'differs',
      picked === null ? 'Pick to compare with another' : `Compare with ${picked}`,
    ),
    own('Note on the event', 'bookmark', () => writeNoteOn(sessionId, row, null)),
    ...termsOf(row, hasRuns).map(([term, title]) => ({
      ...own(title, 'filter', () =>
        changeView(sessionId, { filterText: withTerm(viewOf(sessionId).filterText, term) }),
      ),
      id: `filter ${term}`,
    })),
    own('Copy as JSON', 'copy', () => copyEventAsJson(sessionId, row.ordinal)),
    command('copy-markdown', 'copy', 'Copy as Markdown with its causes'),
    {
      ...own('Copy the eventId', 'copy', () => copy(row.eventId, 'the eventId')),
      id: 'copy-id',
      note: row.eventIdDerived ? 'derived' : null,
    },
    own('Copy the command that prints it', 'copy', () => copyEventCommand(sessionId, row.eventId)),
  ];
}

function termsOf({ type, nodeId, runId, eventId }: EventRow, hasRuns: boolean) {
  const terms: [term: string, title: string][] = [
    [`type:${quotedValue(type)}`, `List ${type} alone`],
    [`-type:${quotedValue(type)}`, `List all but ${type}`],
  ];
  if (nodeId !== null) terms.push([`node:${quotedValue(nodeId)}`, `List node ${nodeId} alone`]);
  if (hasRuns && runId !== '') terms.push([`run:${quotedValue(runId)}`, `List run ${runId} alone`]);
  terms.push([`under:${quotedValue(eventId)}`, 'List what followed from it']);
  return terms;
}

/** A filter with an additional term; an `or` in it stays grouped. */
export function withTerm(filter: string, term: string): string {
  const text = filter.trim();
  if (text === '') return term;
  return / or /i.test(text) ? `(${text}) ${term}` : `${text} ${term}`;
}
