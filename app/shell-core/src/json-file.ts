import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileErrorCode } from './file-problem.ts';
import { makePrivateFolder } from './private-folder.ts';
import { writeInOneStep } from './write-in-one-step.ts';

/** A small JSON file of ours after reading. `unusable` says why by a code, never by content. */
export type JsonReading =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unusable'; readonly code: string };

/** Reads a JSON file of at most `maxBytes`. Never throws for what is on the disk. */
export async function readJsonFile(path: string, maxBytes: number): Promise<JsonReading> {
  try {
    if ((await stat(path)).size > maxBytes) return { kind: 'unusable', code: 'too-large' };
    return { kind: 'read', value: JSON.parse(await readFile(path, 'utf8')) };
  } catch (error) {
    const code = fileErrorCode(error);
    if (code === 'ENOENT') return { kind: 'missing' };
    return { kind: 'unusable', code: error instanceof SyntaxError ? 'not-json' : (code ?? 'unreadable') };
  }
}

/** What became of a write; a value too large for its file is refused before anything is touched. */
export type JsonWriting = { readonly kind: 'written' } | { readonly kind: 'failed'; readonly code: string };

/** Writes a JSON file in one step, and its folder where there is none. Readable by its owner alone. */
export async function writeJsonFile(path: string, value: unknown, maxBytes: number): Promise<JsonWriting> {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (Buffer.byteLength(text) > maxBytes) return { kind: 'failed', code: 'too-large' };
  try {
    makePrivateFolder(dirname(path));
    await writeInOneStep(path, text, { mode: 0o600 });
    return { kind: 'written' };
  } catch (error) {
    return { kind: 'failed', code: fileErrorCode(error) ?? 'unwritable' };
  }
}
