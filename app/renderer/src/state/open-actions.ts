import type { OpenFilesReply } from '@openwop-inspector/shell-contract';
import { shell } from '../shell/bridge.ts';
import { useInfoStore } from './info-store.ts';
import { noteFailures } from './notices-store.ts';
import { openFiles, openSource } from './session-actions.ts';

/** Asks a shell for files and opens them; a shell that does not answer is reported like a file that could not be opened. */
async function openFrom(asked: Promise<OpenFilesReply>, what: string): Promise<void> {
  try {
    openFiles(await asked);
  } catch (reason) {
    noteFailures([{ name: what, message: reason instanceof Error ? reason.message : String(reason) }]);
  }
}

/** Lets the person choose files: by the system's dialog, or by an input element where the shell has none. */
export async function pickFiles(): Promise<void> {
  if (useInfoStore.getState().canPick) return openFrom(shell().call('files/pick', null), 'Open');
  for (const file of await filesFromInput()) openSource({ kind: 'file', file });
}

function filesFromInput(): Promise<readonly File[]> {
  return new Promise((resolve) => {
    const input = document.createElement('input');
    input.type = 'file';
    input.multiple = true;
    input.hidden = true;
    input.ariaLabel = 'Files to open';
    const settle = () => {
      resolve([...(input.files ?? [])]);
      input.remove();
    };
    input.addEventListener('change', settle);
    input.addEventListener('cancel', settle);
    document.body.append(input);
    input.click();
  });
}

export async function openRecent(recentId: string): Promise<void> {
  await openFrom(shell().call('files/reopen', { recentId }), 'Recent file');
}

export async function openLeftCapture(captureId: string): Promise<void> {
  await openFrom(shell().call('captures/open', { captureId }), 'Capture');
}

export async function openSample(sampleId: string): Promise<void> {
  await openFrom(shell().call('files/open-sample', { sampleId }), 'Sample');
}

/** Opens what is on the clipboard, where the browser lets us read it. */
export async function pasteSource(): Promise<void> {
  try {
    openText(await navigator.clipboard.readText());
  } catch {
    noteFailures([
      { name: 'Clipboard', message: 'The clipboard may not be read here. Press Ctrl V or ⌘ V instead.' },
    ]);
  }
}

let pasted = 0;

/** Opens pasted text; text of blanks alone is reported as a failure. */
export function openText(text: string): void {
  if (text.trim() === '') {
    noteFailures([{ name: 'Paste', message: 'The clipboard holds no text.' }]);
    return;
  }
  pasted += 1;
  openSource({ kind: 'text', name: pasted === 1 ? 'Pasted text' : `Pasted text ${pasted}`, text });
}

/** Opens what was dropped or pasted; folders and links are named as not opened. */
export function openTransfer(transfer: DataTransfer): void {
  const folders: string[] = [];
  const files: File[] = [];
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry?.() ?? null;
    const file = item.getAsFile();
    if (entry?.isDirectory) folders.push(entry.name);
    else if (file !== null) files.push(file);
  }
  noteFailures(folders.map((name) => ({ name, message: 'This is a folder. Drop the files in it instead.' })));
  for (const file of files) openSource({ kind: 'file', file });
  if (files.length > 0 || folders.length > 0) return;
  const text = transfer.getData('text/plain');
  if (text.trim() !== '') openText(text);
}
