import { masker } from '@openwop-inspector/base';
import { PayloadTree, type RenderSubject, useRenderServices } from '@openwop-inspector/renderers';
import type { EnvelopeAttempt, LogicalEnvelope } from '@openwop-inspector/run-log';
import { copyText, EmptyState, layout, Pending } from '@openwop-inspector/ui';
import { useSubjects, useVisibleEnvelope } from '../detail/content-queries.ts';
import { useSessionView } from '../sessions/view-store.ts';
import { attemptAt } from './envelope-text.ts';

/** Container: the JSON of the selected envelope as a tree, masked. */
export function EnvelopeJson({ sessionId }: { readonly sessionId: string }) {
  const visible = useVisibleEnvelope(sessionId);
  const number = useSessionView(sessionId, (view) => view.envelope?.attempt ?? null);
  if (visible.kind === 'pending') return <Pending>The envelope is being read.</Pending>;
  const attempt = visible.kind === 'found' ? attemptAt(visible.envelope, null, number) : null;
  if (visible.kind !== 'found' || attempt === null) return <EmptyState title="No envelope is selected" />;
  return <AttemptJson sessionId={sessionId} envelope={visible.envelope} attempt={attempt} />;
}

interface AttemptJsonProps {
  readonly sessionId: string;
  readonly envelope: LogicalEnvelope;
  readonly attempt: EnvelopeAttempt;
}

function AttemptJson({ sessionId, envelope, attempt }: AttemptJsonProps) {
  const { answer, failure } = useSubjects(sessionId, {
    ordinal: attempt.ordinal,
    attempt: { key: envelope.key, number: attempt.number },
  });
  if (failure !== null) return <EmptyState title="The envelope could not be read">{failure}</EmptyState>;
  if (answer === null) return <Pending>The envelope is being read.</Pending>;
  const subject = answer.subjects.find(({ kind }) => kind === 'envelope');
  if (subject === undefined) return <EmptyState title="The file holds no JSON of this envelope" />;
  return <SubjectTree key={subject.key} subject={subject} />;
}

function SubjectTree({ subject }: { readonly subject: RenderSubject }) {
  const { content } = useRenderServices();
  return (
    <section aria-label="JSON" className={layout('column pane')}>
      <div className={layout.fill}>
        <PayloadTree
          source={content.tree(subject)}
          root=""
          label="Envelope"
          onCopy={async (text) => (await copyText(masker.json(text).text)).kind === 'copied'}
        />
      </div>
    </section>
  );
}
