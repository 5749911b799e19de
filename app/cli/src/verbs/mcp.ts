import { join } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { version } from '../../../../package.json';
import { EXIT, type ExitStatus } from '../exit-status.ts';
import { createServer } from '../mcp/create-server.ts';
import { type Root, readRoot, rootWords } from '../mcp/roots.ts';
import { terminalStream } from '../mcp/terminal-stream.ts';
import type { VerbMeans } from '../verb.ts';
import { complain, remark } from './complain.ts';

export interface McpOptions {
  /** Seconds that a call may take. */
  readonly timeLimit: number;
}

/**
 * `mcp PATH…`: a Model Context Protocol server on standard input and output, until the client closes or Ctrl-C. 2 when a
 * path is no file and no folder: a server that reads less than was named would mislead.
 */
export async function mcp(
  paths: readonly string[],
  { timeLimit }: McpOptions,
  means: VerbMeans,
): Promise<ExitStatus> {
  const { terminal, stdin, signal } = means;
  const roots = await readRoots(paths, means);
  if (roots === null) return EXIT.failed;
  const program = join(means.installation, 'dist', 'cli', 'index.mjs');
  const timeLimitMs = Math.max(1, timeLimit) * 1000;
  const server = createServer({ roots, program, options: limitOptions(means), timeLimitMs }, version);
  server.onerror = (error) => complain(terminal, error.message);
  const ended = untilEnd(means);
  const closed = new Promise<void>((resolve) => {
    server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport(stdin, terminalStream(terminal)));
  remark(terminal, `reads ${rootWords(roots)}, and nothing else; a client speaks to it on standard input`);
  await Promise.race([ended, closed]);
  await server.close();
  if (!signal.aborted) stdin.destroy();
  return EXIT.fine;
}

/** Null when one cannot be read, which has been said. */
async function readRoots(
  paths: readonly string[],
  { terminal }: Pick<VerbMeans, 'terminal'>,
): Promise<readonly Root[] | null> {
  const roots: Root[] = [];
  for (const path of paths) {
    const root = await readRoot(path);
    if (root !== null) roots.push(root);
    else complain(terminal, `${path}: there is no file or folder of this name that can be read`);
  }
  return roots.length === paths.length ? roots : null;
}

/** The limits of reading that were named at the start, for the verbs. */
function limitOptions({ unpackLimit = null, memory = null }: VerbMeans): readonly string[] {
  return [
    ...(unpackLimit === null ? [] : [`--unpack-limit=${unpackLimit}`]),
    ...(memory === null ? [] : [`--memory=${memory}`]),
  ];
}

/** Resolves when the client has closed standard input, or when the process is to end. */
function untilEnd({ stdin, signal }: VerbMeans): Promise<void> {
  return new Promise((resolve) => {
    stdin.once('end', resolve);
    stdin.once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
}
