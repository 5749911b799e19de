import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** Whoever is not the owner: group and others. */
const notTheOwner = 0o077;

/**
 * Makes a folder that its owner alone can look into; one that is there and open to others is closed to them. Windows
 * keeps the folders of a person to that person by itself. Throws the system's error.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (process.platform === 'win32') return;
  const { mode } = statSync(folder);
  if ((mode & notTheOwner) !== 0) chmodSync(folder, mode & 0o700);
}
