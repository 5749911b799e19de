import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { type ByteSource, SourceError } from '../source/byte-source.ts';

/**
 * Opens a file that something else is still writing. It may be read up to its size at opening, then up to what `growTo`
 * was told; bytes once written must not change. Rejects with a `SourceError` when it cannot be opened.
 */
export async function openGrowingFile(
  path: string,
): Promise<ByteSource & Required<Pick<ByteSource, 'growTo'>>> {
  const name = basename(path);
  const handle = await open(path, 'r').catch(() => {
    throw new SourceError('source_unreadable', `${name} could not be opened`);
  });
  let size = (await handle.stat()).size;
  return {
    name,
    origin: 'file',
    get sizeBytes() {
      return size;
    },
    growTo(next) {
      size = Math.max(size, next);
    },
    async read(offset, length) {
      const out = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      let done = 0;
      while (done < out.length) {
        const { bytesRead } = await handle.read(out, done, out.length - done, offset + done);
        if (bytesRead === 0) break;
        done += bytesRead;
      }
      return out.subarray(0, done);
    },
    close: () => handle.close(),
  };
}
