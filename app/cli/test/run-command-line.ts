import { type ChildProcessWithoutNullStreams, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repository } from './scratch-folder.ts';

/** The command as the user runs it from the repository. */
const command = join(repository, 'bin', 'openwop-inspector.mjs');

/** Builds `dist/cli` and the program of sessions when they are out of date. */
export async function buildCommandLine(): Promise<void> {
  await promisify(execFile)(process.execPath, [
    join(repository, 'scripts', 'build.mjs'),
    'live-session',
    'cli',
  ]);
}

/** How a run of the command ended. */
export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly stdin?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Another script to run in place of the repository's. */
  readonly script?: string;
}

/** Starts the command and leaves it running. Nothing of the environment of the tests decides about its output. */
export function start(args: readonly string[], options: RunOptions = {}): ChildProcessWithoutNullStreams {
  const {
    DISPLAY: _d,
    WAYLAND_DISPLAY: _w,
    COLUMNS: _c,
    NO_COLOR: _n,
    FORCE_COLOR: _f,
    ...env
  } = process.env;
  return spawn(process.execPath, [options.script ?? command, ...args], {
    cwd: options.cwd ?? repository,
    env: { ...env, ...options.env },
  });
}

/** Resolves when a started command has ended. */
export function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const texts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    texts.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    texts.err += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, ...texts }));
  });
}

/** Runs the command to its end. */
export function run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const child = start(args, options);
  // A command that refuses its arguments does not read what is sent to it.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.stdin ?? '');
  return ended(child);
}

/** Resolves with the first line that a started command prints. */
export function firstLine(child: ChildProcessWithoutNullStreams): Promise<string> {
  let text = '';
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.includes('\n')) resolve(text.split('\n', 1)[0] ?? '');
    });
    child.on('close', (status) => reject(new Error(`ended with ${status} before its first line`)));
  });
}
