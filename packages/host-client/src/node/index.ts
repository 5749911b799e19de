/**
 * What of a host needs Node: requests whose certificates are always checked, a session's capture on disk, its process,
 * and the supervisor of that process. Not for the window.
 */

export {
  type CaptureFile,
  CaptureNotWritten,
  createCaptureFile,
  fileErrorCode,
  openCaptureFile,
} from './capture-file.ts';
export { errorPlace, goOnAfterErrors, type UnexpectedError, unexpectedText } from './go-on-after-errors.ts';
export { authoritiesUnusable, createHostFetch, readAuthorities } from './host-fetch.ts';
export type { ProcessEnd, SessionProcess, StartSession } from './session/fork-session.ts';
export { forkSession } from './session/fork-session.ts';
export { defaultLimits, type SessionLimits } from './session/session-messages.ts';
export { type SupervisedRun, type SupervisedRunParts, superviseRun } from './session/supervise-run.ts';
