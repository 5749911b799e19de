/** Where the envelope on a bench came from. */
import type { ContextFromLog } from '@openwop-inspector/acceptor-core';

export type BenchOrigin =
  | {
      readonly kind: 'event';
      readonly ordinal: number;
      readonly sequence: number | null;
      readonly type: string;
      readonly nodeId: string | null;
      /** As the log holds it or lets us rebuild it. */
      readonly text: string;
      /** What the log says of envelope, context and verdict. */
      readonly log: ContextFromLog;
    }
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'example'; readonly text: string };

/** The start of a bench that has nothing to show yet: a small envelope that is accepted. */
export const EXAMPLE_TEXT = `{
  "type": "clarification.request",
  "schemaVersion": 1,
  "envelopeId": "env-1",
  "correlationId": "local-run:ask:1",
  "payload": {
    "questions": [
      { "id": "q1", "question": "Which market first?" }
    ]
  },
  "meta": {
    "source": "ai-generation",
    "ts": "2026-01-01T00:00:00Z"
  }
}
`;

/** Lines that differ between two texts, counted as a person would: the longer side of each changed stretch. */
export function changedLines(before: string, after: string): number {
  if (before === after) return 0;
  const left = before.split('\n');
  const right = after.split('\n');
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  const most = Math.min(left.length, right.length) - start;
  while (end < most && left[left.length - 1 - end] === right[right.length - 1 - end]) end += 1;
  return Math.max(left.length, right.length) - start - end;
}
