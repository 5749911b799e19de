/** The kinds of commands: where each of them works, and how one is made. */

import type { ListOrder } from '@openwop-inspector/run-log';
import { lettersOf } from '@openwop-inspector/ui';
import { type ChosenColumn, COLUMN_WORDS, orderText } from '../model/list-columns.ts';
import type { BenchCommand } from '../state/bench-commands.ts';
import { toggleColumn } from '../state/list-columns.ts';
import { type ListStep, listInSight } from '../state/list-controller.ts';
import { type LiveEntry, liveOf } from '../state/live-store.ts';
import { notesOf } from '../state/notes-store.ts';
import { isAcceptorInSight, isBenchInSight, isEnvelopeInSight, onBench } from '../state/open-acceptor.ts';
import { sessionOf, useSessionsStore } from '../state/sessions-store.ts';
import { orderList, showTab, showView } from '../state/view-actions.ts';
import { type DetailTab, type ViewName, viewOf } from '../state/view-store.ts';

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
export type Named<Id extends string> = Command & { readonly id: Id };

export const activeId = (): string | null => useSessionsStore.getState().activeId;
/** Runs with the visible session. */
export const inSession = (act: (sessionId: string) => void) => () => {
  const sessionId = activeId();
  if (sessionId !== null) act(sessionId);
};
export const hasRun = (): boolean => (sessionOf(activeId())?.summary?.events ?? 0) > 0;
/** True for a source of envelopes without events. */
const hasEnvelopesAlone = (): boolean => {
  const { events, envelopes } = sessionOf(activeId())?.summary ?? { events: 0, envelopes: 0 };
  return events === 0 && envelopes > 0;
};
/** True where a list with a filter field is visible. */
export const hasFilter = (): boolean => (hasRun() || hasEnvelopesAlone()) && !isBenchInSight();
export const hasRuns = (): boolean => (sessionOf(activeId())?.summary?.runs.length ?? 0) > 1;
export const hasNotes = (): boolean => notesOf(activeId() ?? '').length > 0;
export const always = (): boolean => true;

/** Moves in the visible list, that of a bench too. */
export function moveInList<const Id extends ListStep>(id: Id, title: string): Named<Id> {
  const isReady = (): boolean => (hasRun() && !isBenchInSight()) || listInSight() !== null;
  const run = (): void => listInSight()?.move(id);
  return { id, title, group: 'Move', chords: lettersOf(id), isReady, run };
}

/** Goes somewhere in the run; a bench in front of it rests these. */
export function move<const Id extends string>(
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
  'leave',
  'run',
  'editor',
  'next-mark',
  'previous-mark',
  'format',
  'revert',
  'difference',
]);

/** Does something on the visible bench. */
export function benchCommand<const Id extends BenchCommand>(
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

export function view<const Name extends ViewName>(
  name: Name,
  title: string,
  chords: readonly string[],
): Named<`view-${Name}`> {
  const run = inSession((sessionId) => showView(sessionId, name));
  return { id: `view-${name}`, title: `Show ${title}`, group: 'Look', chords, isReady: hasRun, run };
}

export function orderBy<const Id extends string>(id: Id, order: ListOrder | null): Named<Id> {
  const run = inSession((sessionId) => {
    showView(sessionId, 'events');
    orderList(sessionId, order);
  });
  return { id, title: `List ${orderText(order)}`, group: 'Look', chords: [], isReady: hasRun, run };
}

/** Shows or hides a column of the list. */
export function column<const Name extends ChosenColumn>(name: Name): Named<`column-${Name}`> {
  const run = inSession((sessionId) => {
    showView(sessionId, 'events');
    toggleColumn(name, viewOf(sessionId).order);
  });
  const words: string = COLUMN_WORDS[name];
  const title = `Turn the column ${words} on or off`;
  return { id: `column-${name}`, title, group: 'Look', chords: [], isReady: hasRun, run };
}

export function tab<const Name extends DetailTab>(name: Name, title: string): Named<`tab-${Name}`> {
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

/** Does something with the visible live session, where it makes sense in the present state of the connection. */
export function liveCommand<const Id extends string>(
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

export function zoomTime<const Id extends string>(
  id: Id,
  title: string,
  chord: string,
  factor: number,
): Named<Id> {
  const isReady = (): boolean => listInSight()?.zoom !== undefined;
  return { id, title, group: 'Look', chords: [chord], isReady, run: () => listInSight()?.zoom?.(factor) };
}

export function anywhere<const Id extends string>(
  id: Id,
  title: string,
  chords: readonly string[],
  run: () => void,
  isReady: () => boolean = always,
): Named<Id> {
  return { id, title, group: 'Anywhere', chords, isReady, run };
}
