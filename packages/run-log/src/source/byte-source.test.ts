import { describe, expect, it } from 'vitest';
import { growingSource, rangeSource } from './byte-source.ts';

const size = 4096;

/** A server of `size` bytes that counts the bodies which were neither read to their end nor cancelled. */
function server(answer: (request: number) => { readonly status: number; readonly etag: string }) {
  let requests = 0;
  let open = 0;
  return {
    get open() {
      return open;
    },
    ask: () => {
      const { status, etag } = answer(requests++);
      open++;
      const body = new ReadableStream<Uint8Array>(
        {
          pull(controller) {
            open--;
            controller.enqueue(new Uint8Array(size));
            controller.close();
          },
          cancel: () => void open--,
        },
        { highWaterMark: 0 },
      );
      return Promise.resolve(new Response(body, { status, headers: { ETag: etag } }));
    },
  };
}

const refusals = [
  { why: 'the file was changed', answer: { status: 206, etag: 'b' }, code: 'source_changed' },
  { why: 'the file vanished', answer: { status: 404, etag: 'a' }, code: 'source_vanished' },
  { why: 'the file became shorter', answer: { status: 416, etag: 'a' }, code: 'source_changed' },
  { why: 'the shell refuses', answer: { status: 403, etag: 'a' }, code: 'source_unreadable' },
] as const;

describe('an answer that is refused gives its connection back', () => {
  for (const { why, answer, code } of refusals) {
    it.each([
      ['of a file', rangeSource],
      ['of a file that grows', growingSource],
    ] as const)(`${why}, %s`, async (_name, sourceOf) => {
      const host = server((request) => (request === 0 ? { status: 206, etag: 'a' } : answer));
      const source = sourceOf('run.ndjson', '/bytes', size, host.ask);
      await source.read(0, 16);
      await expect(source.read(1024, 16)).rejects.toMatchObject({ code });
      expect(host.open).toBe(0);
      await source.close?.();
    });
  }
});
