import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord, isVariableName } from '@openwop-inspector/base';
import { isOutsideAddress } from '@openwop-inspector/shell-core';

/** Parsed command-line arguments. */
export interface StartupArguments {
  /** Absolute paths, in order. */
  readonly files: readonly string[];
  /** Addresses of hosts and runs, and links to them, in order. */
  readonly addresses: readonly string[];
  /** Names of environment variables that may become tokens. */
  readonly tokenVariables: readonly string[];
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
 * managers do, as a `file:` address, or is the address of a host or a run. After `--` nothing is a switch. What is named
 * with `--token-env` and cannot be a variable is left out: it may be a token.
 */
export function readStartupArguments(
  argv: readonly string[],
  { runsFromPath, workingDirectory }: StartSurroundings,
): StartupArguments {
  const files: string[] = [];
  const addresses: string[] = [];
  const tokenVariables: string[] = [];
  let isNameNext = false;
  let smokeTest = false;
  let onlyFiles = false;
  let applicationPathSeen = !runsFromPath;
  for (const argument of argv.slice(1)) {
    const [, named] = /^--token-env=(.*)$/.exec(argument) ?? [];
    if (isNameNext) tokenVariables.push(argument);
    else if (!onlyFiles && argument === '--') onlyFiles = true;
    else if (!onlyFiles && named !== undefined) tokenVariables.push(named);
    else if (!onlyFiles && argument.startsWith('-')) smokeTest ||= argument === '--smoke-test';
    else if (!applicationPathSeen) applicationPathSeen = true;
    else if (isOutsideAddress(argument)) addresses.push(argument);
    else if (argument !== '') files.push(pathOf(argument, workingDirectory));
    isNameNext = !onlyFiles && !isNameNext && argument === '--token-env';
  }
  return { files, addresses, tokenVariables: tokenVariables.filter(isVariableName), smokeTest };
}

/** What a second start hands to the first. */
export type HandedOver = Pick<StartupArguments, 'files' | 'addresses'>;

/** Reads it: absolute paths and addresses, or nothing usable. */
export function readHandedOver(value: unknown): HandedOver {
  const given = isRecord(value) ? value : {};
  return {
    files: textsOf(given.files).filter((file) => isAbsolute(file)),
    addresses: textsOf(given.addresses).filter(isOutsideAddress),
  };
}

const mostHandedOver = 100;

function textsOf(value: unknown): readonly string[] {
  const given: readonly unknown[] = Array.isArray(value) ? value.slice(0, mostHandedOver) : [];
  return given.filter((item): item is string => typeof item === 'string');
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
