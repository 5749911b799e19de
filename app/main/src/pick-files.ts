import { type BrowserWindow, dialog, type OpenDialogOptions } from 'electron';

const options: OpenDialogOptions = {
  title: 'Open runs',
  properties: ['openFile', 'multiSelections'],
  filters: [
    { name: 'Runs and event logs', extensions: ['json', 'ndjson', 'jsonl', 'sse', 'log', 'txt', 'gz'] },
    { name: 'All files', extensions: ['*'] },
  ],
};

/** Asks for files with the system's dialog. An empty list when it was cancelled. */
export async function pickRunFiles(window: BrowserWindow | null): Promise<readonly string[]> {
  const { canceled, filePaths } =
    window === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(window, options);
  return canceled ? [] : filePaths;
}
