/** One target in a worker of its own, which is watched: what hangs or fills its memory is ended from here. */
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** What one worker is asked to do. */
export interface FuzzJob {
  readonly target: string;
  readonly seed: number;
  readonly firstIndex: number;
  readonly untilMs: number;
  readonly corpus: string;
  /** Holds the number of the input that is under way. */
  readonly progress: SharedArrayBuffer;
}

export interface FuzzEnd {
  /** Inputs that came back. */
  readonly done: number;
  /** The input that failed, and why; null when time ran out. */
  readonly failed: { readonly index: number; readonly why: string } | null;
}

/** One input may take so long; the largest take a hundredth. */
const HANGS_MS = 10_000;
const MEMORY: WorkerOptions['resourceLimits'] = { maxOldGenerationSizeMb: 512 };

/** Runs until `untilMs` or the first failure. */
export function runWatched(program: string, job: Omit<FuzzJob, 'progress'>): Promise<FuzzEnd> {
  const progress = new SharedArrayBuffer(4);
  const at = new Int32Array(progress);
  at[0] = job.firstIndex;
  const worker = new Worker(program, { workerData: { ...job, progress }, resourceLimits: MEMORY });
  return new Promise((resolve) => {
    let seen = -1;
    let sinceMs = Date.now();
    const end = (why: string | null): void => {
      clearInterval(watching);
      const index = Atomics.load(at, 0);
      resolve({ done: index - job.firstIndex, failed: why === null ? null : { index, why } });
      void worker.terminate();
    };
    const watching = setInterval(() => {
      const index = Atomics.load(at, 0);
      if (index !== seen) [seen, sinceMs] = [index, Date.now()];
      else if (Date.now() - sinceMs > HANGS_MS) end(`it did not come back within ${HANGS_MS} ms`);
    }, 500);
    worker.once('message', (why: string | null) => end(why));
    worker.once('error', (error) => end(whyOf(error)));
  });
}

/** What was thrown, and the functions it came through; no path, as this is kept in the repository. */
export function whyOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const frames = [...(thrown.stack ?? '').matchAll(/^ +at (?:async )?([^\s(]+) \(/gm)].map(
    ([, name]) => name,
  );
  const [message = ''] = thrown.message.split('\n');
  const where = frames.slice(0, 2).join(', ');
  return `${thrown.name === 'Error' ? '' : `${thrown.name}: `}${message}${where === '' ? '' : ` (in ${where})`}`;
}
