export { isOutsideAddress } from '@openwop-inspector/shell-core';
export {
  type BrowserShell,
  BrowserShellNotStarted,
  onEnter,
  startBrowserShell,
} from './start-browser-shell.ts';
