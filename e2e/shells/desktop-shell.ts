import { type ElectronApplication, _electron as electron, errors } from '@playwright/test';
import { built } from '../files/places.ts';
import { logLinesIn, prepareConfigFolder } from './config-folder.ts';
import { actionTimeoutMs, type Shell, type StartParts } from './shell.ts';

/** What the desktop shell can do besides what both can. */
export interface DesktopShell extends Shell {
  readonly kind: 'desktop';
  readonly application: ElectronApplication;
}

/** A driver that has not got hold of Electron by then never will. */
const attachTimeoutMs = 15_000;

/** Longer than this, and a start hangs. */
const startTimeoutMs = 45_000;

const ORIGIN = 'inspector://app/';

/**
 * How Electron is started on a folder of settings. Root may not use Chromium's sandbox, and a display of our own has no
 * graphics processor.
 */
export function desktopCommand(configDir: string, files: readonly string[]) {
  const executablePath = process.env.INSPECTOR_ELECTRON_TEST;
  if (executablePath === undefined) throw new Error('INSPECTOR_ELECTRON_TEST names no Electron');
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...sandbox, '--disable-gpu', `--user-data-dir=${configDir}`, built(), '--', ...files];
  return { executablePath, args };
}

/**
 * Starts Electron. About once in a hundred starts the driver waits without end for an answer that Electron 25 has given
 * long ago; such a start is tried once more.
 */
async function launch(command: ReturnType<typeof desktopCommand>): Promise<ElectronApplication> {
  try {
    return await electron.launch({ ...command, timeout: attachTimeoutMs });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    return electron.launch({ ...command, timeout: startTimeoutMs });
  }
}

/** Starts the built desktop shell with settings of its own, so that it is alone. */
export async function startOnDesktop({ options, configDir, onPage }: StartParts): Promise<DesktopShell> {
  prepareConfigFolder(configDir, options);
  const application = await launch(desktopCommand(configDir, options.files ?? []));
  const page = await application.firstWindow({ timeout: startTimeoutMs });
  onPage(page, ORIGIN);
  page.context().setDefaultTimeout(actionTimeoutMs);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const { width, height } = options.size ?? { width: 1440, height: 900 };
  const window = await application.browserWindow(page);
  await window.evaluate((target, size) => target.setContentSize(size.width, size.height), { width, height });
  return {
    kind: 'desktop',
    application,
    page,
    origin: ORIGIN,
    readClipboard: () => application.evaluate(({ clipboard }) => clipboard.readText()),
    writeClipboard: (text) =>
      application.evaluate(({ clipboard }, given) => clipboard.writeText(given), text),
    async chooseFiles(files, ask) {
      // The system's own dialog cannot be worked from a page, so its answer is put in its place.
      await application.evaluate(
        ({ dialog }, filePaths) => {
          dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
        },
        [...files],
      );
      await ask();
    },
    logLines: () => logLinesIn(configDir, 'desktop-shell.ndjson'),
    close: () => application.close(),
  };
}
