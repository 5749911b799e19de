import type { ProblemList } from '../index/problem-list.ts';
import { type ByteSource, SourceError } from '../source/byte-source.ts';

const STEP = 4 * 1024 * 1024;
const NEWLINE = 0x0a;

/**
 * Counts the lines of a source from its start on: returns the line of the byte at an offset, which must not be before that
 * of the last call. O(bytes between them).
 */
function lineCounter(source: ByteSource): (offset: number) => Promise<number> {
  let [line, at] = [1, 0];
  return async (offset) => {
    while (at < offset) {
      const bytes = await source.read(at, Math.min(STEP, offset - at));
      if (bytes.length === 0) break;
      for (let i = bytes.indexOf(NEWLINE); i >= 0; i = bytes.indexOf(NEWLINE, i + 1)) line++;
      at += bytes.length;
    }
    return line;
  };
}

/** Line of the byte at `offset`. O(offset). */
export function lineAt(source: ByteSource, offset: number): Promise<number> {
  return lineCounter(source)(offset);
}

/**
 * Gives the problems from number `from` on, found while a document was read, their lines: a document is read without
 * counting lines, so the source is read once more up to the last of them. Leaves the lines out when the source cannot be
 * read any more. O(bytes before the last problem); nothing is read when there is none.
 */
export async function placeLines(
  source: ByteSource,
  problems: ProblemList,
  from: number,
  isCancelled: () => boolean,
): Promise<void> {
  const offsets = [...new Set(problems.unlined(from))].sort((a, b) => a - b);
  const lineOf = lineCounter(source);
  const lines = new Map<number, number>();
  try {
    for (const offset of offsets) {
      if (isCancelled()) break;
      lines.set(offset, await lineOf(offset));
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
  }
  problems.placeLines(from, lines);
}
