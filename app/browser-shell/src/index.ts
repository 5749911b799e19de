export { isOutsideAddress } from '@openwop-inspector/shell-core';
export { onEnter } from './on-enter.ts';
export {
  type BrowserShell,
  BrowserShellNotStarted,
  type BrowserShellOptions,
  startBrowserShell,
} from './start-browser-shell.ts';
