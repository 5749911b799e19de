/** The window's end of the acceptor's worker: typed calls, one after the other, each with a time limit. */
import type { WorkerLike } from '../worker/client.ts';
import { spawnAcceptorWorker } from '../worker/spawn.ts';
import { readMessage } from './messages.ts';
import type { AcceptorInput, AcceptorJob, AcceptorRequest, AcceptorResult } from './run-jobs.ts';

export type AcceptorWorkerLike = Omit<WorkerLike, 'onmessageerror'>;

/** What became of a question. */
export type JobOutcome<Result> = { readonly kind: 'answered'; readonly result: Result } | JobTrouble;

/** Why a question has no answer. */
export type JobTrouble =
  /**
   * It took longer than the limit, and not in the schema of a kind; the worker was ended and the next question starts
   * a new one. A request blocked by a schema is repeated without running it, and its result is marked as stopped.
   */
  | { readonly kind: 'stopped'; readonly afterMs: number }
  /** A bug of ours, or a worker that cannot start. */
  | { readonly kind: 'failed'; readonly reason: string };

interface Question {
  readonly request: AcceptorRequest;
  readonly settle: (outcome: JobOutcome<unknown>) => void;
}

/** Longest time for one question, in ms. A trial takes a few; a schema that backtracks would take for ever. */
export const TIME_LIMIT_MS = 4000;

/** Kinds that one question may leave out before it is given up. */
const MAX_ENDED = 4;

/** Longest time for a worker to load, in ms; it does not count for the first question. */
const START_LIMIT_MS = 20_000;

/** A client that starts its worker on the first request, ends it on a timeout, and starts the next. */
export class AcceptorClient {
  readonly #spawn: () => AcceptorWorkerLike;
  readonly #timeLimitMs: number;
  readonly #waiting: Question[] = [];
  #worker: AcceptorWorkerLike | null = null;
  #isReady = false;
  /** Kind whose foreign schema the worker is running. */
  #running: string | null = null;
  #current: Question | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lastId = 0;

  constructor(spawn: () => AcceptorWorkerLike, timeLimitMs = TIME_LIMIT_MS) {
    this.#spawn = spawn;
    this.#timeLimitMs = timeLimitMs;
  }

  /** Asks for one job; never rejects. Questions are answered one after the other. */
  ask<N extends AcceptorJob>(job: N, input: AcceptorInput<N>): Promise<JobOutcome<AcceptorResult<N>>> {
    return new Promise((resolve) => {
      this.#lastId += 1;
      const settle = (outcome: JobOutcome<unknown>) => resolve(outcome as JobOutcome<AcceptorResult<N>>); // checked on arrival
      this.#waiting.push({ request: { id: this.#lastId, job, input }, settle });
      this.#next();
    });
  }

  #next(): void {
    if (this.#current !== null || this.#waiting.length === 0) return;
    if (this.#worker === null) this.#start();
    if (!this.#isReady) return;
    const question = this.#waiting.shift();
    if (question === undefined) return;
    this.#current = question;
    this.#worker?.postMessage(question.request);
    this.#running = null;
    this.#limit(this.#timeLimitMs, () => this.#overTime(question));
  }

  /** Asks again without the schema that was running, in a new worker; gives up when none was. */
  #overTime({ request, settle }: Question): void {
    const limitMs = this.#timeLimitMs;
    const kinds = request.ended?.kinds ?? [];
    if (this.#running === null || kinds.length >= MAX_ENDED) {
      this.#finish({ kind: 'stopped', afterMs: limitMs }, true);
      return;
    }
    const ended = { kinds: [...kinds, this.#running], limitMs };
    this.#end();
    this.#current = null;
    this.#waiting.unshift({ request: { ...request, ended }, settle });
    this.#next();
  }

  #start(): void {
    const worker = this.#spawn();
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent) => this.#receive(worker, data);
    worker.onerror = (event) => this.#fail(event.message || 'the worker stopped without a reason');
    this.#limit(START_LIMIT_MS, () => this.#fail('the worker did not start'));
  }

  #receive(worker: AcceptorWorkerLike, data: unknown): void {
    if (worker !== this.#worker) return; // said before it was ended
    const message = readMessage(data, this.#current?.request ?? null);
    if (message === null) this.#fail('the worker sent something that is not an answer');
    else if ('ready' in message) {
      clearTimeout(this.#timer);
      this.#isReady = true;
      this.#next();
    } else if ('running' in message) this.#running = message.running;
    else if ('bug' in message) this.#finish({ kind: 'failed', reason: message.bug }, false);
    else this.#finish({ kind: 'answered', result: message.result }, false);
  }

  #fail(reason: string): void {
    if (this.#current !== null) {
      this.#finish({ kind: 'failed', reason }, true);
      return;
    }
    this.#end();
    for (const question of this.#waiting.splice(0)) question.settle({ kind: 'failed', reason });
  }

  #finish(outcome: JobOutcome<unknown>, endsWorker: boolean): void {
    clearTimeout(this.#timer);
    const question = this.#current;
    this.#current = null;
    if (endsWorker) this.#end();
    question?.settle(outcome);
    this.#next();
  }

  #end(): void {
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = null;
    this.#isReady = false;
  }

  #limit(ms: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, ms);
  }
}

/** The acceptor of the window. Its worker starts on the first request. */
export const acceptor = new AcceptorClient(spawnAcceptorWorker);
