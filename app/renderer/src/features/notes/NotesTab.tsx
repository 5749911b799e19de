import { formatCount, formatLocalMoment } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import {
  Button,
  EmptyState,
  Icon,
  ItemRows,
  Kbd,
  layout,
  MenuButton,
  ScrollRegion,
  SearchField,
  useRowHeight,
} from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { keysOf } from '../../commands/commands.ts';
import { useEventRow } from '../../shared/job-query.ts';
import { useSessionPart } from '../sessions/sessions-store.ts';
import { useChoices } from '../sessions/view-store.ts';
import {
  goToNoted,
  listNoted,
  openNote,
  openNoteFile,
  removeAllNotes,
  removeNote,
  saveNoteFile,
  selectNoted,
} from './note-actions.ts';
import {
  indexNotes,
  isSamePlace,
  listedNotes,
  type Note,
  type NotePlace,
  placeText,
  textOfNote,
} from './notes.ts';
import { useNotes } from './notes-store.ts';

const MENU = [
  { id: 'list', title: 'List the noted events alone', icon: 'filter', perform: listNoted },
  { id: 'open', title: 'Add notes from a file', perform: openNoteFile },
  { id: 'save', title: 'Save the notes to a file', perform: saveNoteFile },
  { id: 'remove', title: 'Remove all notes', perform: removeAllNotes },
] as const;

/** Runs by whose order notes are listed; notes of others come after them. */
const MAX_RUNS = 5000;

/** Container: all notes of a log. Moving through them selects their events. */
export function NotesTab({ sessionId }: { readonly sessionId: string }) {
  const height = useRowHeight();
  const [text, setText] = useState('');
  const [current, setCurrent] = useState<NotePlace | null>(null);
  const notes = useNotes(sessionId);
  const runs = useSessionPart(sessionId, ({ summary }) => summary?.runs ?? null);
  const order = (runs ?? []).slice(0, MAX_RUNS).map(({ runId }) => runId);
  const listed = listedNotes(notes, order, text);
  const active = current === null ? -1 : listed.findIndex((note) => isSamePlace(note, current));
  const displayed = listed[active];
  const choose = (note: Note) => {
    setCurrent(note);
    void selectNoted(sessionId, note);
  };
  if (notes.length === 0) return <NoNotes sessionId={sessionId} />;
  return (
    <section className={layout('column pane')} aria-label="Notes">
      <div className={layout('row fixed gap8 ruled pad5x12')}>
        <SearchField
          label="Find a note by its text, event, pointer or run"
          placeholder="Find a note"
          value={text}
          onChange={setText}
          count={text.trim() === '' ? null : `${formatCount(listed.length)} of ${formatCount(notes.length)}`}
        />
        <MenuButton
          label="Notes: list, files, remove all"
          icon="more"
          entries={MENU.map(({ perform, ...entry }) => ({ ...entry, act: () => void perform(sessionId) }))}
        />
      </div>
      {listed.length === 0 ? (
        <EmptyState title="No note has this text" />
      ) : (
        <ItemRows
          label="Notes"
          className={layout.fill}
          items={listed}
          rowHeight={Math.round(1.75 * height)}
          activeIndex={active < 0 ? null : active}
          attributesOf={(note) => ({ name: `${placeText(note)}: ${textOfNote(note)}` })}
          renderItem={(note) => <NoteRow note={note} />}
          onMove={choose}
          onOpen={(note) => openNote(sessionId, note)}
        />
      )}
      {displayed === undefined ? null : (
        <div className={layout('fixed scrolls topRuled chrome gap10 pad8x12 max34')}>
          <NoteView sessionId={sessionId} note={displayed} />
        </div>
      )}
    </section>
  );
}

/** A note in the list: its place, and its text below. */
function NoteRow({ note }: { readonly note: Note }) {
  return (
    <div className={layout('full gap8 rowTop crops pad4x12')}>
      <Icon name="bookmark" className={layout.third} />
      <span className={layout('narrow grow')}>
        <code className={layout('block clip code')}>{placeText(note)}</code>
        <span className={layout('block clip meta second')}>{textOfNote(note)}</span>
      </span>
    </div>
  );
}

/** How notes are made, while a log has none. */
function NoNotes({ sessionId }: { readonly sessionId: string }) {
  const add = <Button onPress={() => void openNoteFile(sessionId)}>Add notes from a file</Button>;
  return (
    <EmptyState title="No notes yet" actions={add}>
      <Kbd keys={keysOf('note')} /> writes one on the selected event, or on the value in the payload that has
      the focus. Without a text it is a bookmark.
    </EmptyState>
  );
}

/** Container: the notes on the selected event, at the bottom of the detail; nothing where there are none. */
export function NoteStrip({ sessionId }: { readonly sessionId: string }) {
  const { selected, tab } = useChoices(sessionId, 'selected', 'tab');
  const row = useEventRow(sessionId, selected);
  const written = useNotes(sessionId);
  const index = useMemo(() => indexNotes(written), [written]);
  const notes = row === null || row.ordinal !== selected ? [] : index.of(row);
  if (notes.length === 0 || tab === 'notes') return null;
  return (
    <ScrollRegion
      className={layout('stack fixed scrolls topRuled chrome gap10 pad8x12 max34')}
      aria-label="Notes on this event"
    >
      {notes.map((note) => (
        <NoteView key={note.pointer ?? ''} sessionId={sessionId} note={note} isHere />
      ))}
    </ScrollRegion>
  );
}

interface NoteViewProps {
  readonly sessionId: string;
  readonly note: Note;
  /** The event is already visible. */
  readonly isHere?: boolean;
}

/** One note as written, with its actions. */
function NoteView({ sessionId, note, isHere = false }: NoteViewProps) {
  const place = (isHere ? note.pointer : null) ?? placeText(note);
  const what = note.text === '' ? 'bookmark' : 'note';
  const isOfValue = note.pointer !== null;
  return (
    <article className={layout('stack gap4')} aria-label={`Note on ${place}`}>
      <header className={layout('row wrap gap8')}>
        <Icon name="bookmark" className={layout.third} />
        <VisibleText as="code" className={layout('code breaks narrow')} text={place} />
        <span className={layout.caption}>{formatLocalMoment(note.writtenAtMs)}</span>
        <span className={layout('row toEnd gap4')}>
          {isHere && !isOfValue ? null : (
            <Button small look="quiet" onPress={() => void goToNoted(sessionId, note)}>
              {isOfValue ? 'Show the value' : 'Show the event'}
            </Button>
          )}
          <Button small look="quiet" label={`Edit the ${what}`} onPress={() => openNote(sessionId, note)}>
            Edit
          </Button>
          <Button small look="quiet" label={`Remove the ${what}`} onPress={() => removeNote(sessionId, note)}>
            Remove
          </Button>
        </span>
      </header>
      <VisibleText
        as="p"
        className={layout('rowText lines breaks readable', note.text === '' && layout.third)}
        text={textOfNote(note)}
      />
    </article>
  );
}
