/** The worker's entry: messages in, answers out. What the jobs do is in `jobs.ts`. */
import { enableFastLook, errorText } from '@openwop-inspector/base';
import type { JobMessage, WorkerMessage } from './client.ts';
import { type JobName, runners } from './jobs.ts';
import { type SessionEvent, whileRunning } from './sessions.ts';

/** Bytes go over without a copy. */
const answer = (message: WorkerMessage): void =>
  self.postMessage(message, { transfer: [...buffersIn(message)] });
const report = (event: SessionEvent): void => answer({ event });

function buffersIn(message: WorkerMessage): readonly ArrayBuffer[] {
  if (!('result' in message)) return [];
  const { result } = message;
  if (typeof result !== 'object' || result === null || !('bytes' in result)) return [];
  return result.bytes instanceof Uint8Array && result.bytes.buffer instanceof ArrayBuffer
    ? [result.bytes.buffer]
    : [];
}

async function run<N extends JobName>({ id, job, input }: JobMessage<N>): Promise<void> {
  try {
    answer({
      id,
      result: await whileRunning(() => runners[job](input, report, (part) => answer({ id, part }))),
    });
  } catch (bug) {
    // The caller's promise rejects, nothing hangs.
    answer({ id, bug: errorText(bug) });
  }
}

enableFastLook();
self.onmessage = ({ data }: MessageEvent<JobMessage>) => {
  if (Object.hasOwn(runners, data.job)) void run(data);
};
