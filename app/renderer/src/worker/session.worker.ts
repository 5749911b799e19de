/** The worker's entry: messages in, answers out. What the jobs do is in `jobs.ts`. */
import { enableFastLook, errorText, member } from '@openwop-inspector/base';
import type { JobMessage, WorkerMessage } from './client.ts';
import { type JobName, runners } from './jobs.ts';
import { type SessionEvent, whileRunning } from './sessions.ts';

/** Bytes go over without a copy. */
function answer(message: WorkerMessage): void {
  const bytes = 'result' in message ? member(message.result, 'bytes') : null;
  const isOwn = bytes instanceof Uint8Array && bytes.buffer instanceof ArrayBuffer;
  self.postMessage(message, { transfer: isOwn ? [bytes.buffer] : [] });
}
const report = (event: SessionEvent): void => answer({ event });

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
