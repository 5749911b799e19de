import { classNames, layout } from '@openwop-inspector/ui';
import { useEffect, useRef, useState } from 'react';
import { type ContentProblem, type LoadedContent, useRenderServices } from '../contract/render-services.ts';
import type { EnvelopeSubject, RenderSubject } from '../contract/render-subject.ts';
import type { MediaFamily } from '../model/choose/hints.ts';
import type { ImageSize } from '../model/choose/image-size.ts';
import audio from './audio-pane.module.css';
import { ContentPane } from './ContentPane.tsx';
import { inlineFacts, isTextSource } from './content-facts.ts';
import { FileRow } from './FileRow.tsx';
import { ImageBox } from './ImageBox.tsx';
import parts from './media-parts.module.css';
import { BASE64_POINTER, type MediaView } from './media-view.ts';

export interface InlineContentProps {
  readonly view: MediaView;
  readonly subject: EnvelopeSubject;
}

/** Content of the payload's own base64. A file is decoded when it is saved or read, the others at once. */
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

/** Decoded content at a pointer of a subject; null before it is decoded. */
export type InlineBytes = LoadedContent | ContentProblem | null;

/** Decodes the payload's base64 off the main thread. Put a `key` of the subject around it: it reads once. */
export function useInlineBytes(subject: RenderSubject): InlineBytes {
  const { content } = useRenderServices();
  const [answer, setAnswer] = useState<InlineBytes>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: two subjects with one key have the same content
  useEffect(() => {
    let isWanted = true;
    void readInline(() => content.bytes(subject, BASE64_POINTER)).then((found) => {
      if (isWanted) setAnswer(found);
    });
    return () => {
      isWanted = false;
    };
  }, [content, subject.key]);
  return answer;
}

/** A source that is gone rejects, which is shown as one more problem. */
export async function readInline(
  read: () => Promise<LoadedContent | ContentProblem>,
): Promise<LoadedContent | ContentProblem> {
  try {
    return await read();
  } catch {
    return { kind: 'problem', message: 'The content could not be read: its source is gone.' };
  }
}

interface MediaSkeletonProps {
  readonly family: MediaFamily;
  readonly size: ImageSize | null;
}

/** Placeholder of content that is being decoded, as high as the content will be, so that nothing jumps. */
function MediaSkeleton({ family, size }: MediaSkeletonProps) {
  const box = useRef<HTMLDivElement>(null);
  if (family === 'image' && size !== null) {
    return (
      <div className={classNames(layout.grid, layout.narrow, layout.gap8)} aria-busy="true">
        <div className={parts.tools} />
        <ImageBox box={box} size={size} zoom={null} hasGrid={false}>
          <p role="status" className={parts.waiting}>
            Decoding the image
          </p>
        </ImageBox>
      </div>
    );
  }
  return (
    <div className={classNames(layout.grid, layout.narrow, layout.gap8)} aria-busy="true">
      <div className={audio.wave} data-waiting>
        <p role="status" className={parts.waiting}>
          Decoding the sound
        </p>
      </div>
      <div className={audio.player} />
      <div className={parts.tools} />
    </div>
  );
}
