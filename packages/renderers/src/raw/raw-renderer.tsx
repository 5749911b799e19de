/** Raw JSON: last in the registry, takes everything, never fails (envelope 2.2). */

import { useCallback, useMemo } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import type { RenderSubject } from '../contract/render-subject.ts';
import type { Renderer, ShowProps } from '../contract/renderer.ts';
import { PayloadTree } from '../payload/PayloadTree.tsx';

/** What raw JSON needs to know before it is drawn. */
interface RawReading {
  /** Rows that the unfolded outline will have, at most `MAX_ROWS`: the tree gets that height and no more. */
  readonly rows: number;
}

export const rawRenderer: Renderer<RawReading> = {
  name: 'raw',
  title: 'Raw JSON',
  takes: () => true,
  read: (subject) => ({ ok: true, view: { rows: rowsToShow(subject) } }),
  Show: RawView,
};

/** The value as a lazy tree, as tall as its outline. */
function RawView({ view, subject }: ShowProps<RawReading>) {
  const services = useRenderServices();
  const source = useMemo(() => services.content.tree(subject), [services, subject]);
  const onCopy = useCallback(
    async (text: string) => {
      await services.copyText(text, 'JSON');
      return true;
    },
    [services],
  );
  const isSmall = view.rows < MAX_ROWS;
  // Rows of the outline, with the bars around them.
  const height = `calc(${view.rows} * var(--row) + 76px)`;
  return (
    <div style={{ height, minHeight: 0 }}>
      <PayloadTree source={source} root="" label="Raw JSON" onCopy={onCopy} lean={isSmall} />
    </div>
  );
}

/** A tree taller than this scrolls by itself. */
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
