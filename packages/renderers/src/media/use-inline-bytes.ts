import { useEffect, useState } from 'react';
import { type ContentProblem, type LoadedContent, useRenderServices } from '../contract/render-services.ts';
import type { RenderSubject } from '../contract/render-subject.ts';
import { BASE64_POINTER } from './media-view.ts';

/** What stands at a pointer of a subject, once it is decoded; null before. */
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

/** A source that is gone rejects; for a person that is one more problem. */
export async function readInline(
  read: () => Promise<LoadedContent | ContentProblem>,
): Promise<LoadedContent | ContentProblem> {
  try {
    return await read();
  } catch {
    return { kind: 'problem', message: 'The content could not be read: its source is gone.' };
  }
}
