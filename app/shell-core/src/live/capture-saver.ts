import type { SaveCaptureReply } from '@openwop-inspector/shell-contract';
import { fileErrorCode, type OpenFiles } from '../open-files.ts';
import { writeInOneStep } from '../private-files.ts';
import { type FileSaver, notSaved, saveProblem } from '../save-file.ts';
import type { CaptureFolder } from './capture-folder.ts';
import type { LiveSession } from './live-session.ts';
import { closedSession } from './live-texts.ts';

interface CaptureSaverParts {
  readonly saver: FileSaver;
  /** False where the shell has no dialog. */
  readonly canSave: boolean;
  readonly captures: CaptureFolder;
  readonly openFiles: OpenFiles;
}

/**
 * Saves captures: where the person says, or as a copy that the window downloads where there is no dialog. Of each
 * session one copy is there at most: a new one takes the place of the old.
 */
export function createCaptureSaver({ saver, canSave, captures, openFiles }: CaptureSaverParts) {
  const copies = new Map<string, { readonly fileId: string; readonly path: string }>();

  async function forget(liveId: string): Promise<void> {
    const copy = copies.get(liveId);
    copies.delete(liveId);
    if (copy === undefined) return;
    openFiles.close(copy.fileId);
    await captures.remove(copy.path);
  }

  async function copyOf(session: LiveSession): Promise<SaveCaptureReply> {
    await forget(session.liveId);
    const path = await captures.freePath();
    const { name } = session.snapshot().file;
    try {
      await writeInOneStep(path, session.maskedCapture(), { mode: 0o600 });
    } catch (error) {
      return saveProblem(name, fileErrorCode(error));
    }
    const opening = await openFiles.open(path);
    if (opening.kind === 'failed') return notSaved('not-written', opening.problem.message);
    copies.set(session.liveId, { fileId: opening.file.fileId, path });
    const message = 'This shell saves no files itself.';
    return { saved: false, reason: 'no-dialog', message, download: { ...opening.file, name } };
  }

  return {
    async save(session: LiveSession | null): Promise<SaveCaptureReply> {
      if (session === null) return notSaved('not-written', closedSession);
      if (!canSave) return copyOf(session);
      return saver.saveParts(session.snapshot().file.name, () => session.maskedCapture());
    },
    /** Deletes the copies that were made for downloads of a session. */
    forget,
  };
}
