import { useRenderServices } from '../contract/render-services.ts';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import { ContentPane } from './ContentPane.tsx';
import { inlineFacts } from './content-facts.ts';
import { FileRow } from './FileRow.tsx';
import { MediaSkeleton } from './MediaSkeleton.tsx';
import parts from './media-parts.module.css';
import { BASE64_POINTER, type MediaView } from './media-view.ts';
import { isTextSource } from './text-source.ts';
import { readInline, useInlineBytes } from './use-inline-bytes.ts';

export interface InlineContentProps {
  readonly view: MediaView;
  readonly subject: EnvelopeSubject;
}

/** Content of the payload's own base64. A file is decoded when somebody saves or reads it, the others at once. */
export function InlineContent({ view, subject }: InlineContentProps) {
  return view.media.inline ? (
    <DecodedContent view={view} subject={subject} />
  ) : (
    <InlineFile view={view} subject={subject} />
  );
}

function DecodedContent({ view, subject }: InlineContentProps) {
  const answer = useInlineBytes(subject);
  if (answer === null) return <MediaSkeleton family={view.family} size={view.media.size} />;
  if (answer.kind === 'problem') {
    return (
      <>
        <p role="alert" className={parts.problem}>
          {answer.message}
        </p>
        <InlineFile view={view} subject={subject} />
      </>
    );
  }
  const facts = { ...inlineFacts(view), actualBytes: answer.bytes.length };
  return <ContentPane view={view} family={view.family} bytes={answer.bytes} facts={facts} />;
}

function InlineFile({ view, subject }: InlineContentProps) {
  const { content } = useRenderServices();
  const facts = inlineFacts(view);
  return (
    <FileRow
      facts={facts}
      saveName={view.media.saveName}
      givenName={view.givenName}
      bytes={() => readInline(() => content.bytes(subject, BASE64_POINTER))}
      source={isTextSource(facts) ? 'text' : 'none'}
    />
  );
}
