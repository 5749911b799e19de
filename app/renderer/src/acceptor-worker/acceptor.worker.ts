/** The worker's entry: requests in, answers out. What the jobs do is in `run-jobs.ts`. */
import { enableFastLook, errorText } from '@openwop-inspector/base';
import { type AcceptorMessage, readRequest } from './messages.ts';
import { runJob } from './run-jobs.ts';

const answer = (message: AcceptorMessage): void => self.postMessage(message);

self.onmessage = ({ data }: MessageEvent) => {
  const read = readRequest(data);
  if (!read.ok) return answer({ id: read.id, bug: read.why });
  const { id } = read.request;
  try {
    answer({ id, result: runJob(read.request, (running) => answer({ id, running })) });
  } catch (bug) {
    // The acceptor never throws; an exception is a bug, and its message goes to the window, which would wait otherwise.
    answer({ id, bug: errorText(bug) });
  }
};

enableFastLook();
answer({ ready: true });
