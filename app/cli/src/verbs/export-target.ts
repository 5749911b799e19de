/** Where an export goes: a file that is in its place when it is whole, or standard output. */
import { open, rename, rm, stat } from 'node:fs/promises';
import type { MaskedText } from '@openwop-inspector/base';
import type { Terminal } from '../terminal/terminal.ts';
import { Refusal, remark, sayRefusal } from './complain.ts';

/** Takes what is written, in order. */
export interface ExportTarget {
  write(part: Uint8Array | MaskedText): Promise<void>;
  /** Puts what was written in its place. */
  keep(): Promise<void>;
  /** Leaves nothing of it. */
  drop(): Promise<void>;
}

/** Standard output, as a file of that name is for other commands. */
export const STANDARD_OUTPUT = '-';

/** The target. Rejects with a `Refusal` when nothing can be written there. */
export async function exportTarget(out: string, force: boolean, terminal: Terminal): Promise<ExportTarget> {
  if (out === STANDARD_OUTPUT)
    return {
      write: async (part) => {
        if (typeof part === 'string') await terminal.printJson(part);
      },
      keep: () => Promise.resolve(),
      drop: () => Promise.resolve(),
    };
  const there = await factsOf(out);
  if (there !== null && !force) throw new Refusal(`${out} is there already; --force writes over it`);
  if (there?.isFile() === false) throw new Refusal(`${out} is a folder or a device, and is not replaced`);
  // Two exports to one place do not write into each other.
  const part = `${out}.${process.pid}.part`;
  try {
    const handle = await open(part, 'w', 0o600);
    return {
      // Repeats until everything is written, which a single write need not do.
      write: (bytes) => handle.writeFile(bytes),
      keep: async () => {
        await handle.close();
        await rename(part, out);
      },
      drop: async () => {
        await handle.close().catch(() => undefined);
        await rm(part, { force: true });
      },
    };
  } catch (error) {
    throw writeRefusal(out, error);
  }
}

const factsOf = (path: string) => stat(path).catch(() => null);

/** Whether a log would be replaced by what is made of it, which is masked or cut. */
export async function isSource(source: string, out: string): Promise<boolean> {
  const [read, written] = [await factsOf(source), await factsOf(out)];
  return read !== null && read.dev === written?.dev && read.ino === written.ino;
}

/** Writes a text as a whole file, or to standard output, and says what it holds; false when it could not be written. */
export async function saveText(
  out: string,
  text: string,
  { what, force }: { readonly what: string; readonly force: boolean },
  terminal: Terminal,
): Promise<boolean> {
  try {
    await intoTarget(out, await exportTarget(out, force, terminal), async (target) => {
      await target.write(new TextEncoder().encode(text));
      return true;
    });
    remark(terminal, `${out} holds ${what}`);
    return true;
  } catch (error) {
    sayRefusal(error, terminal);
    return false;
  }
}

/** Puts what `work` writes in its place; leaves nothing of it when that is false or rejects. */
export async function intoTarget(
  out: string,
  target: ExportTarget,
  work: (target: ExportTarget) => Promise<boolean>,
): Promise<void> {
  try {
    await ((await work(target)) ? target.keep() : target.drop());
  } catch (error) {
    await target.drop();
    throw writeRefusal(out, error);
  }
}

/** What the system said of a file that could not be written, as a `Refusal`; any other error as it is. */
function writeRefusal(out: string, error: unknown): unknown {
  if (error instanceof Refusal || !(error instanceof Error && 'code' in error)) return error;
  if (typeof error.code !== 'string') return error;
  const why = error.code === 'ENOENT' ? 'its folder does not exist (ENOENT)' : error.code;
  return new Refusal(`${out} cannot be written: ${why}`);
}
