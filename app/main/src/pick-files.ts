import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';

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

/** Asks for files with the system's dialog. An empty list when it was cancelled. */
export function pickRunFiles(window: BrowserWindow | null): Promise<readonly string[]> {
  return pick(window, runs);
}

/** Asks for the file of a certificate authority; null when it was cancelled. */
export async function pickAuthorityFile(window: BrowserWindow | null): Promise<string | null> {
  return (await pick(window, authority))[0] ?? null;
}

async function pick(window: BrowserWindow | null, options: OpenDialogOptions): Promise<readonly string[]> {
  const { canceled, filePaths } =
    window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
  return canceled ? [] : filePaths;
}
