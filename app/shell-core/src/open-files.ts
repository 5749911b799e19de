import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { cutMasked, type MaskedText, masker, words } from '@openwop-inspector/base';
import { fileErrorCode } from '@openwop-inspector/host-client/node';
import { plainLine } from '@openwop-inspector/protocol';
import type { FileProblem, OpenedFile } from '@openwop-inspector/shell-contract';

export { fileErrorCode };

/** Why a file could not be opened, in words that name the file and never the folder it is in. */
export function fileProblem(path: string, code: string | null): FileProblem {
  const name = masker.text(plainLine(basename(path)));
  return { name, message: messageFor(name, code) };
}

function messageFor(name: MaskedText, code: string | null): MaskedText {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return words`There is no file ${name} at that place. It may have been moved or deleted.`;
    case 'EACCES':
    case 'EPERM':
      return words`${name} may not be read: you have no permission for it.`;
    case 'EISDIR':
      return words`${name} is a folder. Open a file inside it.`;
    case 'ENAMETOOLONG':
      return words`The name of ${cutMasked(name, 41)} is too long for this system.`;
    case 'EMFILE':
    case 'ENFILE':
      return words`${name} cannot be opened because too many files are open. Close some and try again.`;
    case 'not-a-file':
      return words`${name} is not a regular file but a device, pipe or socket.`;
    default:
      return words`${name} cannot be opened${code === null ? words`` : words` (${masker.text(code)})`}.`;
  }
}

/** A path after trying to open it. */
type FileOpening =
  | { readonly kind: 'opened'; readonly file: OpenedFile }
  | { readonly kind: 'failed'; readonly problem: FileProblem };

/**
 * The files the window may read, each under an id that cannot be guessed. The window knows ids, never paths: this is
 * the one place that turns an id back into a path. Opening the same path twice gives two ids, so that closing one
 * session leaves the other readable.
 */
export type OpenFiles = ReturnType<typeof createOpenFiles>;

/** What is reported of a file while it grows: a size that ends with a whole line, and one ETag as long as it is open. */
export interface Growth {
  readonly sizeBytes: number;
  readonly etag: string;
}

/** Creates an empty set of open files. */
export function createOpenFiles() {
  const paths = new Map<string, string>();
  const growing = new Map<string, () => number>();
  const take = (path: string): string => {
    const fileId = randomBytes(16).toString('base64url');
    paths.set(fileId, path);
    return fileId;
  };
  return {
    /** Checks that the path is a regular file that may be read; nothing of it is read yet. */
    async open(given: string): Promise<FileOpening> {
      const path = resolve(given);
      const looked = await lookAt(path);
      if ('code' in looked) return { kind: 'failed', problem: fileProblem(path, looked.code) };
      return { kind: 'opened', file: asOpened(take(path), plainLine(basename(path)), looked.sizeBytes) };
    },
    /** Opens a file of ours that only grows. `name` is what the window shows; the file's own name says nothing. */
    openGrowing(path: string, name: string, sizeNow: () => number): OpenedFile {
      const fileId = take(path);
      growing.set(fileId, sizeNow);
      return asOpened(fileId, plainLine(name), sizeNow());
    },
    /** Unknown ids are ignored. */
    close(fileId: string): void {
      paths.delete(fileId);
      growing.delete(fileId);
    },
    /** Absolute path, or null when the id was never given out or is closed. */
    pathOf(fileId: string): string | null {
      return paths.get(fileId) ?? null;
    },
    /** How far a growing file may be read now; null for every other one. */
    growthOf(fileId: string): Growth | null {
      const sizeNow = growing.get(fileId);
      return sizeNow === undefined ? null : { sizeBytes: sizeNow(), etag: `"growing-${fileId}"` };
    },
  };
}

const asOpened = (fileId: string, name: string, sizeBytes: number): OpenedFile => ({
  fileId,
  name,
  sizeBytes,
  url: `/file/${fileId}`,
  recentId: null,
});

async function lookAt(path: string): Promise<{ sizeBytes: number } | { code: string | null }> {
  try {
    const status = await stat(path);
    if (status.isDirectory()) return { code: 'EISDIR' };
    // A pipe or device would block or never end.
    if (!status.isFile()) return { code: 'not-a-file' };
    await access(path, constants.R_OK);
    return { sizeBytes: status.size };
  } catch (error) {
    return { code: fileErrorCode(error) };
  }
}
