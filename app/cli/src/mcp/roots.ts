/** The files and folders that were named at the start, and the one way from a path of a client to a file that is opened. */
import { realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { someOf } from '@openwop-inspector/base';
import { Refusal } from '../verbs/complain.ts';

/** A file or folder that may be read, with what is below it. */
export interface Root {
  /** As it was named, made absolute. */
  readonly named: string;
  /** The same without symbolic links. */
  readonly real: string;
  readonly isFolder: boolean;
}

/** The root of a path, or null when it is no file and no folder, or cannot be inspected. */
export async function readRoot(path: string): Promise<Root | null> {
  const named = resolve(path);
  const found = await lookAt(named);
  return found === null ? null : { named, ...found };
}

/** Longest path that is inspected. */
const MAX_PATH = 4096;

/**
 * Finds what a client means by a path: absolute inside a root, or relative to one. A path that is outside as it is written
 * never reaches the file system, and one that leads out by a link is refused in the words for one that is not there, so that
 * nothing is learnt about files outside. What is neither a plain file nor a folder is refused as well. Rejects with a
 * `Refusal`, which names what is allowed.
 */
export async function findInside(roots: readonly Root[], given: string) {
  const why = whyRefused(given);
  if (why !== null) throw refused(roots, given, why);
  const path = resolve(given);
  const candidates = roots.flatMap(({ named, real, isFolder }) => {
    if (isAbsolute(given)) return isInside(path, named) || isInside(path, real) ? [path] : [];
    if (isFolder) return [join(real, given)];
    return given === basename(named) ? [real] : [];
  });
  const found = new Map<string, boolean>();
  for (const candidate of candidates) {
    const one = await lookAt(candidate);
    if (one !== null && roots.some(({ real }) => isInside(one.real, real))) found.set(one.real, one.isFolder);
  }
  const [first, second] = found;
  if (first === undefined) throw refused(roots, given, 'it is no file or folder inside what may be read');
  if (second !== undefined) throw refused(roots, given, 'it is in several of the folders, so name it whole');
  return { path: first[0], isFolder: first[1] };
}

/** What may be read, in words: the first paths, and how many more there are. */
export function rootText(roots: readonly Root[]): string {
  return someOf(
    roots.map(({ named }) => named),
    MAX_LISTED,
  );
}

const MAX_LISTED = 20;

/** Why a path is refused as it is written. */
function whyRefused(given: string): string | null {
  if (given === '' || given.includes('\0')) return 'it is no path';
  if (given.length > MAX_PATH) return 'it is too long';
  if (/^[a-z][a-z\d+.-]+:\/|^(?:file|data):/i.test(given)) return 'it is an address; no host is contacted';
  if (given.split(/[\\/]/).includes('..')) return 'it has ".." in it';
  return null;
}

function refused(roots: readonly Root[], given: string, why: string): Refusal {
  const displayed = given.length > 200 ? `${given.slice(0, 200)}…` : given;
  return new Refusal(`${JSON.stringify(displayed)}: ${why}. What may be read: ${rootText(roots)}`);
}

/** By the parts of the paths: `/logs-old` is not inside of `/logs`. */
function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Devices, pipes and sockets are no files here: they may never end. */
async function lookAt(path: string): Promise<{ readonly real: string; readonly isFolder: boolean } | null> {
  try {
    const real = await realpath(path);
    const facts = await stat(real);
    return facts.isFile() || facts.isDirectory() ? { real, isFolder: facts.isDirectory() } : null;
  } catch {
    return null;
  }
}
