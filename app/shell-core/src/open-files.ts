import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { FileProblem, OpenedFile } from '@openwop-inspector/main/contract';
import { fileErrorCode, fileProblem } from './file-problem.ts';

/** A path after trying to open it. */
export type FileOpening =
  | { readonly kind: 'opened'; readonly file: OpenedFile }
  | { readonly kind: 'failed'; readonly problem: FileProblem };

/**
 * The files the window may read, each under an id that cannot be guessed. The window knows ids, never paths: this is
 * the one place that turns an id back into a path. Opening the same path twice gives two ids, so that closing one
 * session leaves the other readable.
 */
export interface OpenFiles {
  /** Checks that the path is a regular file that may be read; nothing of it is read yet. */
  open(path: string): Promise<FileOpening>;
  /** Unknown ids are ignored. */
  close(fileId: string): void;
  /** Absolute path, or null when the id was never given out or is closed. */
  pathOf(fileId: string): string | null;
}

/** Creates an empty set of open files. */
export function createOpenFiles(): OpenFiles {
  const paths = new Map<string, string>();
  return {
    async open(given) {
      const path = resolve(given);
      const looked = await lookAt(path);
      if (!looked.ok) return { kind: 'failed', problem: fileProblem(path, looked.code) };
      const fileId = randomBytes(16).toString('base64url');
      paths.set(fileId, path);
      const file = { fileId, name: basename(path), sizeBytes: looked.sizeBytes, url: `/file/${fileId}` };
      return { kind: 'opened', file };
    },
    close(fileId) {
      paths.delete(fileId);
    },
    pathOf(fileId) {
      return paths.get(fileId) ?? null;
    },
  };
}

async function lookAt(
  path: string,
): Promise<
  { readonly ok: true; readonly sizeBytes: number } | { readonly ok: false; readonly code: string | null }
> {
  try {
    const status = await stat(path);
    if (status.isDirectory()) return { ok: false, code: 'EISDIR' };
    // A pipe or device would block or never end.
    if (!status.isFile()) return { ok: false, code: 'not-a-file' };
    await access(path, constants.R_OK);
    return { ok: true, sizeBytes: status.size };
  } catch (error) {
    return { ok: false, code: fileErrorCode(error) };
  }
}
