import type { PayloadSource } from '@openwop-inspector/renderers';
import type { SubjectPlace } from '../model/subject-place.ts';
import { askWorker } from '../worker/session-client.ts';
import type { ContentTreeAnswer, ContentTreeQuestion } from '../worker/session-contract.ts';

type AnswerTo<Kind extends ContentTreeQuestion['kind']> = Extract<ContentTreeAnswer, { readonly kind: Kind }>;

/** The tree of one document as the payload view reads it; without a place there is nothing in it. */
export function contentTreeSource(of: SubjectPlace | null): PayloadSource {
  const ask = async <Kind extends ContentTreeQuestion['kind']>(
    question: Extract<ContentTreeQuestion, { readonly kind: Kind }>,
  ): Promise<AnswerTo<Kind> | null> => {
    if (of === null) return null;
    const answer = await askWorker('contentTree', { ...of, ask: question });
    return isOfKind(answer, question.kind) ? answer : null;
  };
  return {
    node: async (pointer) => (await ask({ kind: 'node', pointer }))?.node ?? null,
    children: async (pointer, offset, limit) =>
      (await ask({ kind: 'children', pointer, offset, limit }))?.children ?? null,
    text: async (pointer) => (await ask({ kind: 'text', pointer }))?.text ?? null,
    search: async (text) => (await ask({ kind: 'search', text }))?.matches ?? NO_MATCHES,
  };
}

const NO_MATCHES = { pointers: [], truncated: false } as const;

function isOfKind<Kind extends ContentTreeQuestion['kind']>(
  answer: ContentTreeAnswer,
  kind: Kind,
): answer is AnswerTo<Kind> {
  return answer.kind === kind;
}
