import type { EventRow } from '@openwop-inspector/run-log';
import { classNames, layout } from '@openwop-inspector/ui';
import { useState } from 'react';
import { useClearRaw, useRaw } from '../../queries/session-queries.ts';
import { PAGE_BYTES } from './bytes/bytes-page.ts';
import { RawBytes } from './RawBytes.tsx';

export interface RawTabProps {
  readonly sessionId: string;
  readonly row: EventRow;
  /** First byte to show, counted from the start of the event. */
  readonly offset: number;
}

/** Container: the exact bytes of one event, a page at a time. Tokens are masked; revealed ones are never kept. */
export function RawTab({ sessionId, row, offset: first }: RawTabProps) {
  const [offset, setOffset] = useState(first);
  const [held, setHeld] = useState(false);
  const { data: page, error } = useRaw(sessionId, row.ordinal, offset, PAGE_BYTES);
  // Asked in clear only while the button is held; nobody looks at that answer afterwards, so it leaves the cache.
  const clear = useClearRaw(sessionId, row.ordinal, offset, PAGE_BYTES, held);
  if (error !== null) {
    return (
      <p role="alert" className={classNames(layout.words, layout.pad12)}>
        The bytes could not be read: {error.message}.
      </p>
    );
  }
  if (page === undefined) return null;
  if (page === null)
    return <p className={classNames(layout.words, layout.pad12)}>The bytes of this event are not held.</p>;
  // One element whether held or not: a button that is replaced never hears that it was let go.
  return (
    <RawBytes
      page={page}
      clear={clear?.text ?? null}
      eventLength={row.byteLength}
      held={held}
      onHold={setHeld}
      onGo={setOffset}
    />
  );
}
