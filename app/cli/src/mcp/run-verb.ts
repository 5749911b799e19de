/** A verb of this command as a process of its own: what it prints, up to a limit of bytes and of time. */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

/** How a run of a verb ended. */
export type VerbRun =
  | {
      readonly kind: 'ended';
      /** Exit status; null for a process that something else killed. */
      readonly status: number | null;
      readonly out: string;
      /** The start of what it wrote to standard error. */
      readonly err: string;
    }
  | { readonly kind: 'stopped' }
  /** It printed more than is taken. */
  | { readonly kind: 'too-much' };

/** Bytes of standard output that are taken, and of standard error that are kept. */
const MAX_OUT = 64 * 1024 * 1024;
const MAX_ERR = 64 * 1024;
/** Milliseconds that a process has to clean up before it is killed. */
const GRACE_MS = 2000;

/**
 * Runs the built command with arguments. A process can be ended whatever it does, which an abort in our own could not
 * promise for content that is hostile, and what it needs of memory goes with it. Resolves when it is gone.
 */
export function runVerb(program: string, args: readonly string[], signal: AbortSignal): Promise<VerbRun> {
  if (signal.aborted) return Promise.resolve({ kind: 'stopped' });
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '' },
    windowsHide: true,
  });
  const end = ending(child);
  const out = gathered(child.stdout, MAX_OUT, end);
  const err = gathered(child.stderr, MAX_ERR);
  signal.addEventListener('abort', end, { once: true });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      signal.removeEventListener('abort', end);
      if (signal.aborted) resolve({ kind: 'stopped' });
      else if (out.isOver()) resolve({ kind: 'too-much' });
      else resolve({ kind: 'ended', status, out: out.text(), err: err.text() });
    });
  });
}

/** Asks a process to end, and makes it end when it does not. */
function ending(child: ChildProcess): () => void {
  return () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
    child.once('close', () => clearTimeout(timer));
  };
}

/** The start of a stream, of at most so many bytes; the rest is read and dropped. `onOver` is called once. */
function gathered(stream: Readable, most: number, onOver: () => void = () => undefined) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let isOver = false;
  stream.on('data', (chunk: Buffer) => {
    if (isOver) return;
    bytes += chunk.length;
    isOver = bytes > most;
    if (isOver) onOver();
    else chunks.push(chunk);
  });
  return { isOver: () => isOver, text: () => Buffer.concat(chunks).toString('utf8') };
}
