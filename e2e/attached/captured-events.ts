import { isRecord } from '@openwop-inspector/base';

type Doc = Readonly<Record<string, unknown>>;

/** What a capture holds of a run. */
export interface Captured {
  /** One an event, by sequence; what was told twice is merged, the later telling winning. */
  readonly events: readonly Doc[];
  /** Tellings beyond the first that said nothing new. */
  readonly needless: readonly number[];
}

/** Reads a capture back, as whoever opens the file would. Control lines are left out. */
export function capturedEvents(text: string): Captured {
  const merged = new Map<number, Doc>();
  const needless: number[] = [];
  for (const line of text.split('\n')) {
    const doc: unknown = line === '' ? null : JSON.parse(line);
    if (!isRecord(doc) || typeof doc.type !== 'string') continue;
    const sequence = Number(doc.sequence ?? doc.seq);
    const before = merged.get(sequence);
    // A bundle calls the payload `data` (section 2.1).
    const payload = Object.hasOwn(doc, 'data') && !Object.hasOwn(doc, 'payload') ? { payload: doc.data } : {};
    const after = { ...before, ...doc, ...payload };
    if (before !== undefined && Object.keys(after).length === Object.keys(before).length)
      needless.push(sequence);
    merged.set(sequence, after);
  }
  const events = [...merged].sort(([a], [b]) => a - b).map(([, doc]) => doc);
  return { events, needless };
}
