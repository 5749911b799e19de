import { formatLocalMoment } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, classNames, Icon, layout } from '@openwop-inspector/ui';
import { type Note, textOfNote } from '../../model/notes.ts';
import { goToNoted, openNote, removeNote } from '../../state/note-actions.ts';
import styles from './Notes.module.css';

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
    <article className={classNames(layout.stack, layout.gap4)} aria-label={`Note on ${place}`}>
      <header className={classNames(layout.row, layout.wrap, layout.gap8)}>
        <Icon name="bookmark" className={layout.third} />
        <code className={classNames(layout.code, layout.breaks, layout.narrow)}>
          <VisibleText text={place} />
        </code>
        <span className={layout.caption}>{formatLocalMoment(note.writtenAtMs)}</span>
        <span className={classNames(layout.row, layout.toEnd, layout.gap4)}>
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
      <p
        className={classNames(
          layout.rowText,
          layout.lines,
          layout.breaks,
          note.text === '' && layout.third,
          styles.text,
        )}
      >
        <VisibleText text={textOfNote(note)} />
      </p>
    </article>
  );
}
