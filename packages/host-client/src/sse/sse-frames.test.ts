import { describe, expect, test } from 'vitest';
import { type SseFrame, sseFrames } from './sse-frames.ts';

const encoder = new TextEncoder();

function read(chunks: readonly Uint8Array[], mostFrame?: number) {
  const frames: SseFrame[] = [];
  const told = { comments: 0, retries: [] as number[], tooLarge: 0 };
  const reader = sseFrames(
    {
      onFrame: (frame) => frames.push(frame),
      onComment: () => {
        told.comments++;
      },
      onRetry: (ms) => told.retries.push(ms),
      onTooLarge: () => {
        told.tooLarge++;
      },
    },
    mostFrame,
  );
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { frames, ...told };
}

const lines = (end: string) =>
  [
    '﻿: open',
    '',
    'retry: 1500',
    'id: 7',
    'event: a',
    'data: é🙂',
    'data',
    '',
    ':keepalive',
    '',
    'data:x',
    '',
    'id',
    'data: y',
    '',
    'data: cut',
  ].join(end);

describe('sseFrames (bundles-and-transport 6.2)', () => {
  test.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('the same frames wherever the bytes are cut, lines end with %s', (_name, end) => {
    const bytes = encoder.encode(lines(end));
    const expected = {
      frames: [
        { id: '7', event: 'a', data: 'é🙂\n' },
        { id: '7', event: 'message', data: 'x' },
        { id: '', event: 'message', data: 'y' },
      ],
      comments: 2,
      retries: [1500],
      tooLarge: 0,
    };
    for (let at = 0; at <= bytes.length; at++) {
      expect(read([bytes.subarray(0, at), bytes.subarray(at)]), `cut at ${at}`).toEqual(expected);
    }
    expect(read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
  });

  test('a frame that ends with CR is told before the next chunk comes', () => {
    const frames: SseFrame[] = [];
    const reader = sseFrames({ onFrame: (frame) => frames.push(frame) });
    reader.push(encoder.encode('data: x\r\n\r'));
    expect(frames).toHaveLength(1);
    reader.push(encoder.encode('\ndata: y\n\n'));
    expect(frames.map(({ data }) => data)).toEqual(['x', 'y']);
  });

  test.each(['\n', '\r\n', '\r'])(
    'a frame over the cap is passed over and the stream goes on; lines end with %j',
    (end) => {
      const text = `data: a${end}${end}data: ${'x'.repeat(300)}${end}data: more${end}${end}data: b${end}${end}`;
      const bytes = encoder.encode(text);
      for (const size of [1, 7, 50]) {
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
          bytes.subarray(i * size, i * size + size),
        );
        const { frames, tooLarge } = read(chunks, 100);
        expect([frames.map(({ data }) => data), tooLarge]).toEqual([['a', 'b'], 1]);
      }
    },
  );
});
