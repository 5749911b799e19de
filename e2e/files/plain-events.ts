import { readFileSync } from 'node:fs';

/** An event as a plain reading of its file gives it, for what a scenario expects. */
export interface PlainEvent {
  readonly sequence: number;
  readonly type: string;
  readonly nodeId: string | null;
  /** The whole event as JSON text, for words that must occur in it. */
  readonly text: string;
}

/** Events of a debug bundle or an event list, read with nothing but `JSON.parse`. */
export function plainEvents(file: string): readonly PlainEvent[] {
  const document: { readonly events: readonly Record<string, unknown>[] } = JSON.parse(
    readFileSync(file, 'utf8'),
  );
  return document.events.map((event) => ({
    sequence: Number(event.sequence ?? event.seq),
    type: String(event.type),
    nodeId: typeof event.nodeId === 'string' ? event.nodeId : null,
    text: JSON.stringify(event),
  }));
}
