/** Raw JSON: for what no renderer shows, and for everything at a press of a button (envelope 2.2). */

import { useCallback, useMemo } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import type { RenderSubject } from '../contract/render-subject.ts';
import { PayloadTree } from '../payload/PayloadTree.tsx';

/** The value as a lazy tree, as tall as its outline. */
export function RawView({ subject }: { readonly subject: RenderSubject }) {
  const services = useRenderServices();
  const source = useMemo(() => services.content.tree(subject), [services, subject]);
  const onCopy = useCallback(
    async (text: string) => {
      await services.copyText(text, 'JSON');
      return true;
    },
    [services],
  );
  const rows = useMemo(() => rowsToShow(subject), [subject]);
  const isSmall = rows < MAX_ROWS;
  // Rows of the outline, with the bars around them.
  const height = `calc(${rows} * var(--row) + 76px)`;
  return (
    <div style={{ height, minHeight: 0 }}>
      <PayloadTree source={source} root="" label="Raw JSON" onCopy={onCopy} lean={isSmall} />
    </div>
  );
}

/** Most rows of the unfolded outline: a taller tree scrolls by itself. */
const MAX_ROWS = 22;

/** How many rows the value's outline has, counted no further than `MAX_ROWS`. */
function rowsToShow({ value, tooLarge }: RenderSubject): number {
  if (tooLarge) return MAX_ROWS;
  let rows = 0;
  const waiting: unknown[] = [value];
  while (waiting.length > 0 && rows < MAX_ROWS) {
    const next = waiting.pop();
    rows += 1;
    if (typeof next !== 'object' || next === null) continue;
    const members: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    waiting.push(...members.slice(0, MAX_ROWS));
  }
  return rows;
}
