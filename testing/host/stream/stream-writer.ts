import type { ServerResponse } from 'node:http';

/** One frame of an event stream, in the pieces that a host writes it in. */
export interface Frame {
  readonly id: number | null;
  readonly event: string;
  readonly data: string;
}

/** Text of a frame (section 6.2). */
function frameText({ id, event, data }: Frame): string {
  return framePieces({ id, event, data }).join('');
}

/** `id`, `event` and `data` by themselves, as app writes them. */
function framePieces({ id, event, data }: Frame): readonly string[] {
  const pieces = [`event: ${event}\n`, `data: ${data}\n\n`];
  return id === null ? pieces : [`id: ${id}\n`, ...pieces];
}

/** More frames at once than this are written as one text by every host. */
const FEW = 20;

/** Writes frames and comments to one response, whole or in pieces. */
export class StreamWriter {
  readonly #response: ServerResponse;
  readonly #inParts: boolean;
  readonly #chunkBytes: number | null;
  #queue: Promise<void> = Promise.resolve();

  constructor(
    response: ServerResponse,
    parts: { readonly inParts: boolean; readonly chunkBytes: number | null },
  ) {
    this.#response = response;
    this.#inParts = parts.inParts;
    this.#chunkBytes = parts.chunkBytes;
  }

  comment(text: string): void {
    this.#write(`: ${text}\n\n`);
  }

  frames(frames: readonly Frame[]): void {
    if (frames.length === 0) return;
    if (this.#inParts && frames.length <= FEW && this.#chunkBytes === null) {
      const pieces = frames.flatMap(framePieces);
      this.#queue = this.#queue.then(() => {
        for (const piece of pieces) this.#response.write(piece);
      });
      return;
    }
    this.#write(frames.map(frameText).join(''));
  }

  /** Closes politely once everything is written. */
  end(): void {
    this.#queue = this.#queue.then(() => void this.#response.end());
  }

  /** Tears the connection once everything is written. */
  reset(): void {
    this.#queue = this.#queue.then(() => {
      // What was handed over has to be on its way, or the frames before the cut would be lost with it.
      this.#response.write('', () => this.#response.socket?.destroySoon());
    });
  }

  #write(text: string): void {
    const size = this.#chunkBytes;
    if (size === null) {
      this.#queue = this.#queue.then(() => void this.#response.write(text));
      return;
    }
    this.#queue = this.#queue.then(() => this.#writePieces(Buffer.from(text), size));
  }

  async #writePieces(bytes: Buffer, size: number): Promise<void> {
    for (let at = 0; at < bytes.length && !this.#response.destroyed; at += size) {
      this.#response.write(bytes.subarray(at, at + size));
      if (at % 32 === 0) await new Promise<void>((done) => setImmediate(done));
    }
  }
}
