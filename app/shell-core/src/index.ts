export { forkSession } from '@openwop-inspector/host-client/node';
export { configFolder } from './config-folder.ts';
export { type FileAnswer, type FileRequest, serveOpenedFile, serveOwnFile } from './file-serving.ts';
export { createJsonStore, type JsonStore } from './json-store.ts';
export { isOutsideAddress, linkScheme } from './live/live-texts.ts';
export { noVault, type TokenVault } from './live/sealed-tokens.ts';
export { allowedOriginsVariable, readAllowedOrigins } from './loading/network-place.ts';
export { createFileLog, type Log, noLog, withNotices } from './log.ts';
export { createOpenFiles, fileErrorCode, type OpenFiles } from './open-files.ts';
export type { AskAboutRequest, RequestQuestion } from './permissions.ts';
export { createRecentFiles } from './recent-files.ts';
export type { AskWhereToSave, SaveProposal } from './save-file.ts';
export {
  contentSecurityPolicy,
  rendererPath,
  securityHeaders,
  securityHeadersFor,
} from './security-headers.ts';
export { createSettingsStore } from './settings.ts';
export {
  type AskAboutLink,
  type CallAnswer,
  createShellCallService,
  type ShellCallService,
} from './shell-calls.ts';
export { createNotesStore, createSharedStore } from './text-store.ts';
export { applicationVersion } from './version.ts';
