import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** Whoever is not the owner: group and others. */
const notTheOwner = 0o077;

/** Makes a folder that its owner alone can look into; one that is there is closed to others. Throws the system's error. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeFolderToOthers(folder);
}

/**
 * Closes a folder to everybody but its owner; one that is not there is fine. Windows keeps the folders of the user to
 * that person by itself. Throws the system's error.
 */
export function closeFolderToOthers(folder: string): void {
  if (process.platform === 'win32') return;
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found !== undefined && (found.mode & notTheOwner) !== 0) chmodSync(folder, found.mode & 0o700);
}
