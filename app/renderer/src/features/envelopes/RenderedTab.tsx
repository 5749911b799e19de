import { layout, Pending } from '@openwop-inspector/ui';
import { Unread } from '../../shared/Failure.tsx';
import { Fold } from '../../shared/Fold.tsx';
import { useSubjects } from '../detail/content-queries.ts';
import { useSessionView } from '../sessions/view-store.ts';
import { DeltaFrames, SubjectSection } from './AnsweredSurface.tsx';

/** Container of the Rendered tab: the rendered selected event. The pane itself has a text for no selection. */
export function RenderedTab({ sessionId }: { readonly sessionId: string }) {
  const selected = useSessionView(sessionId, (view) => view.selected);
  return selected === null ? null : <RenderedEvent sessionId={sessionId} ordinal={selected} />;
}

/** Envelopes first; the event around them is folded, for its payload is mostly displayed above. */
function RenderedEvent({ sessionId, ordinal }: { readonly sessionId: string; readonly ordinal: number }) {
  const { answer, isPending, failure } = useSubjects(sessionId, { ordinal, attempt: null });
  if (failure !== null) return <Unread what="The event" why={failure} />;
  if (answer === null) return <Pending>The event is being read.</Pending>;
  const envelopes = answer.subjects.filter(({ kind }) => kind === 'envelope');
  const event = answer.subjects.find(({ kind }) => kind === 'event');
  const around =
    event === undefined ? null : (
      <SubjectSection key={event.key} sessionId={sessionId} displayedAt={null} subject={event} />
    );
  return (
    <section className={layout('grid packed narrow container')} aria-label="Rendered" aria-busy={isPending}>
      <h2 className="visually-hidden">Rendered</h2>
      {answer.subjects.length === 0 ? (
        <p className={layout('words pad12x16')}>This event is not in the log.</p>
      ) : null}
      {envelopes.map((subject) => (
        <SubjectSection key={subject.key} sessionId={sessionId} displayedAt={ordinal} subject={subject} />
      ))}
      {envelopes.length === 0 ? around : null}
      {isPending ? null : <DeltaFrames sessionId={sessionId} ordinal={ordinal} subjects={answer.subjects} />}
      {around !== null && envelopes.length > 0 ? <Fold title="The event that holds it">{around}</Fold> : null}
    </section>
  );
}
