import { runPath } from '../rest/request-url.ts';

/** Paths of one run that a session asks (section 5). */
export function runPaths(runId: string) {
  return {
    run: runPath(runId),
    events: runPath(runId, '/events'),
    poll: runPath(runId, '/events/poll'),
    bundle: runPath(runId, '/debug-bundle'),
  };
}
