export { isOutsideAddress } from '@openwop-inspector/shell-core';
export {
  type BrowserShell,
  BrowserShellNotStarted,
  type BrowserShellOptions,
  startBrowserShell,
} from './start-browser-shell.ts';
