import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** What a start was asked to do. */
export interface StartupArguments {
  /** Absolute paths, in order. */
  readonly files: readonly string[];
  /** Show no window, check that the application works, say so on standard output, end. */
  readonly smokeTest: boolean;
}

export interface StartSurroundings {
  /** True when Electron runs the application from a path given to it, which then is an argument too. */
  readonly runsFromPath: boolean;
  readonly workingDirectory: string;
}

/**
 * Reads the arguments of a start. Switches are left to Chromium; everything else names a file, as a path or, as file
 * managers do, as a `file:` address. After `--` everything is a file.
 */
export function readStartupArguments(
  argv: readonly string[],
  { runsFromPath, workingDirectory }: StartSurroundings,
): StartupArguments {
  const files: string[] = [];
  let smokeTest = false;
  let onlyFiles = false;
  let applicationPathSeen = !runsFromPath;
  for (const argument of argv.slice(1)) {
    if (!onlyFiles && argument === '--') onlyFiles = true;
    else if (!onlyFiles && argument.startsWith('-')) smokeTest ||= argument === '--smoke-test';
    else if (!applicationPathSeen) applicationPathSeen = true;
    else if (argument !== '') files.push(pathOf(argument, workingDirectory));
  }
  return { files, smokeTest };
}

/** What a second start hands to the first: a list of absolute paths, or nothing usable. */
export function readHandedFiles(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null || !('files' in value) || !Array.isArray(value.files))
    return [];
  const files: readonly unknown[] = value.files;
  return files.filter((file): file is string => typeof file === 'string' && isAbsolute(file)).slice(0, 100);
}

function pathOf(argument: string, workingDirectory: string): string {
  if (!argument.startsWith('file:')) return resolve(workingDirectory, argument);
  try {
    return fileURLToPath(argument);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof URIError)) throw error;
    return resolve(workingDirectory, argument);
  }
}
