import { masker } from '@openwop-inspector/base';
import { plainLine } from '@openwop-inspector/protocol';
import type { JsonStore, Log } from '@openwop-inspector/shell-core';
import { app, BrowserWindow, dialog, screen } from 'electron';
import { applicationAddress } from './application-protocol.ts';
import { fitWindow, smallestWindow, type WindowState } from './window-state.ts';

interface MainWindowParts {
  readonly preloadFile: string;
  readonly iconFile: string;
  readonly withDeveloperTools: boolean;
  /** A hidden window is for checking that the application works; it keeps no state. */
  readonly isHidden: boolean;
  readonly state: JsonStore<WindowState>;
  /** Called each time the page begins again, and when the window is closed. */
  readonly onPageGone: () => void;
  readonly log: Log;
}

/** Opens the window and loads the application in it. Resolves when the page has loaded. */
export async function openMainWindow(parts: MainWindowParts): Promise<BrowserWindow> {
  // Work areas of the displays, the primary one first.
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  const areas = [primary, ...others].map(({ workArea }) => workArea);
  const stored = fitWindow(await parts.state.read(), areas);
  const window = new BrowserWindow({
    width: stored.width,
    height: stored.height,
    ...(stored.place ?? {}),
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
    show: false,
    title: 'OpenWOP Inspector',
    // Windows and macOS take the icon from the program.
    ...(process.platform === 'linux' ? { icon: parts.iconFile } : {}),
    webPreferences: {
      preload: parts.preloadFile,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: parts.withDeveloperTools,
    },
  });
  // The page sets its title, and names of files stand in it.
  window.on('page-title-updated', (event, title) => {
    event.preventDefault();
    window.setTitle(masker.text(plainLine(title)));
  });
  window.webContents.on('did-navigate', () => parts.onPageGone());
  window.once('closed', () => parts.onPageGone());
  if (!parts.isHidden) {
    if (stored.isMaximized) window.maximize();
    window.once('ready-to-show', () => window.show());
    window.on('close', () => {
      const { x, y, width, height } = window.getNormalBounds();
      const state = { width, height, place: { x, y }, isMaximized: window.isMaximized() };
      void parts.state.update(() => state);
    });
    recoverFromCrashes(window, parts.log);
  }
  // A load ends with an error when its window closes, some of them before the window is destroyed.
  let isClosing = false;
  window.once('close', () => {
    isClosing = true;
  });
  try {
    await window.loadURL(applicationAddress);
  } catch (error) {
    if (!isClosing && !window.isDestroyed()) throw error;
  }
  return window;
}

function recoverFromCrashes(window: BrowserWindow, log: Log): void {
  window.webContents.on('render-process-gone', async (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    log({ event: 'window-crashed', code: reason });
    const { response } = await dialog.showMessageBox(window, {
      type: 'error',
      message: 'The window stopped working',
      detail:
        `${crashReason(reason)} The files that were open are unchanged. ` +
        'Reload brings the window back with the same selection; a very large file may need more memory than there is.',
      buttons: ['Reload', 'Quit'],
      cancelId: 1,
    });
    if (response === 0) window.webContents.reload();
    else app.quit();
  });
  window.on('unresponsive', () => log({ event: 'window-hangs' }));
}

function crashReason(reason: string): string {
  if (reason === 'oom') return 'It ran out of memory.';
  if (reason === 'killed') return 'Another program ended it.';
  return `Its process ended (${reason}).`;
}
