import { formatLocalMoment } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, Icon, layout } from '@openwop-inspector/ui';
import { goToNoted, openNote, removeNote } from './note-actions.ts';
import { type Note, textOfNote } from './notes.ts';

export interface NoteViewProps {
  readonly sessionId: string;
  readonly note: Note;
  /** Target of the note, where that is not plain from its position. */
  readonly place: string;
  /** The event is already visible. */
  readonly isHere?: boolean;
}

/** One note as written, with its actions. */
export function NoteView({ sessionId, note, place, isHere = false }: NoteViewProps) {
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
