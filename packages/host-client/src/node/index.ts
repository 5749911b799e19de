/**
 * What of a host needs Node: requests whose certificates are always checked, a session's capture on disk, its process,
 * and the supervisor of that process. Not for the window.
 */

export { type CaptureFile, createCaptureFile, fileErrorCode } from './capture-file.ts';
export { goOnAfterErrors, unexpectedText } from './go-on-after-errors.ts';
export { authoritiesUnusable, createHostFetch, readAuthorities, webStream } from './host-fetch.ts';
export type { SessionProcess, StartSession } from './session/fork-session.ts';
export { forkSession } from './session/fork-session.ts';
export { RunSupervisor, type SupervisedRunParts } from './session/supervise-run.ts';
