/** Origin of the envelope on a bench. */

import type { ContextFromLog } from '@openwop-inspector/acceptor-core';
import { formatSequence } from '@openwop-inspector/base';

export type BenchOrigin =
  | {
      readonly kind: 'event';
      readonly ordinal: number;
      readonly sequence: number | null;
      readonly type: string;
      readonly nodeId: string | null;
      /** As recorded in the log or reconstructed from it. */
      readonly text: string;
      /** Envelope, context and verdict from the log. */
      readonly log: ContextFromLog;
    }
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  | { readonly kind: 'example'; readonly text: string };

/** How the envelope of an event came to be on the bench, as words that precede the name of the event. */
export function originText({ sequence, log: { envelope } }: Extract<BenchOrigin, { kind: 'event' }>): string {
  if (envelope === null) return 'of';
  const { form, standing, isSkeleton, from } = envelope;
  if (isSkeleton)
    return 'with a placeholder {} for its payload, which the log does not hold, put together for';
  if (standing === 'rebuilt') return `rebuilt around the payload recorded${atPlaces(from)}, for`;
  const isBefore = sequence === null || sequence > (from.at(-1) ?? -1);
  if (form === 'model-text')
    return `in what the model wrote${atPlaces(from)}, ${isBefore ? 'before' : 'with'}`;
  if (from.length > 1) {
    return `put together from what the model streamed${atPlaces(from)}, ${isBefore ? 'before' : 'with'}`;
  }
  if (from.length === 0) return 'as it stands in the file beside';
  return from[0] === sequence ? 'as recorded at' : `as recorded${atPlaces(from)}, for`;
}

/** ` at #196`, or ` at #196 to #212`: text of a model is named by its first and its last chunk. */
function atPlaces(from: readonly number[]): string {
  const [first] = from;
  const last = from.at(-1);
  if (first === undefined || last === undefined) return '';
  return ` at ${formatSequence(first)}${first === last ? '' : ` to ${formatSequence(last)}`}`;
}

/** Initial content of an empty bench: a small envelope that is accepted. */
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

/** Number of lines that differ between two texts: the longer side of each changed range. */
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
