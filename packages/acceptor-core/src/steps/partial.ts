import { isRecord } from '@openwop-inspector/base';
import { BUFFERED } from '../pipeline/ending.ts';
import { type Work, warn } from '../pipeline/work.ts';
import { step } from './step.ts';

/** S3p: a chunk that is not the last one is stored and touches nothing (envelope 2.3). */
export const partialStep = step('partial', {
  clause: 'envelope 2.3',
  inputs: ['/partial'],
  check: (work) => {
    const partial = partialOf(work);
    if (partial === null) return null;
    warnAboutChunk(work, partial);
    return partial.isPartial === true ? BUFFERED : null;
  },
  explain: (work, ending) => {
    const partial = partialOf(work);
    if (partial === null) return 'a complete envelope';
    const place = `chunk ${String(partial.index)} of ${partial.total === -1 ? 'unknown' : String(partial.total)}`;
    return ending === null ? `${place}, the last one` : `${place}, more to come`;
  },
  accepted: (work) => {
    if (work.envelope?.partial !== undefined) rememberChunk(work);
  },
});

type Chunk = NonNullable<ReturnType<typeof partialOf>>;

function partialOf({ envelope }: Work) {
  const partial = envelope?.partial;
  if (!isRecord(partial)) return null;
  const { isPartial, index, total } = partial;
  if (typeof isPartial !== 'boolean' || typeof index !== 'number' || typeof total !== 'number') return null;
  return { isPartial, index, total };
}

function warnAboutChunk(work: Work, { isPartial, index, total }: Chunk): void {
  if (total >= 1 && index >= total)
    warn(work, 'partial_index_out_of_range', `Chunk ${index} of ${total}.`, '/partial/index');
  if (isPartial || work.correlationId === null) return;
  const seen = work.memory.chunks.get(work.correlationId);
  const received = (seen?.size ?? 0) + (seen?.has(index) ? 0 : 1);
  if (total > received)
    warn(work, 'partial_incomplete', `Chunks seen: ${received} of ${total}.`, '/partial/total');
}

/** Stores a chunk in the memory of the run, so that the last one can check whether any is missing. */
function rememberChunk(work: Work): void {
  const chunk = partialOf(work);
  if (chunk === null || work.correlationId === null) return;
  const seen = work.memory.chunks.get(work.correlationId) ?? new Set();
  work.memory.chunks.set(work.correlationId, seen.add(chunk.index));
}
