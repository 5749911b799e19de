import type { SaveProposal } from '@openwop-inspector/shell-core';
import type { SaveDialogOptions } from 'electron';

/** The system's save dialog; no path when it was cancelled. */
export type ShowSaveDialog = (
  options: SaveDialogOptions,
) => Promise<{ readonly canceled: boolean; readonly filePath?: string }>;

/** Bytes have the ending that their name was given; whoever chooses another one means it. */
const filters = {
  json: [{ name: 'JSON', extensions: ['json'] }],
  markdown: [{ name: 'Markdown', extensions: ['md'] }],
  report: [{ name: 'HTML', extensions: ['html'] }],
  bytes: [{ name: 'All files', extensions: ['*'] }],
};

/**
 * Asks where to save with the system's dialog, which asks again before a file is replaced: on Windows and macOS by
 * itself, elsewhere because it is told to. Null when it was cancelled.
 *
 * Elsewhere there are no filters: with one, Electron adds the ending only after the dialog has closed, and the file
 * that is replaced would not be the one the person was asked about.
 */
export async function askWhereToSave(
  show: ShowSaveDialog,
  platform: string,
  { name, kind }: SaveProposal,
): Promise<string | null> {
  const asksByItself = platform === 'win32' || platform === 'darwin';
  const { canceled, filePath = '' } = await show({
    title: 'Save',
    defaultPath: name,
    properties: ['showOverwriteConfirmation', 'createDirectory', 'dontAddToRecent'],
    ...(asksByItself ? { filters: filters[kind] } : {}),
  });
  return canceled || filePath === '' ? null : filePath;
}
