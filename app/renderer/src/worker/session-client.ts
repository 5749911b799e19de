import type { SessionClient } from './client.ts';
import type { JobInput, JobName, JobResult } from './session-contract.ts';

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
