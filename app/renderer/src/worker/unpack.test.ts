import { gzipSync } from 'node:zlib';
import { bytesSource } from '@openwop-inspector/run-log';
import { expect, test } from 'vitest';
import { Session } from './sessions.ts';

/** Less than 0.1 MB that unpack to 70 MB: more than the 64 MiB that need no confirmation. */
const line = (sequence: number) =>
  `${JSON.stringify({ eventId: `e${sequence}`, runId: 'r', type: 'log.appended', sequence, timestamp: '2026-05-18T10:00:00Z', payload: { message: 'x'.repeat(100_000) } })}\n`;
const bomb = gzipSync(Array.from({ length: 700 }, (_, sequence) => line(sequence)).join(''));

async function opened(answer: (session: Session) => void) {
  const session = new Session(bytesSource('bomb.gz', bomb), {});
  let questions = 0;
  session.askUnpack = () => {
    questions++;
    answer(session);
  };
  await session.log.loaded;
  const codes: readonly string[] = session.log.problemGroups().map(({ code }) => code);
  const { events } = session.log.index;
  await session.close();
  return { questions, events, isStopped: codes.includes('unpack_stopped') };
}

test('a load waits for the answer, and continues or stops by it', async () => {
  expect(await opened((session) => session.answerUnpack(2 ** 40))).toEqual({
    questions: 1,
    events: 700,
    isStopped: false,
  });
  const stopped = await opened((session) => queueMicrotask(() => session.answerUnpack(0)));
  expect(stopped).toMatchObject({ questions: 1, isStopped: true });
  expect(stopped.events).toBeGreaterThan(600);
});

test('a load that is cancelled while it waits ends', async () => {
  expect(await opened((session) => session.stop.abort())).toMatchObject({ questions: 1 });
});
