import { Worker } from 'node:worker_threads';
import type { ByteSource } from '../source/byte-source.ts';
import type { LookBatch, LookThread } from '../source/look-batch.ts';

/** Bytes from which a thread pays: it takes some tens of milliseconds to start. */
const ENOUGH_FOR_THREAD = 16 * 1024 * 1024;

/** A question that the thread has not answered yet. */
interface Asked {
  readonly resolve: (suspects: Uint32Array) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Starts threads by the built program of `look-thread.ts`: one for each file that is large enough. What a thread cannot
 * do rejects, and is done without it.
 */
export function startLookThread(program: string): (source: ByteSource) => LookThread | null {
  return ({ path, sizeBytes }) =>
    path === undefined || sizeBytes < ENOUGH_FOR_THREAD ? null : new FileLookThread(program, path);
}

class FileLookThread implements LookThread {
  private readonly worker: Worker;
  private readonly asked: Asked[] = [];
  private ended: Error | null = null;

  constructor(program: string, path: string) {
    this.worker = new Worker(program, { workerData: path, env: {} });
    this.worker.on('message', (suspects: Uint32Array) => this.asked.shift()?.resolve(suspects));
    this.worker.on('error', (error: Error) => this.end(error));
    this.worker.on('exit', () => this.end(new Error('the thread has ended')));
  }

  look(batch: LookBatch): Promise<Uint32Array> {
    if (this.ended !== null) return Promise.reject(this.ended);
    return new Promise((resolve, reject) => {
      this.asked.push({ resolve, reject });
      this.worker.postMessage(batch);
    });
  }

  close(): void {
    this.end(new Error('nobody waits for the thread'));
    void this.worker.terminate();
  }

  private end(error: Error): void {
    this.ended ??= error;
    for (const { reject } of this.asked.splice(0)) reject(error);
  }
}
