import { formatCount } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, Dialog, DialogActions, layout } from '@openwop-inspector/ui';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { commandKeys } from '../../commands/key-map.ts';
import { closeNote, keepNote, type NoteQuestion, removeNote, useNoteQuestion } from './note-actions.ts';
import { MAX_NOTE_LENGTH, placeText } from './notes.ts';

/** The chord that saves the note. */
const KEEP = 'mod+Enter';

/** Container: the note that is being edited. */
export function NoteDialog() {
  const requested = useNoteQuestion((state) => state.open);
  return requested === null ? null : <NoteForm question={requested} />;
}

/** A text about an event or a value. Typed text is lost by Escape and Cancel alone. */
function NoteForm({ question }: { readonly question: NoteQuestion }) {
  const { sessionId, place, note } = question;
  const [text, setText] = useState<string>(note?.text ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);
  const keep = () => keepNote(question, text);
  const onKeyDown = (press: KeyboardEvent) => {
    if (press.key === 'Escape') closeNote();
    else if (press.key === 'Enter' && (press.ctrlKey || press.metaKey)) keep();
    else return;
    press.preventDefault();
    press.stopPropagation();
  };
  return (
    <Dialog
      title={note === null ? 'New note' : note.text === '' ? 'Bookmark' : 'Note'}
      kind="question"
      isDismissable={text === (note?.text ?? '')}
      onClose={closeNote}
    >
      <p className={layout.remark}>
        On <VisibleText as="code" className={layout.code} text={placeText(place)} />
      </p>
      <div className={layout.field}>
        <label htmlFor={id}>Text</label>
        <textarea
          id={id}
          ref={field}
          rows={5}
          dir="auto"
          maxLength={MAX_NOTE_LENGTH}
          aria-describedby={`${id}-about`}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
        <small id={`${id}-about`}>
          Without a text it is a bookmark. At most {formatCount(MAX_NOTE_LENGTH)} characters; what looks like
          a secret is masked.
        </small>
      </div>
      <DialogActions
        start={
          note === null ? null : (
            <Button onPress={() => removeNote(sessionId, note)}>
              {note.text === '' ? 'Remove the bookmark' : 'Remove the note'}
            </Button>
          )
        }
      >
        <Button onPress={closeNote}>Cancel</Button>
        <Button look="primary" keys={commandKeys(KEEP)} onPress={keep}>
          {text.trim() === '' ? 'Keep the bookmark' : 'Keep the note'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
