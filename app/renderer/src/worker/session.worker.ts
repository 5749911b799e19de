/** The worker's door: messages in, answers out. What the jobs do is in `jobs.ts`. */
import { runners } from './jobs.ts';
import type { JobMessage, JobName, SessionEvent, WorkerMessage } from './session-contract.ts';
import { whileRunning } from './sessions.ts';

const answer = (message: WorkerMessage): void => self.postMessage(message);
const tell = (event: SessionEvent): void => answer({ event });

async function run<N extends JobName>({ id, job, input }: JobMessage<N>): Promise<void> {
  try {
    answer({ id, result: await whileRunning(() => runners[job](input, tell)) });
  } catch (bug) {
    // Third of the three doors: the caller's promise rejects, nothing hangs.
    answer({ id, bug: bug instanceof Error ? bug.message : String(bug) });
  }
}

self.onmessage = ({ data }: MessageEvent<JobMessage>) => {
  if (Object.hasOwn(runners, data.job)) void run(data);
};
