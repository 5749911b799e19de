/** The window's end of the session worker: typed calls over messages. */
import type { JobInput, JobName, JobResult } from './jobs.ts';
import type { SessionEvent } from './sessions.ts';

/** Window to worker. */
export interface JobMessage<N extends JobName = JobName> {
  readonly id: number;
  readonly job: N;
  readonly input: JobInput<N>;
}

/** Worker to window. */
export type WorkerMessage =
  | { readonly id: number; readonly result: unknown }
  /** An earlier form of the result, which is still to come. */
  | { readonly id: number; readonly part: unknown }
  | { readonly id: number; readonly bug: string }
  | { readonly event: SessionEvent };

/** The part of a Worker that the clients need. */
export interface WorkerLike {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

/** A job that failed inside the worker: a bug of ours, with its message. */
export class JobFailed extends Error {
  override readonly name = 'JobFailed';
}

/** The worker is gone, and with it all its sessions. */
export class WorkerGone extends Error {
  override readonly name = 'WorkerGone';
}

interface PendingJob {
  readonly message: JobMessage;
  readonly resolve: (result: unknown) => void;
  readonly reject: (reason: Error) => void;
  readonly tellPart: (part: unknown) => void;
}

/**
 * Maximum number of jobs sent to the worker. It runs them sequentially, so a deeper queue there would only contain stale
 * questions ahead of fresh ones; here they can still be withdrawn.
 */
const IN_FLIGHT = 6;

const STOPS = ['stopFilter', 'stopCompare', 'stopPayloadSearch', 'stopSessionText', 'stopExport'] as const;

/** Jobs that must not wait for others: they steer loads and never take long. */
const URGENT: ReadonlySet<JobName> = new Set<JobName>(['open', 'grow', 'cancel', 'close', ...STOPS]);

/** A typed client over the messages of one worker. */
export class SessionClient {
  readonly #worker: WorkerLike;
  readonly #waiting: PendingJob[] = [];
  readonly #sent = new Map<number, PendingJob>();
  /** Takes news of loads. */
  onEvent: (event: SessionEvent) => void = () => undefined;
  /** Called once, with a message, when the worker is gone. */
  onGone: (reason: string) => void = () => undefined;
  #lastId = 0;
  #gone: string | null = null;

  constructor(worker: WorkerLike) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => this.#receive(data);
    worker.onerror = (event) => this.#fail(event.message || 'the worker stopped without a reason');
    worker.onmessageerror = () => this.#fail('a message of the worker could not be read');
  }

  /**
   * Asks for one job. Rejects with `JobFailed`, `WorkerGone`, or the abort reason of `signal`; a job that is aborted
   * before its turn is never sent. `onPart` gets partial results, while it is not aborted.
   */
  ask<N extends JobName>(
    job: N,
    input: JobInput<N>,
    signal?: AbortSignal,
    onPart?: (part: JobResult<N>) => void,
  ): Promise<JobResult<N>> {
    return new Promise((resolve, reject) => {
      if (this.#gone !== null) return reject(new WorkerGone(this.#gone));
      if (signal?.aborted) return reject(signal.reason);
      this.#lastId += 1;
      const pending: PendingJob = {
        message: { id: this.#lastId, job, input },
        resolve: (result) => resolve(result as JobResult<N>), // the worker's half of the contract
        reject,
        tellPart: (part) => {
          if (!signal?.aborted) onPart?.(part as JobResult<N>); // as above
        },
      };
      signal?.addEventListener('abort', () => {
        const place = this.#waiting.indexOf(pending);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(signal.reason);
      });
      if (URGENT.has(job)) return this.#send(pending);
      this.#waiting.push(pending);
      this.#sendWaiting();
    });
  }

  #send(pending: PendingJob): void {
    this.#sent.set(pending.message.id, pending);
    this.#worker.postMessage(pending.message);
  }

  #sendWaiting(): void {
    while (this.#sent.size < IN_FLIGHT) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#send(next);
    }
  }

  #receive(message: WorkerMessage): void {
    if ('event' in message) this.onEvent(message.event);
    else if ('part' in message) this.#sent.get(message.id)?.tellPart(message.part);
    else {
      const pending = this.#sent.get(message.id);
      this.#sent.delete(message.id);
      if ('bug' in message) pending?.reject(new JobFailed(`${pending.message.job}: ${message.bug}`));
      else pending?.resolve(message.result);
      this.#sendWaiting();
    }
  }

  #fail(reason: string): void {
    if (this.#gone !== null) return;
    this.#gone = reason;
    this.#worker.terminate();
    for (const pending of [...this.#sent.values(), ...this.#waiting]) pending.reject(new WorkerGone(reason));
    this.#sent.clear();
    this.#waiting.length = 0;
    this.onGone(reason);
  }
}

let client: SessionClient | null = null;

/** Sets the client of queries and actions; called at start and again after a crash. */
export function connectClient(next: SessionClient): void {
  client = next;
}

/** Sends a job to the session worker. Rejects as `SessionClient.ask` does. */
export function askWorker<N extends JobName>(
  job: N,
  input: JobInput<N>,
  signal?: AbortSignal,
  onPart?: (part: JobResult<N>) => void,
): Promise<JobResult<N>> {
  if (client === null) return Promise.reject(new Error('the session worker has not been started'));
  return client.ask(job, input, signal, onPart);
}

/** Ends a job that takes long; what it has found stays. */
export function stopJob(stop: (typeof STOPS)[number], sessionId: string): void {
  askWorker(stop, { sessionId }).catch(() => undefined); // a worker that is gone does nothing more
}
