import { layout, ScrollRegion } from '@openwop-inspector/ui';
import { useMemo } from 'react';
import { useEventRow } from '../../shared/job-query.ts';
import { useChoices } from '../sessions/view-store.ts';
import styles from './Notes.module.css';
import { NoteView } from './NoteView.tsx';
import { indexNotes, placeText } from './notes.ts';
import { useNotes } from './notes-store.ts';

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
      className={layout('stack fixed scrolls topRuled chrome gap10 pad8x12', styles.strip)}
      aria-label="Notes on this event"
    >
      {notes.map((note) => (
        <NoteView
          key={note.pointer ?? ''}
          sessionId={sessionId}
          note={note}
          isHere
          place={note.pointer ?? placeText(note)}
        />
      ))}
    </ScrollRegion>
  );
}
