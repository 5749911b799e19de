/** Where an export goes: a file that is in its place when it is whole, or standard output. */
import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { MaskedText } from '@openwop-inspector/base';
import type { Terminal } from '../terminal/terminal.ts';
import { complain, remark } from './complain.ts';

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

/** The target, or why there is none. */
export async function exportTarget(
  out: string,
  force: boolean,
  terminal: Terminal,
): Promise<ExportTarget | { readonly why: string }> {
  if (out === STANDARD_OUTPUT) return standardOutput(terminal);
  if (existsSync(out) && !force) return { why: `${out} is there already; --force writes over it` };
  // Two exports to one place do not write into each other.
  const part = `${out}.${process.pid}.part`;
  try {
    return fileTarget(await open(part, 'w', 0o600), part, out);
  } catch (error) {
    return { why: whyNotWritten(out, error) ?? `${out} cannot be written` };
  }
}

/** Writes a text as a whole file, or to standard output, and says what it holds; false when it could not be written. */
export async function saveText(
  out: string,
  text: string,
  { what, force }: { readonly what: string; readonly force: boolean },
  terminal: Terminal,
): Promise<boolean> {
  const why = await writeWhole(out, text, force, terminal);
  if (why === null) remark(terminal, `${out} holds ${what}`);
  else complain(terminal, why);
  return why === null;
}

/** Why it was not written, in words; null when it was. */
async function writeWhole(
  out: string,
  text: string,
  force: boolean,
  terminal: Terminal,
): Promise<string | null> {
  const target = await exportTarget(out, force, terminal);
  if ('why' in target) return target.why;
  try {
    await target.write(new TextEncoder().encode(text));
    await target.keep();
    return null;
  } catch (error) {
    await target.drop();
    return whyNotWritten(out, error) ?? `${out} cannot be written`;
  }
}

/** What the system said of a file that could not be written; null for an error that is no such thing. */
export function whyNotWritten(out: string, error: unknown): string | null {
  if (!(error instanceof Error && 'code' in error)) return null;
  const { code } = error;
  return typeof code === 'string' ? `${out} cannot be written: ${code}` : null;
}

function standardOutput(terminal: Terminal): ExportTarget {
  return {
    write: async (part) => {
      if (typeof part === 'string') await terminal.printJson(part);
    },
    keep: () => Promise.resolve(),
    drop: () => Promise.resolve(),
  };
}

function fileTarget(handle: FileHandle, part: string, out: string): ExportTarget {
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
}
