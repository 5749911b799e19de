export { forkSession } from '@openwop-inspector/host-client/node';
export { configFolder } from './config-folder.ts';
export { fileErrorCode } from './file-problem.ts';
export { type FileAnswer, type FileRequest, serveOpenedFile, serveOwnFile } from './file-serving.ts';
export { createJsonStore, type JsonStore } from './json-store.ts';
export { isOutsideAddress, linkScheme } from './live/outside-address.ts';
export { noVault, type TokenVault } from './live/token-vault.ts';
export { allowedOriginsVariable, readAllowedOrigins } from './loading/allowed-origins.ts';
export { createFileLog, type Log, noLog } from './log.ts';
export { withNotices } from './notices.ts';
export { createOpenFiles, type OpenFiles } from './open-files.ts';
export type { AskAboutRequest, RequestQuestion } from './permissions.ts';
export { createRecentFiles } from './recent-files.ts';
export { rendererPath } from './renderer-path.ts';
export type { AskWhereToSave, SaveProposal } from './save-file.ts';
export { contentSecurityPolicy, securityHeaders, securityHeadersFor } from './security-headers.ts';
export { createSettingsStore } from './settings.ts';
export {
  type AskAboutLink,
  type CallAnswer,
  createShellCallService,
  type ShellCallService,
} from './shell-calls.ts';
export { createNotesStore, createSharedStore } from './text-store.ts';
export { applicationVersion } from './version.ts';
