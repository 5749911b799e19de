import type { LogicalEnvelope } from '@openwop-inspector/run-log';
import type { VirtualRowsHandle } from '@openwop-inspector/ui';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { EnvelopeInSight } from '../../queries/content-queries.ts';
import type { EnvelopePages } from '../../queries/pages.ts';
import { useRowsController } from '../../state/list-controller.ts';
import { selectEnvelope, useSessionView } from '../../state/view-store.ts';

export interface EnvelopeCursor {
  readonly activeIndex: number | null;
  readonly moveTo: (index: number) => void;
}

export interface CursorInput {
  readonly inSight: EnvelopeInSight;
  readonly pages: EnvelopePages;
  readonly text: string;
  readonly total: number;
}

/**
 * Synchronizes the active row and the displayed envelope. Moving selects at once; a selection made elsewhere scrolls
 * its row into view once and never again.
 */
export function useEnvelopeCursor(
  sessionId: string,
  { inSight, pages, text, total }: CursorInput,
  list: { readonly current: VirtualRowsHandle | null },
): EnvelopeCursor {
  const chosen = useSessionView(sessionId, (view) => view.envelope);
  // A row that was not loaded when a key went to it.
  const [wanted, setWanted] = useState<{ readonly text: string; readonly index: number } | null>(null);
  const place = placeIn({ inSight, text, total, chosen });
  const activeIndex = wanted?.text === text ? wanted.index : place;

  const select = useCallback(
    (row: LogicalEnvelope, index: number) => selectEnvelope(sessionId, { row, index, text, attempt: null }),
    [sessionId, text],
  );
  // The last move counts, as in the list of events.
  const lastMove = useRef(-1);
  const moveTo = useCallback(
    (index: number) => {
      lastMove.current = index;
      const row = pages.isSettled ? pages.rowAt(index) : null;
      if (row !== null) {
        setWanted(null);
        return select(row, index);
      }
      setWanted({ text, index });
      void pages.fetchRow(index).then((fetched) => {
        setWanted((now) => (now?.index === index ? null : now));
        if (fetched !== null && lastMove.current === index) select(fetched, index);
      });
    },
    [pages, text, select],
  );

  const revealed = useRef<string | null>(null);
  const key = inSight.kind === 'found' ? inSight.envelope.key : null;
  useEffect(() => {
    if (key === null || place === null || revealed.current === key) return;
    // The list measures its height in its first frame; before that, every row would seem visible.
    const frame = requestAnimationFrame(() => {
      revealed.current = key;
      list.current?.reveal(place);
    });
    return () => cancelAnimationFrame(frame);
  }, [key, place, list]);

  useRowsController(activeIndex, total, moveTo, list);
  return { activeIndex, moveTo };
}

interface PlaceInput extends Omit<CursorInput, 'pages'> {
  readonly chosen: { readonly index: number; readonly text: string; readonly row: LogicalEnvelope } | null;
}

/** Row of the displayed envelope; null when none is, or the filter excludes it as far as is known. */
function placeIn({ inSight, text, total, chosen }: PlaceInput): number | null {
  if (inSight.kind !== 'found') return null;
  if (
    chosen !== null &&
    chosen.text === text &&
    chosen.row.key === inSight.envelope.key &&
    chosen.index < total
  ) {
    return chosen.index;
  }
  return text === '' ? inSight.position : null;
}
