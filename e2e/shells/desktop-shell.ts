import { type ElectronApplication, _electron as electron } from '@playwright/test';
import { built } from '../files/places.ts';
import { logLinesIn, prepareConfigFolder } from './config-folder.ts';
import { actionTimeoutMs, type Shell, type StartParts } from './shell.ts';

/** What the desktop shell can do besides what both can. */
export interface DesktopShell extends Shell {
  readonly kind: 'desktop';
  readonly application: ElectronApplication;
}

const ORIGIN = 'inspector://app/';

/** How Electron is started on a folder of settings; root may not use Chromium's sandbox. */
export function desktopCommand(configDir: string, files: readonly string[]) {
  const executablePath = process.env.INSPECTOR_ELECTRON_TEST;
  if (executablePath === undefined) throw new Error('INSPECTOR_ELECTRON_TEST names no Electron');
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...sandbox, `--user-data-dir=${configDir}`, built(), '--', ...files];
  return { executablePath, args };
}

/** Starts the built desktop shell with settings of its own, so that it is alone. */
export async function startOnDesktop({ options, configDir, onPage }: StartParts): Promise<DesktopShell> {
  prepareConfigFolder(configDir, options);
  const application = await electron.launch(desktopCommand(configDir, options.files ?? []));
  const page = await application.firstWindow();
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
