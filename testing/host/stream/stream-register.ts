import type { EventStream } from './event-stream.ts';

/** A client may leave one stream and open the next before word of the leaving is here. */
const LEAVING_MS = 25;

/** Streams that are open, and how many of a run were open at once. */
export class StreamRegister {
  readonly #open = new Map<object, { readonly runId: string; stream: EventStream | null }>();
  readonly #most = new Map<string, number>();

  /** Streams open now: of one run, or of all. */
  open(runId?: string): number {
    if (runId === undefined) return this.#open.size;
    return [...this.#open.values()].filter((each) => each.runId === runId).length;
  }

  /** Most streams of a run that were open at the same time, those left aside whose leaving was under way. */
  most(runId: string): number {
    return this.#most.get(runId) ?? 0;
  }

  /** Opens a stream and counts it; `make` is given what to call at its end. */
  add(runId: string, make: (onEnd: () => void) => EventStream): void {
    const entry: { readonly runId: string; stream: EventStream | null } = { runId, stream: null };
    this.#open.set(entry, entry);
    setTimeout(() => this.#most.set(runId, Math.max(this.most(runId), this.open(runId))), LEAVING_MS).unref();
    entry.stream = make(() => this.#open.delete(entry));
  }

  notify(runId: string, event: string, data: unknown): void {
    for (const each of this.#open.values()) if (each.runId === runId) each.stream?.notify(event, data);
  }
}
