/** Session files: saving a log with the user's work on it, and restoring it from an opened file. */
import { countOf, formatCount, masker, pick } from '@openwop-inspector/base';
import { makeChange, noteFailures } from '../../shared/hint-store.ts';
import { addressOf, readViewLink } from '../../shared/view-link.ts';
import { askWorker } from '../../worker/client.ts';
import type { SessionTextAnswer } from '../../worker/export-job.ts';
import { benchOf, savableBench } from '../acceptor/bench-store.ts';
import { changeCompare, compareOf } from '../compare/compare-store.ts';
import { editRules, editSaved, rulesNow, rulesWith, useSavedFilters } from '../filter/saved-filters.ts';
import { isSamePlace, type NoteEdit, reversed } from '../notes/notes.ts';
import { editNotes, notesKeyOf, notesOf, readNotes } from '../notes/notes-store.ts';
import { planLanding } from './landing.ts';
import {
  readSessionHead,
  type SavedTrial,
  type SessionFileHead,
  writeSessionHead,
} from './session-file-format.ts';
import { linkOf, type Session, sessionOf } from './sessions-store.ts';
import { changeView, viewOfLink } from './view-store.ts';

/** Contents of a session file, besides the log and the place in it. */
export type SessionMaterial = Awaited<ReturnType<typeof sessionMaterial>>;

/** What may be left out of a session file, and what is written in its place. */
const NOTHING: SessionMaterial = { notes: [], filters: [], colours: [], rules: '', trial: null };
export type SessionPart = keyof SessionMaterial;

/** The user's work on a log so far. Requests at most one event from the worker. */
export async function sessionMaterial(sessionId: string) {
  return {
    notes: notesOf(sessionId),
    filters: useSavedFilters.getState().saved,
    colours: rulesNow(),
    rules: compareOf(sessionId).rules.trim(),
    trial: await trialOn(sessionId),
  };
}

/** The user's trial on the bench; null where the envelope is as in the log, or contains a secret. */
async function trialOn(sessionId: string): Promise<SavedTrial | null> {
  const bench = benchOf(sessionId);
  const isTried = bench !== null && (bench.text !== bench.origin.text || bench.history.length > 1);
  const stored = isTried ? savableBench(bench) : null;
  if (bench === null || stored === null) return null;
  const { origin } = bench;
  if (origin.kind !== 'event') return { ...stored, event: null };
  const [row] = await askWorker('rowsByOrdinal', { sessionId, ordinals: [origin.ordinal] });
  return { ...stored, event: row === undefined ? null : addressOf(row) };
}

/** Contents of a session file. */
export interface SessionContents {
  readonly material: SessionMaterial;
  readonly leftOut: readonly SessionPart[];
  /** The log is in the file; else its name alone. */
  readonly holdsLog: boolean;
}

/** Makes the file, and reports progress. */
export function makeSessionFile(
  { sessionId, name, summary, source }: Session,
  { material, leftOut, holdsLog }: SessionContents,
  signal: AbortSignal,
  onPart: (part: SessionTextAnswer) => void,
): Promise<SessionTextAnswer> {
  const { logName = name } = summary?.sessionFile ?? {};
  const head = writeSessionHead(
    {
      log: {
        name: masker.text(source.kind === 'live' ? name : logName),
        sizeBytes: summary?.sizeBytes ?? 0,
        events: summary?.events ?? 0,
      },
      view: readViewLink(linkOf(sessionId)),
      ...material,
      ...pick(NOTHING, leftOut),
    },
    Date.now(),
  );
  return askWorker('sessionText', { sessionId, head, holdsLog }, signal, onPart);
}

/** The head of the session file that a session was opened from; null, and reported, where it cannot be read. */
export async function headOf(session: Session): Promise<SessionFileHead | null> {
  const text = await askWorker('sessionHead', { sessionId: session.sessionId });
  if (text === null) return null;
  const read = readSessionHead(text);
  if (read.kind === 'head') return read.head;
  noteFailures([
    { name: session.name, message: `The data saved with the log cannot be read. ${read.message}.` },
  ]);
  return null;
}

/** Shows the place that a session file was saved at. */
export async function showPlaceOfFile(session: Session): Promise<SessionFileHead | null> {
  const head = await headOf(session);
  if (head === null || sessionOf(session.sessionId) === null) return null;
  changeView(session.sessionId, viewOfLink(head.view));
  planLanding(session.sessionId, head.view.event);
  return head;
}

/** Restores what a session file contains besides its log and the place in it: notes, filters, rules, what was on the bench. */
export async function takeUp(session: Session, head: SessionFileHead): Promise<void> {
  const { sessionId, summary } = session;
  if (summary?.sessionFile === undefined) sayWhetherSame(session, head);
  if (head.rules !== '') changeCompare(sessionId, { rules: head.rules });
  await takeNotesFiltersAndRules(session, head);
  if (head.trial === null) return;
  const { takeUpTrial } = await import('../acceptor/bench-open.ts');
  await takeUpTrial(sessionId, session.name, head.trial);
}

function sayWhetherSame({ name, summary }: Session, { log }: SessionFileHead): void {
  if (summary === null || !summary.isRead || summary.events === log.events) return;
  const counts = `${countOf(log.events, 'event')} then, ${formatCount(summary.events)} now`;
  noteFailures([{ name, message: `The session was saved from another log, or it has changed: ${counts}.` }]);
}

async function takeNotesFiltersAndRules(session: Session, head: SessionFileHead): Promise<void> {
  const key = notesKeyOf(session);
  if (key === null) return;
  await readNotes(key);
  const notes = notesOf(session.sessionId);
  // What the user has written here since stays.
  const edits = head.notes.flatMap((after): NoteEdit[] => {
    const before = notes.find((one) => isSamePlace(one, after)) ?? null;
    return before !== null && before.writtenAtMs >= after.writtenAtMs ? [] : [{ before, after }];
  });
  const { saved } = useSavedFilters.getState();
  const filters = head.filters.filter((text) => !saved.includes(text));
  const rules = rulesWith(head.colours).slice(rulesNow().length);
  const news = [
    edits.length === 0 ? null : countOf(edits.length, 'note'),
    filters.length === 0 ? null : countOf(filters.length, 'saved filter'),
    rules.length === 0 ? null : countOf(rules.length, 'colouring rule'),
  ].filter((part) => part !== null);
  if (news.length === 0) return;
  const { name } = session;
  const act = (how: 'add' | 'remove', notes: readonly NoteEdit[]): void => {
    if (notes.length > 0) void editNotes(key, name, notes);
    editSaved(filters, how);
    editRules(rules, how);
  };
  makeChange({
    words: `${LISTED.format(news)} taken from ${masker.text(name)}`,
    redo: () => act('add', edits),
    undo: () => act('remove', reversed(edits)),
  });
}

/** "1 note, 2 saved filters and 3 colouring rules". */
const LISTED = new Intl.ListFormat('en-GB');
