import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileErrorCode } from './file-problem.ts';

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

/**
 * Writes a JSON file in one step: into a file beside it that then takes its place, so a crash leaves the old or the
 * new content, never half of one. Readable by its owner alone.
 */
export async function writeJsonFile(path: string, value: unknown, maxBytes: number): Promise<JsonWriting> {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (Buffer.byteLength(text) > maxBytes) return { kind: 'failed', code: 'too-large' };
  const beside = `${path}.${randomBytes(6).toString('hex')}.new`;
  try {
    await mkdir(dirname(path), { recursive: true });
    const handle = await open(beside, 'wx', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
      await handle.close();
      await rename(beside, path);
    } catch (error) {
      await handle.close();
      await rm(beside, { force: true });
      throw error;
    }
    return { kind: 'written' };
  } catch (error) {
    return { kind: 'failed', code: fileErrorCode(error) ?? 'unwritable' };
  }
}
