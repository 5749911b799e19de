import { useEffect, useMemo, useState } from 'react';
// The one thing that Markdown takes from the room of code: its colours, and the slices they come in.
import { idleSlice, SLICE_MS } from '../../code/highlight/idle-slice.ts';
import { type DocumentInReading, readDocument } from '../parse/read-document.ts';

/** Texts that are read before they are first drawn, in UTF-16 units. */
const AT_ONCE = 8_000;

/** A document that is read while it is shown: the beginning at once, the rest in idle slices. */
export function useDocument(text: string): DocumentInReading {
  const reading = useMemo(() => begun(text), [text]);
  const [, tell] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    readOn(reading, leaving.signal, tell).catch((error: unknown) => {
      // A fault of ours is for the error boundary.
      tell(() => {
        throw error;
      });
    });
    return () => leaving.abort();
  }, [reading]);
  return reading;
}

function begun(text: string): DocumentInReading {
  const reading = readDocument(text);
  if (text.length > AT_ONCE) readSlice(reading);
  else while (!reading.isRead) reading.step();
  return reading;
}

function readSlice(reading: DocumentInReading): void {
  const end = performance.now() + SLICE_MS;
  while (!reading.isRead && performance.now() < end) reading.step();
}

/** Tells a number that changes with what there is to show. */
async function readOn(
  reading: DocumentInReading,
  signal: AbortSignal,
  tell: (progress: number) => void,
): Promise<void> {
  while (!reading.isRead && (await idleSlice(signal))) {
    readSlice(reading);
    tell(reading.isRead ? -1 : reading.parts.length);
  }
}
