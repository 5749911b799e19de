/** The files of a folder that was dropped or chosen, by path. */
import { formatCount } from '@openwop-inspector/base';
import { plainLine } from '@openwop-inspector/protocol';
import type { OneFile } from '../../worker/sessions.ts';

/** A folder with what is opened of it. */
export interface DroppedFolder {
  readonly name: string;
  readonly files: readonly OneFile[];
  /** Messages about omitted files. */
  readonly remarks: readonly string[];
}

/** Files of one folder, and folders within folders, that are read: as many as the command line takes of one log. */
const MAX_FILES = 20_000;
const MAX_DEPTH = 16;

const BY_NAME = new Intl.Collator('en', { numeric: true });

/** A file with its path in the folder. */
interface PathFile {
  readonly path: string;
  readonly file: File;
}

/** The files that an input element gave for a folder. */
export function pickedFolder(files: readonly File[]): DroppedFolder {
  const name = files[0]?.webkitRelativePath.split('/')[0] ?? '';
  const inside = files.map((file) => ({ path: file.webkitRelativePath.slice(name.length + 1), file }));
  return folderOf(name === '' ? 'Folder' : name, inside, []);
}

/** Walks a folder that was dropped. Never rejects: what cannot be read is among the remarks. */
export async function filesOfFolder(folder: FileSystemDirectoryEntry): Promise<DroppedFolder> {
  const found: PathFile[] = [];
  const remarks: string[] = [];
  const open: { readonly entry: FileSystemDirectoryEntry; readonly path: string; readonly depth: number }[] =
    [{ entry: folder, path: '', depth: 0 }];
  for (let next = open.pop(); next !== undefined && found.length <= MAX_FILES; next = open.pop()) {
    const { path, depth } = next;
    const entries = await entriesOf(next.entry).catch(() => null);
    if (entries === null) remarks.push(`${path === '' ? 'The folder' : plainLine(path)} cannot be read.`);
    const take = async (entry: FileSystemEntry): Promise<void> => {
      const place = path === '' ? entry.name : `${path}/${entry.name}`;
      if (isDirectory(entry)) {
        if (depth < MAX_DEPTH) open.push({ entry, path: place, depth: depth + 1 });
        else remarks.push(`${plainLine(place)} is left out: it lies too deep.`);
      } else if (isFile(entry)) {
        const opened = new Promise<File>((resolve, reject) => entry.file(resolve, reject));
        const file = await opened.catch(() => null);
        if (file === null) remarks.push(`${plainLine(place)} cannot be read.`);
        else found.push({ path: place, file });
      }
    };
    // Sequentially, many small files take seconds.
    await Promise.all((entries ?? []).map(take));
  }
  return folderOf(folder.name, found, remarks);
}

/** In order of their paths, without what is hidden. */
function folderOf(name: string, found: readonly PathFile[], remarks: readonly string[]): DroppedFolder {
  const displayed = found.filter(({ path }) => !path.split('/').some((part) => part.startsWith('.')));
  displayed.sort((a, b) => BY_NAME.compare(a.path, b.path));
  const files = displayed
    .slice(0, MAX_FILES)
    .map(({ path, file }) => ({ kind: 'file', file, path }) as const);
  const isCut = displayed.length > MAX_FILES;
  const cut = `${formatCount(MAX_FILES)} files are opened at most; the others are left out.`;
  return { name: plainLine(name), files, remarks: isCut ? [...remarks, cut] : remarks };
}

/** A reader gives some entries at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}

export const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
