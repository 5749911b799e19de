/** Raw JSON: for what no renderer shows, and for everything at a press of a button; and plain text (envelope 2.2). */

import { isRecord, member, valuesIn } from '@openwop-inspector/base';
import { layout } from '@openwop-inspector/ui';
import { useCallback, useMemo } from 'react';
import { type RenderSubject, useRenderServices } from '../contract/render-services.ts';
import type { Renderer } from '../contract/renderer.ts';
import { FoldedText } from '../kinds/show/FoldedText.tsx';
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
  return tooLarge ? MAX_ROWS : [...valuesIn(value, MAX_ROWS)].length;
}

// A payload that is nothing but a text is read as one, without any markup (envelope 2.2: degrade to text).

/** UTF-16 units of a text that are displayed at first. */
const FIRST_UNITS = 4_000;

/** Text as it was written: its own line breaks, no markup. */
export const plainTextRenderer: Renderer<string> = {
  name: 'text',
  title: 'Text',
  read: (subject) => {
    const text = textOf(subject);
    return text === null ? null : { ok: true, view: text };
  },
  Show: ({ view }) => (
    <div className={layout('body primary pad8x16x12')}>
      <FoldedText text={view} look="prose" first={FIRST_UNITS} />
    </div>
  ),
};

/** Returns the text, when no other member would be hidden. */
function textOf(subject: RenderSubject): string | null {
  if (subject.kind === 'event') return null;
  const { renderer, text, textPointer } = subject.rendering;
  if (renderer !== 'raw' || text === null || textPointer === null) return null;
  const payload = member(subject.value, 'payload');
  const isWhole = typeof payload === 'string' || (isRecord(payload) && Object.keys(payload).length === 1);
  return isWhole && text.trim() !== '' ? text : null;
}
