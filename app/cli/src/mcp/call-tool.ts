/** One call of a tool: its paths are found, its verb runs, and as much of the document as fits is the answer. */

import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import {
  countOf,
  joinMasked,
  jsonOf,
  type MaskedText,
  masker,
  recordOr,
  words,
} from '@openwop-inspector/base';
import { EXIT } from '../exit-status.ts';
import { COMMAND } from '../verbs/complain.ts';
import { pagedMembers } from './paged-answer.ts';
import { findInside, type Root } from './roots.ts';
import { commandLineOf, type GivenArguments, textsOf } from './tool-arguments.ts';
import { type Tool, USUAL_LIMIT } from './tools.ts';

/** Bytes of standard output that are taken, and of standard error that are kept. */
const MAX_OUT = 64 * 1024 * 1024;

const MAX_ERR = 64 * 1024;

/** Milliseconds that a process has to clean up before it is killed. */
const GRACE_MS = 2000;

/** What calls work with. */
export interface CallMeans {
  readonly roots: readonly Root[];
  /** The built command. */
  readonly program: string;
  /** Options of the start that each verb gets: limits of memory and of unpacking. */
  readonly options: readonly string[];
  readonly timeLimitMs: number;
}

/** An answer, and whether it says why there is none. */
export type ToolAnswer = ReturnType<typeof refusal>;

/** Messages of a verb that are handed on, and the length of each. */
const MAX_MESSAGES = 10;
const MAX_MESSAGE = 400;

/**
 * Calls a tool whose arguments have been checked. `cancelled` is the client's; the time limit is ours. What cannot be
 * done is an answer too, with `isError`.
 */
export async function callTool(
  tool: Tool,
  value: unknown,
  means: CallMeans,
  cancelled: AbortSignal,
): Promise<ToolAnswer> {
  const found = await withPaths(tool, recordOr(value), means.roots);
  if (!found.ok) return refusal(found.message);
  const { given } = found;
  const number = (name: string, absent: number): number => Number(given[name] ?? absent);
  const rows = { offset: number('offset', 0), limit: number('limit', USUAL_LIMIT) };
  const { options, operands } = commandLineOf(tool.arguments, given);
  const limit = AbortSignal.timeout(means.timeLimitMs);
  const always = [...tool.options(rows), ...means.options, '--json'];
  const args = [tool.name, ...options, ...always, '--', ...operands];
  const run = await runVerb(means.program, args, AbortSignal.any([cancelled, limit]));
  if (run.kind === 'stopped')
    return refusal(
      cancelled.aborted
        ? 'the call was cancelled'
        : `the call took longer than ${means.timeLimitMs / 1000} s and was stopped; --time-limit at the start of the server allows more`,
    );
  if (run.kind === 'too-much')
    return refusal('the whole answer is too large; ask for less: one file, one event, a filter');
  const { status, out, err } = run;
  const head = words`"contentTrust":"untrusted","status":${status ?? EXIT.failed},"messages":[${messagesOf(err)}]`;
  if (out.trim() === '' || status === null) return { text: words`{${head}}`, isError: true };
  const asked = { rows: tool.paging === null ? null : rows, textOffset: number('textOffset', 0) };
  const printed = { json: out, ...(tool.paging ?? { isCut: false, totalOf: null }) };
  return { text: words`{${head},${pagedMembers(printed, asked)}}`, isError: false };
}

/** An answer that says why there is none. */
export function refusal(message: string) {
  return { text: jsonOf({ status: EXIT.failed, messages: [masker.text(message)] }), isError: true };
}

type WithPaths =
  | { readonly ok: true; readonly given: GivenArguments }
  | { readonly ok: false; readonly message: string };

/** Every argument that names files, with the real paths; nothing was opened. */
async function withPaths(tool: Tool, given: GivenArguments, roots: readonly Root[]): Promise<WithPaths> {
  const real: Record<string, unknown> = {};
  for (const [name, { names }] of Object.entries(tool.arguments)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    if (value === undefined && names === 'paths') real[name] = roots.map((root) => root.real);
    if (value === undefined || names === undefined) continue;
    const paths: string[] = [];
    for (const path of textsOf(value)) {
      const found = await findInside(roots, path);
      if (!found.ok) return found;
      if (names === 'file' && found.isFolder)
        return {
          ok: false,
          message: `${name} is a folder and takes a file; the tool runs lists those in it`,
        };
      paths.push(found.path);
    }
    real[name] = paths;
  }
  return { ok: true, given: { ...given, ...real } };
}

/** What a verb said on standard error, as the items of a JSON array. */
function messagesOf(err: string): MaskedText {
  const lines = err.split('\n').filter((line) => line.trim() !== '');
  const shown = lines.slice(0, MAX_MESSAGES).map((line) => {
    const said = line.startsWith(`${COMMAND}: `) ? line.slice(COMMAND.length + 2) : line;
    return masker.text(said.length > MAX_MESSAGE ? `${said.slice(0, MAX_MESSAGE)}…` : said);
  });
  const more = lines.length - shown.length;
  const rest = more > 0 ? [masker.text(`and ${countOf(more, 'more line')}`)] : [];
  return joinMasked(
    [...shown, ...rest].map((text) => jsonOf(text)),
    ',',
  );
}

/** How a run of a verb ended. */
type VerbRun =
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
