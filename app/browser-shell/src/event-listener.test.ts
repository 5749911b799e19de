import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createEventListener } from './event-stream.ts';

/** A listener that reads only on request; it is full after some bytes. */
function slowReader() {
  const response = new PassThrough({ highWaterMark: 8 });
  const listener = createEventListener(response);
  const read = async () => {
    const drained = response.writableNeedDrain
      ? new Promise<void>((resolve) => response.once('drain', () => resolve()))
      : Promise.resolve();
    let text = String(response.read() ?? '');
    await drained;
    text += String(response.read() ?? '');
    return text;
  };
  return { response, listener, read };
}

test('a reader that keeps up gets every frame', async () => {
  const { listener, read } = slowReader();
  listener.tell('live', 'a1,');
  listener.tell('live', 'a2,');
  expect(await read()).toBe('a1,a2,');
});

test('for a slow reader only the newest news of a session waits, and everything else in order', async () => {
  const { listener, read } = slowReader();
  listener.tell(null, 'first 8 bytes fill it,');
  listener.tell('live one', 'one 1,');
  listener.tell(null, 'opened,');
  listener.tell('live two', 'two 1,');
  listener.tell('live one', 'one 2,');
  listener.tell('live one', 'one 3,');
  listener.tell(null, 'opened again,');
  expect(await read()).toBe('first 8 bytes fill it,one 3,opened,two 1,opened again,');
});

test('a reader that reads nothing holds no memory without end', () => {
  const { response, listener } = slowReader();
  listener.tell(null, 'first 8 bytes fill it,');
  for (let i = 0; i < 10_000; i++) listener.tell('live one', `news ${i}`);
  expect(response.destroyed).toBe(false);
  for (let i = 0; i < 201; i++) listener.tell(null, `frame ${i}`);
  expect(response.destroyed).toBe(true);
});
