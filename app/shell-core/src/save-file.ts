import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { formatLimit, INERT_PAGE_HEAD } from '@openwop-inspector/base';
import type { Request, SavedTextKind, SaveTextReply } from '@openwop-inspector/shell-contract';
import { fileErrorCode } from './file-problem.ts';
import type { Log } from './log.ts';
import { plainBytesName, plainFileName } from './plain-file-name.ts';
import { notSaved, saveProblem } from './save-problem.ts';
import { writeInOneStep } from './write-in-one-step.ts';

/** What a dialog begins with. */
export interface SaveProposal {
  /** A plain file name with its ending. */
  readonly name: string;
  /** `bytes`: whatever the ending of the name says. */
  readonly kind: SavedTextKind | 'bytes';
}

/**
 * Asks the person where to save. Gives the absolute path exactly as the dialog agreed on it, after the dialog's own
 * question when a file is there already; null when the person chose none.
 */
export type AskWhereToSave = (proposal: SaveProposal) => Promise<string | null>;

export const maxSavedTextBytes = 16 * 1024 * 1024;
export const maxSavedBytes = 64 * 1024 * 1024;

/** What is written: a text, bytes, or parts of such, of any length in all. */
export type SavedContent = string | Uint8Array | AsyncIterable<string | Uint8Array>;

/** Answers of the calls that save. */
export interface FileSaver {
  saveText(request: Request<'files/save-text'>): Promise<SaveTextReply>;
  saveBytes(request: Request<'files/save-bytes'>): Promise<SaveTextReply>;
  /** For what the shell itself makes; it is begun only when the person has chosen a place. */
  saveParts(suggestedName: string, make: () => AsyncIterable<string | Uint8Array>): Promise<SaveTextReply>;
}

/**
 * Creates the answers. The path comes from the dialog alone and is not changed after it, so that what is replaced is
 * what the person was asked about. One dialog at a time: a window cannot pile them up. What is saved is never opened.
 *
 * @param ask null where the shell has no dialog
 */
export function createFileSaver(ask: AskWhereToSave | null, platform: string, log: Log): FileSaver {
  let isAsking = false;

  async function save(proposal: SaveProposal, make: () => SavedContent): Promise<SaveTextReply> {
    if (ask === null) return notSaved('no-dialog', 'This shell saves no files itself.');
    if (isAsking) return notSaved('dialog-open', 'Another dialog asks already where to save.');
    isAsking = true;
    const path = await ask(proposal).finally(() => {
      isAsking = false;
    });
    if (path === null) return { saved: false, reason: 'cancelled' };
    return write(path, make(), platform, log);
  }

  return {
    async saveText({ suggestedName, text, kind }) {
      if (Buffer.byteLength(text) > maxSavedTextBytes)
        return notSaved(
          'too-large',
          `The text is larger than ${formatLimit(maxSavedTextBytes)} and was not saved.`,
        );
      // A page is opened by a browser: what could run in one is not written by this shell.
      if (kind === 'report' && !text.startsWith(INERT_PAGE_HEAD))
        return notSaved('not-written', 'This is no report: it was not saved.');
      return save({ name: plainFileName(suggestedName, kind), kind }, () => text);
    },
    async saveBytes({ suggestedName, bytes }) {
      if (bytes.length > maxSavedBytes)
        return notSaved(
          'too-large',
          `The content is larger than ${formatLimit(maxSavedBytes)} and was not saved.`,
        );
      return save({ name: plainBytesName(suggestedName), kind: 'bytes' }, () => bytes);
    },
    saveParts: (suggestedName, make) => save({ name: plainBytesName(suggestedName), kind: 'bytes' }, make),
  };
}

async function write(
  path: string,
  content: SavedContent,
  platform: string,
  log: Log,
): Promise<SaveTextReply> {
  try {
    const place = await placeToWrite(path);
    if (place === null) return notSaved('not-written', saveProblem(path, 'not-a-file').message);
    await writeInOneStep(place.path, content, { mode: place.mode, isFromOutside: platform === 'win32' });
    return { saved: true, name: basename(path) };
  } catch (error) {
    const code = fileErrorCode(error);
    log({ event: 'file-not-saved', code: code ?? 'unwritable' });
    const { reason, message } = saveProblem(path, code);
    return notSaved(reason, message);
  }
}

/**
 * A link stays a link, and a file that is replaced forbids what it forbade; null for what is no file, such as a device.
 * A file that may not be written is not replaced either, though its folder would let us. Nothing that is saved may be
 * run, not even in the place of a program.
 */
async function placeToWrite(path: string): Promise<{ readonly path: string; readonly mode: number } | null> {
  try {
    const real = await realpath(path);
    const status = await stat(real);
    if (!status.isFile()) return null;
    await access(real, constants.W_OK);
    return { path: real, mode: status.mode & 0o666 };
  } catch (error) {
    if (fileErrorCode(error) === 'ENOENT') return { path, mode: 0o666 };
    throw error;
  }
}
