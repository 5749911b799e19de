import { hasCommand, runCommand } from './run-command.mjs';

/**
 * Opens an address of ours in the person's browser. Best effort: the address has been printed already, so when there
 * is nothing to open it with, that is said and nothing more.
 *
 * @param {string} url
 */
export async function openInBrowser(url) {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const isThere = await hasCommand(program);
  const opened =
    isThere && (await runCommand(program, [...args, url], { quiet: true, timeoutMs: 10_000 })).status === 0;
  if (!opened) console.log('Open this address in a browser.');
}

const openers = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
