export { isOutsideAddress } from '@openwop-inspector/shell-core';
export {
  type BrowserShell,
  BrowserShellNotStarted,
  type BrowserShellOptions,
  onEnter,
  startBrowserShell,
} from './start-browser-shell.ts';
