import { errorText } from '@openwop-inspector/base';
import type { OpenFilesReply } from '@openwop-inspector/shell-contract';
import { pickFromInput } from '@openwop-inspector/ui';
import { noteFailures } from '../../shared/hint-store.ts';
import { useInfoStore } from '../../shared/settings-store.ts';
import { shell } from '../../shell/bridge.ts';
import type { OneFile } from '../../worker/sessions.ts';
import { visibleBench } from '../acceptor/open-acceptor.ts';
import { type DroppedFolder, filesOfFolder, isDirectory, pickedFolder } from './folder-files.ts';
import { closeSession, openFiles, openSource } from './session-actions.ts';
import { type ReopenRef, type Session, useSessionsStore } from './sessions-store.ts';
import { viewOf } from './view-store.ts';

/** Asks a shell for files and opens them; a shell that does not answer is reported like a file that could not be opened. */
async function openFrom(
  requested: Promise<OpenFilesReply>,
  what: string,
  open: (reply: OpenFilesReply) => void = openFiles,
): Promise<void> {
  try {
    open(await requested);
  } catch (reason) {
    noteFailures([{ name: what, message: errorText(reason) }]);
  }
}

/** Lets the person choose files: by the system's dialog, or by an input element where the shell has none. */
export async function pickFiles(): Promise<void> {
  if (useInfoStore.getState().canPick)
    return openFrom(shell().call('files/pick', null), 'Open', openPickedFiles);
  openTogether((await pickFromInput('Files to open')).map((file) => ({ kind: 'file', file })));
}

/** Takes a file that was chosen, and the way to open it again. */
export type TakeFile = (file: OneFile, reopen: ReopenRef | null) => void;

/** Lets the person choose one file, and hands it on. */
export async function pickOne(label: string, take: TakeFile): Promise<void> {
  if (useInfoStore.getState().canPick)
    return openFrom(shell().call('files/pick', null), label, (reply) => takeFirst(reply, take));
  const [file] = await pickFromInput(label);
  if (file !== undefined) take({ kind: 'file', file }, null);
}

/** Hands on a recent file. */
export const takeRecent = (recentId: string, take: TakeFile): Promise<void> =>
  openFrom(shell().call('files/reopen', { recentId }), 'Recent file', (reply) => takeFirst(reply, take));

/** Opens the log that a session file names, in the place of the file, with what was saved with it. */
export async function openNamedLog(session: Session, file: OneFile, reopen: ReopenRef | null): Promise<void> {
  const { headOf } = await import('./session-file.ts');
  const head = await headOf(session);
  openSource(file, reopen, head?.view ?? null, head);
  closeSession(session.sessionId);
}

function takeFirst({ opened, failed }: OpenFilesReply, take: TakeFile): void {
  noteFailures(failed);
  const [first] = opened;
  if (first === undefined) return;
  const { fileId, name, sizeBytes, url, recentId } = first;
  take({ kind: 'url', name, url, sizeBytes }, { fileId, url, recentId });
}

/** Lets the person choose a folder: whatever in it is a log opens as one. */
export async function pickFolder(): Promise<void> {
  const files = await pickFromInput('Folder to open', { isFolder: true });
  if (files.length > 0) openFolder(pickedFolder(files));
}

/** Files that a shell has opened: one by itself, several as one log. */
function openPickedFiles(reply: OpenFilesReply): void {
  if (reply.opened.length < 2) openFiles(reply);
  else {
    noteFailures(reply.failed);
    openTogether(reply.opened.map(({ name, url, sizeBytes }) => ({ kind: 'url', name, url, sizeBytes })));
  }
}

/** Opens files that were chosen together: one by itself, several as one log. */
function openTogether(files: readonly OneFile[]): void {
  const [first, ...others] = files;
  if (first === undefined) return;
  const name = first.kind === 'url' ? first.name : first.file.name;
  if (others.length === 0) openSource(first);
  else openSource({ kind: 'many', name: `${name} and ${others.length} more`, files, isFolder: false });
}

/** Opens the files of a folder as one log; omitted files are reported. */
function openFolder({ name, files, remarks }: DroppedFolder): void {
  noteFailures(remarks.map((message) => ({ name, message })));
  if (files.length === 0) noteFailures([{ name, message: 'There is no file in this folder.' }]);
  else openSource({ kind: 'many', name: `${name}/`, files, isFolder: true });
}

export const openRecent = (recentId: string): Promise<void> =>
  openFrom(shell().call('files/reopen', { recentId }), 'Recent file');

export const openLeftCapture = (captureId: string): Promise<void> =>
  openFrom(shell().call('captures/open', { captureId }), 'Capture');

export const openSample = (sampleId: string): Promise<void> =>
  openFrom(shell().call('files/open-sample', { sampleId }), 'Sample');

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
function openText(text: string): void {
  if (text.trim() === '')
    return void noteFailures([{ name: 'Paste', message: 'The clipboard has no text.' }]);
  pasted += 1;
  openSource({ kind: 'text', name: pasted === 1 ? 'Pasted text' : `Pasted text ${pasted}`, text });
}

/** Opens what was dropped or pasted: files that came together, and each folder, as one log. */
export function openTransfer(transfer: DataTransfer): void {
  const folders: FileSystemDirectoryEntry[] = [];
  const files: File[] = [];
  // The items are gone when this returns: they are read before the first wait.
  for (const item of transfer.items) {
    if (item.kind !== 'file') continue;
    const entry = item.webkitGetAsEntry?.() ?? null;
    const file = item.getAsFile();
    if (entry !== null && isDirectory(entry)) folders.push(entry);
    else if (file !== null) files.push(file);
  }
  if (visibleBench() === 'portability' && files.length + folders.length > 0)
    return void addDropped(folders, files);
  for (const folder of folders) void filesOfFolder(folder).then(openFolder);
  void openUnlessTaken(files);
  if (files.length > 0 || folders.length > 0) return;
  const text = transfer.getData('text/plain');
  if (text.trim() !== '') openText(text);
}

/** Files that come while other hosts are visible are declarations of these. */
async function addDropped(folders: readonly FileSystemDirectoryEntry[], files: readonly File[]) {
  const walked = Promise.all(folders.map(filesOfFolder));
  const { takeDeclarations } = await import('../audit/portability-store.ts');
  await takeDeclarations(await walked, files);
}

/** Files for an audit are small; a larger one is a log. */
const MAX_COMPANION_BYTES = 16 * 1024 * 1024;

/** Over the audit, files of a host and a baseline are added to it; everything else is opened. */
async function openUnlessTaken(files: readonly File[]): Promise<void> {
  const sessionId = useSessionsStore.getState().activeId;
  const isAudit =
    sessionId !== null && viewOf(sessionId).view === 'audit' && viewOf(sessionId).bench === null;
  if (isAudit && files.length > 0 && files.every(({ size }) => size <= MAX_COMPANION_BYTES)) {
    const { takeAuditFiles: takeDroppedFiles } = await import('../audit/audit-store.ts');
    if (await takeDroppedFiles(sessionId, files)) return;
  }
  openTogether(files.map((file) => ({ kind: 'file', file })));
}
