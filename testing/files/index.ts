/** Files to open: samples and recordings by name, and files made for a scenario. The hostile corpus has a door of its own. */
export { codedToken, LARGE_ITEMS, writeCodedValues, writeLargePayload } from './coded-values.ts';
export { markup, secrets, writeHostileLog } from './hostile-log.ts';
export { adverseLog, generateLog, LARGE_LOG_EVENTS, largeLog, MANY_ROWS, manyRows } from './large-log.ts';
export { built, builtModule, failedDraft, inRepository, recording, sample } from './places.ts';
export {
  acmeContext,
  discoveryDocuments,
  draftWithoutMeta,
  refusedEnvelopes,
  type Trial,
  writeTrial,
} from './refused-envelopes.ts';
export { type ArchivedFile, zipArchive } from './zip-archive.ts';
