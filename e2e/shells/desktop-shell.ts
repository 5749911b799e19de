import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built } from '@openwop-inspector/testing/files';
import { type ElectronApplication, _electron as electron, expect, type Page } from '@playwright/test';
import {
  actionTimeoutMs,
  forShortPages,
  logLinesIn,
  prepareConfigFolder,
  type Shell,
  type StartParts,
} from './shell.ts';

/** What the desktop shell can do besides what both can. */
export interface DesktopShell extends Shell {
  readonly kind: 'desktop';
  readonly application: ElectronApplication;
}

/** Loaded by Electron before the application. */
const holdReady = fileURLToPath(new URL('hold-ready.cjs', import.meta.url));

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
  const switches = [...sandbox, forShortPages, '--disable-gpu', `--user-data-dir=${configDir}`];
  return { executablePath, args: [...switches, built(), '--', ...files] };
}

/** Starts Electron. The application is ready when the driver is attached. */
function launch({ options, configDir, env: given }: StartParts): Promise<ElectronApplication> {
  const { executablePath, args } = desktopCommand(configDir, options.files ?? []);
  const own = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const loadFrom = (options.loadFrom ?? []).join(',');
  const env: Record<string, string> = { ...Object.fromEntries(own), ...given, INSPECTOR_LOAD_FROM: loadFrom };
  return electron.launch({ executablePath, args: ['-r', holdReady, ...args], env, timeout: startTimeoutMs });
}

/**
 * Puts an answer in the place of the system's save dialog: the proposed name in a folder, or null for cancelled. Gives
 * the way to the names that have been proposed since.
 */
export async function answerSaveDialogs(
  application: ElectronApplication,
  answer: { readonly folder: string } | null,
): Promise<() => Promise<readonly string[]>> {
  const proposed = await application.evaluateHandle(({ dialog }, given) => {
    const names: string[] = [];
    dialog.showSaveDialog = (...args: readonly unknown[]) => {
      const name = String(Object(args.at(-1)).defaultPath);
      names.push(name);
      const filePath = given === null ? '' : `${given.folder}/${name}`;
      return Promise.resolve({ canceled: given === null, filePath });
    };
    return names;
  }, answer);
  return () => proposed.evaluate((names) => [...names]);
}

/**
 * Presses that button in every question of the system, and lets nothing be opened outside. Gives the way to what was
 * questions since, or dialogs: the button that Enter would press, and the first line of what is said.
 */
export async function answerQuestions(application: ElectronApplication, button: string) {
  const seen = await application.evaluateHandle(({ dialog, shell }, pressed) => {
    const lines: string[] = [];
    shell.openExternal = async (address) => {
      lines.push(`opened ${address}`);
    };
    dialog.showMessageBox = (...args: readonly unknown[]) => {
      const { buttons, defaultId, detail } = Object(args.at(-1));
      lines.push(`${buttons[defaultId]} by default: ${String(detail).split('\n')[0]}`);
      return Promise.resolve({ response: buttons.indexOf(pressed), checkboxChecked: false });
    };
    return lines;
  }, button);
  return () => seen.evaluate((lines) => [...lines]);
}

/**
 * Makes a call of the contract as a script of the page does: what it is answered, bytes as numbers, or why it is not.
 * Playwright's own scripts count as a gesture for the page; for the shell only what its window was given to hear does,
 * such as a key.
 */
export const callShell = (page: Page, name: string, request: unknown): Promise<unknown> =>
  page.evaluate(
    async ([requested, given]) => {
      try {
        const reply = await Reflect.get(globalThis, 'inspector').call(requested, given);
        return reply?.bytes instanceof Uint8Array ? { ...reply, bytes: [...reply.bytes] } : reply;
      } catch (reason) {
        return reason instanceof Error ? reason.message : 'no error';
      }
    },
    [name, request] as const,
  );

/** The same after a key of the user. */
export async function callAfterKey(page: Page, name: string, request: unknown): Promise<unknown> {
  await page.keyboard.press('Shift');
  return callShell(page, name, request);
}

/** Starts the built desktop shell with settings of its own, so that it is alone. */
export async function startOnDesktop(parts: StartParts): Promise<DesktopShell> {
  const { options, configDir, onPage } = parts;
  prepareConfigFolder(configDir, options);
  const application = await launch(parts);
  const page = await application.firstWindow({ timeout: startTimeoutMs });
  // The user who allows the host they attach to; scenarios about the question answer it themselves.
  await answerQuestions(application, 'Allow');
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
    async saveFile(folder, ask) {
      const requested = await answerSaveDialogs(application, { folder });
      await ask();
      await expect.poll(async () => (await requested()).length).toBe(1);
      const file = join(folder, (await requested())[0] ?? '');
      await expect.poll(() => existsSync(file)).toBe(true);
      return file;
    },
    sessionProcesses: () =>
      application.evaluate(({ app }) =>
        app
          .getAppMetrics()
          .filter(({ name }) => name === 'OpenWOP Inspector session')
          .sort((a, b) => a.creationTime - b.creationTime)
          .map(({ pid }) => pid),
      ),
    logLines: () => logLinesIn(configDir, 'desktop-shell.ndjson'),
    close: () => application.close(),
  };
}
