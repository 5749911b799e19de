/** What can be taken away from a row: its value, its path, its pointer. */
import { formatCount, pointerTokens, unreachable } from '@openwop-inspector/base';
import { pathText } from './payload-search.ts';
import type { TreeRow } from './tree-rows.ts';
import type { PayloadSource } from './value-source.ts';
import { stringContent } from './value-text.ts';

/** The three copies, by the words on their buttons. */
export type CopyKind = 'value' | 'path' | 'pointer';

/** Keys and indexes from the document's root to a row: those above the tree by pointer, the rest from its rows. */
export function rowKeys(
  rows: readonly TreeRow[],
  at: number,
  rootPointer: string,
): readonly (string | number)[] {
  const keys = rowTrail(rows, at).flatMap((index) => {
    const row = rows[index];
    // The root as its own row is already named by the pointer.
    return row?.kind !== 'value' || row.node.key === null || row.node.pointer === rootPointer
      ? []
      : [row.node.key];
  });
  return [...(pointerTokens(rootPointer) ?? []), ...keys];
}

/** Rows from the outermost container to the row itself, for the path bar. */
export function rowTrail(rows: readonly TreeRow[], at: number): readonly number[] {
  const trail: number[] = [];
  for (let index = at; index !== -1 && rows[index] !== undefined; index = rows[index]?.parent ?? -1) {
    trail.push(index);
  }
  return trail.reverse();
}

/** The text to copy and a word about it. Rejects only when the source does. */
export async function copyText(
  kind: CopyKind,
  rows: readonly TreeRow[],
  at: number,
  rootPointer: string,
  source: PayloadSource,
): Promise<{ readonly text: string; readonly said: string } | null> {
  const row = rows[at];
  if (row?.kind !== 'value') return null;
  switch (kind) {
    case 'path':
      return { text: pathText(rowKeys(rows, at, rootPointer)), said: 'Path copied' };
    case 'pointer':
      return { text: row.node.pointer, said: 'Pointer copied' };
    case 'value': {
      const answer = await source.text(row.node.pointer);
      if (answer === null) return null;
      const text = row.node.kind === 'string' ? stringContent(answer.text) : answer.text;
      const said = answer.truncated ? `First ${formatCount(text.length)} characters copied` : 'Value copied';
      return { text, said };
    }
    default:
      return unreachable(kind);
  }
}
