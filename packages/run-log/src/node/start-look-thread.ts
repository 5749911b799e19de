import { Worker } from 'node:worker_threads';
import type { ByteSource } from '../source/byte-source.ts';
import { type LookBatch, type LookThread, MAX_REQUESTED, TAKEN_BACK } from '../source/look-batch.ts';

/** Bytes from which a thread pays: it takes some tens of milliseconds to start. */
const ENOUGH_FOR_THREAD = 16 * 1024 * 1024;

/** A question that the thread has not answered yet. */
interface PendingLook {
  readonly slot: number;
  readonly resolve: (suspects: Uint32Array | null) => void;
  readonly reject: (error: Error) => void;
}

/** Starts a thread by the built `look-thread.ts` for each large file; what it cannot do rejects and is done without it. */
export function startLookThread(program: string): (source: ByteSource) => LookThread | null {
  return ({ path, sizeBytes }) =>
    path === undefined || sizeBytes < ENOUGH_FOR_THREAD ? null : new FileLookThread(program, path);
}

/** What a thread is started with. */
export interface ThreadData {
  readonly path: string;
  /** What becomes of each batch, by its slot; of both threads. */
  readonly fates: Int32Array;
}

export interface ThreadQuestion {
  readonly batch: LookBatch;
  readonly slot: number;
}

class FileLookThread implements LookThread {
  private readonly worker: Worker;
  private readonly requested: PendingLook[] = [];
  private readonly fates = new Int32Array(new SharedArrayBuffer(4 * MAX_REQUESTED));
  private nextSlot = 0;
  private ended: Error | null = null;

  constructor(program: string, path: string) {
    const workerData: ThreadData = { path, fates: this.fates };
    this.worker = new Worker(program, { workerData, env: {} });
    this.worker.on('message', (suspects: Uint32Array | null) => this.requested.shift()?.resolve(suspects));
    this.worker.on('error', (error: Error) => this.end(error));
    this.worker.on('exit', () => this.end(new Error('the thread has ended')));
  }

  look({ start, length, from, to }: LookBatch): Promise<Uint32Array | null> {
    if (this.ended !== null) return Promise.reject(this.ended);
    if (this.requested.length >= MAX_REQUESTED)
      return Promise.reject(new Error('the thread has enough to do'));
    const batch = { start, length, from, to };
    const slot = this.nextSlot;
    this.nextSlot = (slot + 1) % MAX_REQUESTED;
    Atomics.store(this.fates, slot, 0);
    return new Promise((resolve, reject) => {
      this.requested.push({ slot, resolve, reject });
      this.worker.postMessage({ batch, slot } satisfies ThreadQuestion);
    });
  }

  takeBack(): boolean {
    const last = this.requested.findLast(({ slot }) => Atomics.load(this.fates, slot) !== TAKEN_BACK);
    return last !== undefined && Atomics.compareExchange(this.fates, last.slot, 0, TAKEN_BACK) === 0;
  }

  close(): void {
    this.end(new Error('nobody waits for the thread'));
    void this.worker.terminate();
  }

  private end(error: Error): void {
    this.ended ??= error;
    for (const { reject } of this.requested.splice(0)) reject(error);
  }
}
