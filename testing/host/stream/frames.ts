/** One frame of an event stream, in the pieces that a host writes it in. */
export interface Frame {
  readonly id: number | null;
  readonly event: string;
  readonly data: string;
}

/** Text of a frame (section 6.2). */
export function frameText({ id, event, data }: Frame): string {
  return framePieces({ id, event, data }).join('');
}

/** `id`, `event` and `data` by themselves, as app writes them. */
export function framePieces({ id, event, data }: Frame): readonly string[] {
  const pieces = [`event: ${event}\n`, `data: ${data}\n\n`];
  return id === null ? pieces : [`id: ${id}\n`, ...pieces];
}
