/** The built command, run in this process: its modules are loaded once, and no process is spawned. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import type { Ended, RunOptions } from './run-command-line.ts';
import { repository } from './scratch-folder.ts';

const entry = pathToFileURL(join(repository, 'dist', 'cli', 'index.mjs')).href;
/** Variables that affect output; those of the environment of the tests are ignored. */
const ignored = ['DISPLAY', 'WAYLAND_DISPLAY', 'COLUMNS', 'NO_COLOR', 'FORCE_COLOR'];
/** The import of the test runner would transform the built modules, which takes longer than a process. */
const importWithNode: (url: string) => Promise<unknown> = createRequire(import.meta.url)(
  './import-with-node.cjs',
);
let runs = 0;

/**
 * Evaluates the entry module of the built command again, with its own arguments, streams and environment in place of
 * those of this process. Not for commands that wait for a signal, whose output nobody reads, or that run elsewhere.
 */
export async function runInProcess(
  args: readonly string[],
  { stdin = '', env = {} }: Pick<RunOptions, 'stdin' | 'env'> = {},
): Promise<Ended> {
  const texts = { out: '', err: '' };
  const stream = (name: 'out' | 'err') => ({
    write(text: string) {
      texts[name] += text;
      return true;
    },
    on: () => undefined,
  });
  const own: Record<string | symbol, unknown> = {
    argv: [process.execPath, entry, ...args],
    env: { ...without(process.env, ignored), ...env },
    stdin: Readable.from(stdin.length === 0 ? [] : [Buffer.from(stdin)]),
    stdout: stream('out'),
    stderr: stream('err'),
    exitCode: undefined,
    on: () => undefined,
  };
  const real = process;
  const substitute = new Proxy(real, {
    get(target, name) {
      if (name in own) return own[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
    set(_, name, value) {
      own[name] = value;
      return true;
    },
  });
  vi.stubGlobal('process', substitute);
  try {
    await importWithNode(`${entry}?run=${++runs}`);
  } finally {
    vi.stubGlobal('process', real);
  }
  return { status: typeof own.exitCode === 'number' ? own.exitCode : null, ...texts };
}

function without(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));
}
