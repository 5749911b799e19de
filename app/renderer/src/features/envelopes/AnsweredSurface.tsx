import {
  countOf,
  formatDuration,
  formatMoment,
  formatSequence,
  member,
  recordOr,
} from '@openwop-inspector/base';
import {
  DeltaPlayer,
  displayText,
  type EnvelopeSubject,
  RecordedSurface,
  RenderedSubject,
  type RenderedSubjectProps,
  type RenderSubject,
  VisibleText,
} from '@openwop-inspector/renderers';
import type { EnteredAnswer, SurfaceAnswer } from '@openwop-inspector/run-log';
import { Button, Fact, Facts, layout, Pending, Segmented, TableHead } from '@openwop-inspector/ui';
import { useId, useMemo, useState } from 'react';
import { Unread } from '../../shared/Failure.tsx';
import { Fold, TextFact } from '../../shared/Fold.tsx';
import { useJob } from '../../shared/job-query.ts';
import { useSubjects } from '../detail/content-queries.ts';
import { selectEvent, useSessionView } from '../sessions/view-store.ts';
import styles from './Envelopes.module.css';

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

export interface SubjectSectionProps extends RenderedSubjectProps {
  readonly sessionId: string;
  /** The event that displayed it to a user; null for none. */
  readonly displayedAt: number | null;
}

/**
 * One subject below a heading for screen readers: headings in content begin at the fourth level, and the levels above
 * must not be skipped (envelope 7.2). A surface that was displayed is next to its answer.
 */
export function SubjectSection({ sessionId, displayedAt, ...rendered }: SubjectSectionProps) {
  const { subject } = rendered;
  const isSurface = subject.kind === 'envelope' && subject.rendering.renderer === 'a2ui';
  if (isSurface && displayedAt !== null)
    return (
      <AnsweredSurface sessionId={sessionId} displayedAt={displayedAt} {...rendered} subject={subject} />
    );
  return (
    <div>
      <h3 className="visually-hidden">
        {subject.type === '' ? 'Envelope without a type' : displayText(subject.type)}
      </h3>
      <RenderedSubject {...rendered} />
    </div>
  );
}

export interface DeltaFramesProps {
  readonly sessionId: string;
  readonly ordinal: number;
  /** The subject of the event: its surface's trust and interrupt are those of the frames. */
  readonly subjects: readonly RenderSubject[];
}

/** Container: the frames of a captured stream for the surface of an event, if there are any. */
export function DeltaFrames({ sessionId, ordinal, subjects }: DeltaFramesProps) {
  const { data: chain } = useJob('deltaChain', { sessionId, ordinal });
  if (chain === undefined || chain === null) return null;
  const surface = subjects.find(({ kind, type }) => kind === 'envelope' && type === 'ui.a2ui-surface');
  const interrupt = surface?.kind === 'envelope' ? surface.interrupt : null;
  const frames = countOf(chain.frames.length + chain.framesLeftOut, 'delta frame');
  return (
    <Fold title={`${frames} of this surface in the captured stream`}>
      <DeltaPlayer
        chain={chain}
        {...(surface === undefined ? {} : { trust: surface.trust })}
        nodeId={interrupt?.nodeId ?? null}
        interruptKind={interrupt?.kind ?? null}
        resumeSchema={interrupt?.resumeSchema ?? null}
      />
    </Fold>
  );
}

const MOMENTS = [
  { value: 'displayed', label: 'Displayed', icon: 'eye' },
  { value: 'edited', label: 'Edited', icon: 'more' },
  { value: 'submitted', label: 'Submitted', icon: 'check' },
] as const;

interface AnsweredSurfaceProps extends RenderedSubjectProps {
  readonly sessionId: string;
  readonly displayedAt: number;
  readonly subject: EnvelopeSubject;
}

/** Container: a surface, to rehearse as displayed or to view as updated and submitted, next to its answer. */
function AnsweredSurface({ sessionId, displayedAt, ...rendered }: AnsweredSurfaceProps) {
  const { subject } = rendered;
  const query = useJob('surfaceAnswer', { sessionId, ordinal: displayedAt });
  const [moment, setMoment] = useState<SurfaceMoment>('displayed');
  const answer = query.data === undefined || query.isPlaceholderData ? null : query.data;
  // The same object as long as nothing changes: another one re-renders the frame.
  const state = useMemo(
    () => (answer === null ? null : surfaceAt(moment, subject, answer)),
    [moment, subject, answer],
  );
  return (
    <div className={layout.container}>
      <div className={layout('row wrap gap8 pad8x16')}>
        <Segmented<SurfaceMoment>
          label="Moment of the surface"
          choices={MOMENTS}
          value={moment}
          onChange={setMoment}
        />
        <span className={layout('narrow second')} role="status">
          {state?.words ?? ''}
        </span>
      </div>
      <div className={layout('grid narrow gap8', styles.answered)}>
        {moment === 'displayed' || state === null ? (
          <SubjectSection sessionId={sessionId} displayedAt={null} {...rendered} />
        ) : (
          <div>
            <h3 className="visually-hidden">
              {moment === 'edited' ? 'Surface as edited' : 'Surface as submitted'}
            </h3>
            <RecordedSurface key={moment} subject={subject} payload={state.payload} values={state.values} />
          </div>
        )}
        {query.error === null ? null : <Unread what="The answer" why={query.error.message} />}
        {answer === null ? null : (
          <AnswerPanel entered={answer} onSelect={(event) => selectEvent(sessionId, event)} />
        )}
      </div>
    </div>
  );
}

export type SurfaceMoment = 'displayed' | 'edited' | 'submitted';

/** Entered values, by the id of the field. */
const NO_VALUES: ReadonlyMap<string, string | boolean> = new Map();

/** The surface at a moment, with a sentence. Unrecorded parts are reported, and replaced by the preceding state. */
export function surfaceAt(moment: SurfaceMoment, subject: EnvelopeSubject, reported: SurfaceAnswer) {
  const displayed: unknown = member(subject.value, 'payload');
  return {
    payload: moment === 'displayed' ? displayed : (reported.updated?.payload ?? displayed),
    values: moment === 'submitted' ? fieldValuesOf(reported.answer?.values) : NO_VALUES,
    words: WORDS[moment](reported),
  };
}

const WORDS: Readonly<Record<SurfaceMoment, (reported: SurfaceAnswer) => string>> = {
  displayed: ({ sequence }) => `As displayed at ${formatSequence(sequence)}.`,
  edited: ({ updated }) => {
    const typed = 'what was typed before it was sent is not recorded.';
    if (updated === null) return `Not recorded: no surface took its place, and ${typed}`;
    const times = updated.count === 1 ? 'once' : `${updated.count} times`;
    return `As ${formatSequence(updated.sequence)} shows it, updated ${times} before the answer; ${typed}`;
  },
  submitted: ({ answer, surfaceMs }) => {
    if (answer === null) return 'Not recorded: the log has no answer.';
    const at = formatSequence(answer.sequence);
    if (answer.values === null) return `Not recorded: ${at} does not say what was entered.`;
    const isTimed = answer.timeMs !== null && surfaceMs !== null && answer.timeMs >= surfaceMs;
    const after = isTimed ? `, ${formatDuration((answer.timeMs ?? 0) - (surfaceMs ?? 0))} after display` : '';
    return `With the values of ${at}${after}.`;
  },
};

/** Values of fields; anything other than texts and ticks is omitted. */
function fieldValuesOf(values: unknown): ReadonlyMap<string, string | boolean> {
  const found = new Map<string, string | boolean>();
  for (const [id, value] of Object.entries(recordOr(values)))
    if (typeof value === 'string' || typeof value === 'boolean') found.set(id, value);
  return found;
}

const NOT_RECORDED = 'not recorded';

interface AnswerPanelProps {
  readonly entered: SurfaceAnswer;
  readonly onSelect: (ordinal: number) => void;
}

/** The user's input in a surface, when it was sent, and the host's response. */
function AnswerPanel({ entered, onSelect }: AnswerPanelProps) {
  const title = useId();
  const { answer, interrupt, surfaceMs } = entered;
  const timeMs = answer?.timeMs ?? null;
  const took = timeMs === null || surfaceMs === null ? null : timeMs - surfaceMs;
  return (
    <section className={layout('grid narrow gap8 topRuled marginX16 padY12')} aria-labelledby={title}>
      <h3 id={title}>Answer</h3>
      <Facts>
        <Fact name="requested by">
          {interrupt === null ? (
            'no interrupt is recorded'
          ) : (
            <EventLink {...interrupt} words={interrupt.kind} onSelect={onSelect} />
          )}
        </Fact>
        <Fact name="answered by">
          {answer === null ? 'no answer is recorded' : <VisibleText text={answer.by ?? NOT_RECORDED} />}
        </Fact>
        {answer === null ? null : (
          <>
            <Fact name="when">{timeMs === null ? NOT_RECORDED : formatMoment(timeMs)}</Fact>
            <Fact name="after">{took === null ? NOT_RECORDED : formatDuration(took)}</Fact>
            <TextFact name="outcome" text={answer.outcome} />
            <Fact name="event">
              <EventLink {...answer} words="" onSelect={onSelect} />
            </Fact>
          </>
        )}
      </Facts>
      {answer === null ? null : <Entered answer={answer} />}
      {answer === null ? null : <Effects entered={entered} onSelect={onSelect} />}
    </section>
  );
}

function Entered({ answer: { values, entries, total } }: { readonly answer: EnteredAnswer }) {
  if (values === null) return <p className={layout.second}>What was entered is {NOT_RECORDED}.</p>;
  const left = total - entries.length;
  return (
    <>
      <table className={layout.table}>
        <caption className="visually-hidden">Values that were entered</caption>
        <TableHead names={['path', 'value']} />
        <tbody>
          {entries.map(({ path, value, isText }) => (
            <tr key={path}>
              <th scope="row">
                <code>
                  <VisibleText text={path === '' ? 'the whole' : path} />
                </code>
              </th>
              <td className={layout('breaks', !isText && layout.code)}>
                {value === '' ? <i className={layout.third}>empty</i> : <VisibleText text={value} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {left > 0 ? <p className={layout.second}>and {countOf(left, 'more value')}</p> : null}
    </>
  );
}

function Effects({ entered: { effects }, onSelect }: AnswerPanelProps) {
  const title = useId();
  const how = effects.some(({ by }) => by === 'order')
    ? 'no recorded cause leads from the answer: the next events of the node'
    : 'by recorded causes';
  return (
    <>
      <h4 id={title} className={layout.second}>
        What the host did with it
      </h4>
      <p className={layout('third meta')}>
        {effects.length === 0 ? `What followed is ${NOT_RECORDED}.` : how}
      </p>
      <ol className={layout('grid breaks gap4')} aria-labelledby={title}>
        {effects.map(({ row }) => (
          <li key={row.ordinal} className={layout.narrow} title={displayText(row.summary)}>
            <EventLink ordinal={row.ordinal} sequence={row.sequence} words={row.type} onSelect={onSelect} />{' '}
            <span className={layout.second}>
              <VisibleText text={row.summary} />
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}

interface EventLinkProps {
  readonly ordinal: number;
  readonly sequence: number | null;
  readonly words: string;
  readonly onSelect: (ordinal: number) => void;
}

function EventLink({ ordinal, sequence, words, onSelect }: EventLinkProps) {
  return (
    <Button small onPress={() => onSelect(ordinal)}>
      <code>
        {formatSequence(sequence)}
        {words === '' ? '' : ' '}
        <VisibleText text={words} />
      </code>
    </Button>
  );
}
