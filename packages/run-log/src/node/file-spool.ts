import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scalarText } from '@openwop-inspector/protocol';
import { SourceError } from '../source/byte-source.ts';
import type { Spool } from '../source/gzip.ts';

/** A spool in a temporary file that is removed when it is closed. */
export async function fileSpool(): Promise<Spool> {
  const folder = await mkdtemp(join(tmpdir(), 'openwop-inspector-'));
  const handle = await open(join(folder, 'spool'), 'w+', 0o600);
  let size = 0;
  return {
    async append(bytes) {
      try {
        let done = 0;
        while (done < bytes.length) {
          const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, size + done);
          done += bytesWritten;
        }
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? scalarText(error.code) : 'unknown error';
        throw new SourceError('source_unreadable', `No room to unpack the file (${code})`);
      }
      size += bytes.length;
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
    async close() {
      await handle.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
