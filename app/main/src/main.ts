/**
 * The desktop shell's start, to be read from top to bottom: what must be said before Electron is ready, the parts,
 * then the window. Nothing here knows what a run is.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enableFastLook } from '@openwop-inspector/base';
import type { EventName, Settings, ShellEvents } from '@openwop-inspector/shell-contract';
import {
  allowedOriginsVariable,
  applicationVersion,
  createFileLog,
  createJsonStore,
  createSettingsStore,
  createShellCallService,
  fileErrorCode,
  type JsonStore,
  linkScheme,
  readAllowedOrigins,
  withNotices,
} from '@openwop-inspector/shell-core';
import {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  Menu,
  type MessageBoxOptions,
  nativeTheme,
  type OpenDialogOptions,
  protocol,
  safeStorage,
  session,
  shell,
  type WebFrameMain,
} from 'electron';
import {
  applicationScheme,
  createProtocolHandler,
  isApplicationDocument,
  schemePrivileges,
} from './application-protocol.ts';
import { askWhereToSave, createLinkDoor, createRequestDoor } from './dialogs.ts';
import { createGestures } from './gestures.ts';
import { handleCalls } from './ipc/handle.ts';
import { openMainWindow } from './main-window.ts';
import { menuTemplate } from './menu.ts';
import { refusalText, refusedSwitches } from './refused-switches.ts';
import { guardContents, guardSession } from './session-rules.ts';
import { runSmokeTest } from './smoke-test.ts';
import { utilitySession } from './start-session.ts';
import { type HandedOver, readHandedOver, readStartupArguments } from './startup-arguments.ts';
import { createTokenVault } from './token-vault.ts';
import { windowStateFrom } from './window-state.ts';

const runs: OpenDialogOptions = {
  title: 'Open runs',
  properties: ['openFile', 'multiSelections'],
  filters: [
    {
      name: 'Runs and event logs',
      extensions: ['json', 'ndjson', 'jsonl', 'sse', 'log', 'txt', 'gz', 'zip', 'har', 'owopsession'],
    },
    { name: 'All files', extensions: ['*'] },
  ],
};

const authority: OpenDialogOptions = {
  title: 'Choose the certificate authority of the host',
  properties: ['openFile'],
  filters: [
    { name: 'Certificates', extensions: ['pem', 'crt', 'cer'] },
    { name: 'All files', extensions: ['*'] },
  ],
};

// Of Chromium's many switches some open the window to others. They are read before a window is there, and before ports.
const refused = app.isPackaged
  ? refusedSwitches(process.argv, { platform: process.platform, isRoot: process.getuid?.() === 0 })
  : [];
if (refused.length > 0) {
  dialog.showErrorBox('The inspector does not start', refusalText(refused));
  app.exit(2);
}

const { files, addresses, tokenVariables, smokeTest } = readStartupArguments(process.argv, {
  runsFromPath: process.defaultApp === true,
  workingDirectory: process.cwd(),
});

enableFastLook();
app.setName('OpenWOP Inspector');
if (!app.commandLine.hasSwitch('user-data-dir')) {
  if (smokeTest) useFolderForOnce();
  // The same folder as the browser shell's, so that both know the same settings and recent files.
  else app.setPath('userData', join(app.getPath('appData'), 'openwop-inspector'));
}
// What Chromium keeps for itself stays out of the folder with the settings.
app.setPath('sessionData', join(app.getPath('userData'), 'window'));
// Without Chromium's sandbox, asking for it would end every child process.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox();
// A frame that draws a surface has a process of its own, so that one that hangs can be taken away (security.md S-03).
// Later versions of Chromium do so by default.
app.commandLine.appendSwitch('enable-features', 'IsolateSandboxedIframes');
protocol.registerSchemesAsPrivileged([schemePrivileges]);

/** What is still to be written when the application quits has this long. */
const longestLeaveMs = 5_000;

const withDeveloperTools = !app.isPackaged;
const gestures = createGestures({
  now: () => performance.now(),
  hasAssistance: () => app.accessibilitySupportEnabled,
});
const inUserData = (...names: readonly string[]) => join(app.getPath('userData'), ...names);
const log = createFileLog(inUserData('logs', 'desktop-shell.ndjson'));
const startSession = utilitySession(join(__dirname, 'live-session.cjs'));
withNotices(log, (notice) => tellWindow('shell-notice', notice));
const settings = withAppearance(createSettingsStore(inUserData('settings.json'), log));
const windowState = createJsonStore({
  file: inUserData('window-state.json'),
  maxBytes: 4096,
  accept: windowStateFrom,
  log,
});
const service = createShellCallService({
  info: {
    shell: 'desktop',
    version: applicationVersion,
    platform: process.platform,
    canPick: true,
    canSave: true,
    hasMenu: true,
  },
  settings,
  samplesFolder: app.isPackaged ? join(process.resourcesPath, 'samples') : join(__dirname, '..', 'samples'),
  startupPaths: files,
  pickPaths: () => pick(runs),
  askWhereToSave: (proposal) =>
    askWhereToSave((options) => inFront(dialog.showSaveDialog, options), process.platform, proposal),
  askAboutLink: createLinkDoor({
    show: showQuestion,
    open: (address) => shell.openExternal(address),
    copy: (text) => clipboard.writeText(text),
  }),
  askAboutRequest: createRequestDoor(showQuestion),
  allowedOrigins: readAllowedOrigins(process.env[allowedOriginsVariable]),
  filesOpened: (reply) => tellWindow('files-opened', reply),
  live: {
    configFolder: inUserData(),
    vault: createTokenVault(safeStorage, process.platform),
    env: process.env,
    tokenVariables,
    startupAddresses: addresses,
    authorities: [],
    pickAuthority: async () => (await pick(authority))[0] ?? null,
    startSession,
    tell: tellWindow,
  },
  log,
});

// Run from a path, the system would need that path too; links are for what is installed.
if (app.isPackaged && !smokeTest) app.setAsDefaultProtocolClient(linkScheme);

if (smokeTest || app.requestSingleInstanceLock({ files, addresses })) {
  listenToSystem();
  void app.whenReady().then(start);
} else {
  process.stdout.write('Opened in the window that is there already.\n');
  app.quit();
}

/** What the system may tell at any time, on macOS even before the application is ready. */
function listenToSystem(): void {
  app.on('web-contents-created', (_event, contents) => {
    guardContents(contents, log);
    contents.on('input-event', (_input, { type }) => gestures.noteInput(type));
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    void openFromOutside({ files: [path], addresses: [] });
  });
  app.on('open-url', (event, address) => {
    event.preventDefault();
    void openFromOutside({ files: [], addresses: [address] });
  });
  app.on('second-instance', (_event, _argv, _folder, handed) => {
    void openFromOutside(readHandedOver(handed));
  });
  app.on('activate', () => {
    if (currentWindow() === null) void showWindow();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  let hasSettled = false;
  app.on('will-quit', (event) => {
    if (hasSettled) return;
    event.preventDefault();
    log({ event: 'stopped' });
    // Reading waits for writes that are under way. A host that does not let go keeps nobody.
    const settled = Promise.allSettled([windowState.read(), service.end()]);
    const tooLong = new Promise((resolve) => setTimeout(resolve, longestLeaveMs));
    void Promise.race([settled, tooLong]).then(() => {
      hasSettled = true;
      app.quit();
    });
  });
}

async function start(): Promise<void> {
  log({ event: 'started' });
  guardSession(session.defaultSession, withDeveloperTools, log);
  session.defaultSession.protocol.handle(
    applicationScheme,
    createProtocolHandler(service.openFiles, join(__dirname, 'renderer')),
  );
  const isOurFrame = (frame: WebFrameMain) => frame.parent === null && isApplicationDocument(frame.url);
  handleCalls(service, isOurFrame, gestures.isFresh, log);
  Menu.setApplicationMenu(
    Menu.buildFromTemplate(
      menuTemplate({
        platform: process.platform,
        withDeveloperTools,
        command: (name) => tellWindow('command', { name }),
      }),
    ),
  );
  if (smokeTest) await runSmokeTest(loadWindow, startSession);
  else await showWindow();
}

/** Opens the window, or says that this installation has none and ends. */
async function showWindow(): Promise<void> {
  try {
    await loadWindow();
  } catch (error) {
    log({ event: 'window-crashed', code: fileErrorCode(error) ?? 'not-loaded' });
    dialog.showErrorBox(
      'The window cannot be loaded',
      'Files of this installation are missing or damaged. Install it again, or build it with "npm run build".',
    );
    app.exit(1);
  }
}

function loadWindow(): Promise<BrowserWindow> {
  return openMainWindow({
    preloadFile: join(__dirname, 'preload.cjs'),
    iconFile: join(__dirname, 'icon.png'),
    withDeveloperTools,
    isHidden: smokeTest,
    state: windowState,
    onPageGone: () => service.windowRestarts(),
    log,
  });
}

async function openFromOutside({ files: paths, addresses: links }: HandedOver): Promise<void> {
  const window = currentWindow();
  if (window?.isMinimized() === true) window.restore();
  window?.show();
  window?.focus();
  if (paths.length > 0) await service.openFromOutside(paths);
  for (const link of links) await service.openAddress(link);
  if (window === null && app.isReady()) await showWindow();
}

function currentWindow(): BrowserWindow | null {
  return BrowserWindow.getAllWindows()[0] ?? null;
}

/** A dialog of the system, in front of the window where there is one. */
interface SystemDialog<Options, Answer> {
  (window: BrowserWindow, options: Options): Promise<Answer>;
  (options: Options): Promise<Answer>;
}

function inFront<Options, Answer>(show: SystemDialog<Options, Answer>, options: Options): Promise<Answer> {
  const window = currentWindow();
  return window === null ? show(options) : show(window, options);
}

async function showQuestion(options: MessageBoxOptions) {
  const answer = await inFront(dialog.showMessageBox, options);
  gestures.noteAnswer();
  return answer;
}

function tellWindow<N extends EventName>(name: N, detail: ShellEvents[N]): void {
  currentWindow()?.webContents.send(name, detail);
}

/** A smoke test neither sees nor leaves anything of the person's own settings. */
function useFolderForOnce(): void {
  const folder = mkdtempSync(join(tmpdir(), 'openwop-inspector-smoke-'));
  app.setPath('userData', folder);
  app.once('quit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

/** Makes menus, dialogs and the title bar follow the theme that is stored in the settings, and windows their zoom. */
function withAppearance(settings: JsonStore<Settings>): JsonStore<Settings> {
  const apply = ({ theme, zoom }: Settings): void => {
    nativeTheme.themeSource = theme;
    for (const window of BrowserWindow.getAllWindows()) window.webContents.setZoomFactor(zoom);
  };
  return {
    async read() {
      const stored = await settings.read();
      apply(stored);
      return stored;
    },
    async update(change) {
      await settings.update(change);
      apply(await settings.read());
    },
  };
}

/** Asks for files with the system's dialog. An empty list when it was cancelled. */
async function pick(options: OpenDialogOptions): Promise<readonly string[]> {
  const { canceled, filePaths } = await inFront(dialog.showOpenDialog, options);
  return canceled ? [] : filePaths;
}
