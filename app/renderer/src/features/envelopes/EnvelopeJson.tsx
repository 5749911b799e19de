import { masker } from '@openwop-inspector/base';
import { PayloadTree, useRenderServices } from '@openwop-inspector/renderers';
import { copyText, EmptyState, layout, Pending } from '@openwop-inspector/ui';
import { useSubjects, useVisibleEnvelope } from '../detail/content-queries.ts';
import { useSessionView } from '../sessions/view-store.ts';
import { attemptAt } from './envelope-text.ts';
import type { AttemptProps } from './StoryStep.tsx';

/** Container: the JSON of the selected envelope as a tree, masked. */
export function EnvelopeJson({ sessionId }: { readonly sessionId: string }) {
  const visible = useVisibleEnvelope(sessionId);
  const number = useSessionView(sessionId, (view) => view.envelope?.attempt ?? null);
  if (visible.kind === 'pending') return <Pending>The envelope is being read.</Pending>;
  const attempt = visible.kind === 'found' ? attemptAt(visible.envelope, null, number) : null;
  if (visible.kind !== 'found' || attempt === null) return <EmptyState title="No envelope is selected" />;
  return <AttemptJson sessionId={sessionId} envelope={visible.envelope} attempt={attempt} />;
}

function AttemptJson({ sessionId, envelope, attempt }: AttemptProps) {
  const { content } = useRenderServices();
  const { answer, failure } = useSubjects(sessionId, {
    ordinal: attempt.ordinal,
    attempt: { key: envelope.key, number: attempt.number },
  });
  if (failure !== null) return <EmptyState title="The envelope could not be read">{failure}</EmptyState>;
  if (answer === null) return <Pending>The envelope is being read.</Pending>;
  const subject = answer.subjects.find(({ kind }) => kind === 'envelope');
  if (subject === undefined) return <EmptyState title="The file holds no JSON of this envelope" />;
  return (
    <section key={subject.key} aria-label="JSON" className={layout('column pane')}>
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
