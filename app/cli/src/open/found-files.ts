/** The files that arguments name: themselves, or what is in the folders that they are. */
import type { Dirent, Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatCount } from '@openwop-inspector/base';
import type { Terminal } from '../terminal/terminal.ts';
import { EXIT, type ExitStatus, fail, Refusal, remark, worse } from '../verbs/complain.ts';
import { STANDARD_INPUT, type Surroundings } from './open-log.ts';

/** A file to open. */
export interface FoundFile {
  readonly path: string;
  /** It was found in a folder, where other things may be next to the logs. */
  readonly isFromFolder: boolean;
}

/** Folders within folders, and files of one argument, that are inspected. */
const MAX_DEPTH = 16;
const MAX_FILES = 100_000;

const BY_NAME = new Intl.Collator('en', { numeric: true });

/**
 * The files of the arguments in their order, those of a folder by name. Links in a folder are not followed and names that
 * begin with a dot are left out. What a file is shows when it is opened, never by its name. Folders that could not be read or
 * hold nothing, and limits that were met, are remarked on.
 */
export async function foundFiles(paths: readonly string[], terminal: Terminal) {
  const files: FoundFile[] = [];
  const remarks: string[] = [];
  for (const path of paths) {
    const facts: Stats | null = path === STANDARD_INPUT ? null : await stat(path).catch(() => null);
    if (facts?.isDirectory() !== true) {
      files.push({ path, isFromFolder: false });
      continue;
    }
    const inside: string[] = [];
    await addFolder(path, 0, inside, remarks);
    if (inside.length === 0) remarks.push(`${path}: there is no file in this folder`);
    files.push(...inside.map((one) => ({ path: one, isFromFolder: true })));
  }
  for (const one of remarks) remark(terminal, one);
  return files;
}

async function addFolder(folder: string, depth: number, files: string[], remarks: string[]): Promise<void> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch {
    remarks.push(`${folder}: the folder cannot be read`);
    return;
  }
  entries.sort((a, b) => BY_NAME.compare(a.name, b.name));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.')) continue;
    if (files.length === MAX_FILES) {
      remarks.push(`${path} and what follows is left out: ${MAX_FILES} files are opened at most`);
      return;
    }
    if (entry.isFile()) files.push(path);
    else if (entry.isDirectory() && depth === MAX_DEPTH)
      remarks.push(`${path} is left out: it lies too deep`);
    else if (entry.isDirectory()) await addFolder(path, depth + 1, files, remarks);
  }
}

/** Visits the files of the arguments in their order, until the user stops. Says why one that was named is refused. */
export async function visitFiles(
  paths: readonly string[],
  { terminal, signal }: Surroundings,
  visit: (file: FoundFile, at: number, files: number) => Promise<void>,
) {
  const files = await foundFiles(paths, terminal);
  /** Files of folders that were refused: other things may be next to the logs. */
  const refused: string[] = [];
  /** Failed where there is no file, or one that was named was refused. */
  let status: ExitStatus = files.length === 0 ? EXIT.failed : EXIT.fine;
  let visited = 0;
  for (const file of files) {
    if (terminal.isClosed || signal.aborted) break;
    try {
      await visit(file, visited, files.length);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (file.isFromFolder) refused.push(file.path);
      else status = worse(status, fail(terminal, error.message, error.more));
    }
    visited++;
  }
  terminal.progress(null);
  return { status, files: files.length, visited, refused };
}

/** Files that become one list at most: each stays open. */
const MAX_LISTED = 1000;

/** The paths of files that are read as one list; empty when there is none. */
export async function filesOfOneList(paths: readonly string[], terminal: Terminal) {
  const files = await foundFiles(paths, terminal);
  if (files.length <= MAX_LISTED) return files.map(({ path }) => path);
  const [found, most] = [formatCount(files.length), formatCount(MAX_LISTED)];
  throw new Refusal(`${found} files are too many for one list, which takes ${most}`);
}
