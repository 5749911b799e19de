import { describe, expect, test } from 'vitest';
import { type SseFrame, sseFrames } from './sse-frames.ts';

const encoder = new TextEncoder();

function read(chunks: readonly Uint8Array[], mostFrame?: number) {
  const frames: SseFrame[] = [];
  const cut: string[] = [];
  const reported = { comments: 0, retries: [] as number[], tooLarge: 0, cut };
  const reader = sseFrames(
    {
      onFrame: (frame) => frames.push(frame),
      onComment: () => {
        reported.comments++;
      },
      onCutFrame: ({ data }) => cut.push(data),
      onRetry: (ms) => reported.retries.push(ms),
      onTooLarge: () => {
        reported.tooLarge++;
      },
    },
    mostFrame,
  );
  for (const chunk of chunks) reader.push(chunk);
  reader.end();
  return { frames, ...reported };
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
      cut: ['cut'],
      comments: 2,
      retries: [1500],
      tooLarge: 0,
    };
    for (let at = 0; at <= bytes.length; at++) {
      expect(read([bytes.subarray(0, at), bytes.subarray(at)]), `cut at ${at}`).toEqual(expected);
    }
    expect(read([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(expected);
  });

  test('a frame that ends with CR is reported before the next chunk arrives', () => {
    const frames: SseFrame[] = [];
    const reader = sseFrames({ onFrame: (frame) => frames.push(frame) });
    reader.push(encoder.encode('data: x\r\n\r'));
    expect(frames).toHaveLength(1);
    reader.push(encoder.encode('\ndata: y\n\n'));
    expect(frames.map(({ data }) => data)).toEqual(['x', 'y']);
  });

  test.each(['\n', '\r\n', '\r'])(
    'a frame over the cap is passed over and the stream continues; lines end with %j',
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

  test.each([
    ['lines that mean nothing', 'x\n', 0],
    ['a retry that is no number', 'retry:x\r', 0],
    ['comments', ':\r\n', 1_000_000],
    ['empty data', 'data:\n', 0],
  ])('a million tiny lines cost what their size says: %s', (_name, line, comments) => {
    const chunk = encoder.encode(line.repeat(10_000));
    const { frames, totals } = reportedOf([
      ...Array.from({ length: 100 }, () => chunk),
      encoder.encode('\n\ndata: x\n\n'),
    ]);
    expect(frames.at(-1)?.data).toBe('x');
    expect(totals.comments).toBe(comments);
  });

  test('an endless line is passed over once, however small its pieces', () => {
    const piece = encoder.encode('x'.repeat(100));
    const { frames, totals } = reportedOf(
      [
        encoder.encode('data: '),
        ...Array.from({ length: 200_000 }, () => piece),
        encoder.encode('\ndata: y\n\ndata: z\n\n'),
      ],
      1_000_000,
    );
    expect([frames.map(({ data }) => data), totals.tooLarge]).toEqual([['z'], 1]);
  });

  test('a frame over the cap that comes in one piece is passed over as well', () => {
    const text = `data: a\n\ndata: ${'x'.repeat(300)}\n\nid: 7\ndata: b\n\n`;
    expect(reportedOf([encoder.encode(text)], 100).frames).toEqual([
      { id: '', event: 'message', data: 'a' },
      { id: '7', event: 'message', data: 'b' },
    ]);
  });
});

function reportedOf(chunks: readonly Uint8Array[], mostFrame?: number) {
  const { frames, ...totals } = read(chunks, mostFrame);
  return { frames, totals };
}
