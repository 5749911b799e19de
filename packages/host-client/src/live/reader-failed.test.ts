import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backlog, endOf, eventsIn, rehearse } from '../../test/growing-log.ts';
import { PlayedHost, playedLog } from '../../test/played-host.ts';
import { captureLines } from '../capture/capture-writer.ts';
import { LedgerBook } from '../ledger/ledger.ts';

const log = playedLog(6);
const unhandled: unknown[] = [];
const note = (reason: unknown): void => {
  unhandled.push(reason);
};

beforeEach(() => {
  unhandled.length = 0;
  process.on('unhandledRejection', note);
});
afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 0));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
});

/** A host whose stream fails in our hands: its body was given to somebody else. */
function brokenHost(): PlayedHost {
  const host = new PlayedHost({
    log: () => log.slice(0, 4),
    status: () => 'running',
    streams: [backlog(log)],
  });
  const { openStream } = host;
  host.openStream = async (path, parts) => {
    const answer = await openStream.call(host, path, parts);
    if (path.endsWith('/events') && answer.ok) answer.value.body?.getReader();
    return answer;
  };
  return host;
}

test('a session whose reader throws ends by itself and says where; the others go on', async () => {
  const failing = rehearse(brokenHost());
  const other = rehearse(
    new PlayedHost({ log: () => log, status: () => 'completed', streams: [backlog(log)] }),
  );
  const status = await endOf(failing);
  expect(status).toMatchObject({
    state: 'ended',
    end: 'reader-failed',
    lastError: {
      code: 'reader_failed',
      message: 'The reader failed, at frame 0 of the stream, byte 0, after sequence 3 (TypeError).',
    },
    ledger: { verdict: 'not-known', words: '0 to 3, not known to be whole: the reader failed' },
  });
  expect(status.words).toContain('reader failed, at frame 0 of the stream');
  const lines = failing.lines();
  expect(eventsIn(lines)).toHaveLength(4);
  expect(lines.at(-1)).toMatchObject({
    capture: 'end',
    end: 'reader-failed',
    failedAt: 'frame 0 of the stream, byte 0, after sequence 3',
  });
  expect(await endOf(other)).toMatchObject({ end: 'run-ended', ledger: { verdict: 'complete' } });
});

test('what watches next to the stream and throws ends the session too, though the stream stays open', async () => {
  const host = new PlayedHost({
    log: () => log.slice(0, 4),
    status: () => 'running',
    streams: [() => new Promise(() => {})],
  });
  const { getJson } = host;
  let requested = 0;
  host.getJson = async (path, parts) => {
    if (++requested > 1) throw new RangeError('Maximum call stack size exceeded');
    return getJson.call(host, path, parts);
  };
  expect(await endOf(rehearse(host))).toMatchObject({
    end: 'reader-failed',
    lastError: { message: expect.stringMatching(/^The reader failed, at .*\(RangeError\)\.$/) },
  });
});

test('a fetch by hand that throws, and a listener that throws, end the session and reject nothing', async () => {
  const byHand = rehearse(brokenHost());
  byHand.run.start();
  await byHand.time.until(byHand.run.ended);
  await byHand.time.until(byHand.run.fetchMissing());
  expect(byHand.run.status().end).toBe('reader-failed');

  const reported = rehearse(
    new PlayedHost({ log: () => log, status: () => 'running', streams: [backlog(log)] }),
  );
  Object.defineProperty(reported.statuses, 'push', {
    value: () => {
      throw new Error('nobody listens');
    },
  });
  expect(await endOf(reported)).toMatchObject({ end: 'reader-failed' });
});

test('a session that failed can be begun again', async () => {
  const host = brokenHost();
  const rehearsal = rehearse(host);
  await endOf(rehearsal);
  const again = new PlayedHost({ log: () => log, status: () => 'completed', streams: [backlog(log)] });
  host.openStream = (path, parts) => again.openStream(path, parts);
  host.getJson = (path, parts) => again.getJson(path, parts);
  rehearsal.run.reconnectNow();
  await rehearsal.time.pass(1);
  const status = await rehearsal.time.until(rehearsal.run.ended);
  expect(status).toMatchObject({ end: 'run-ended', ledger: { verdict: 'complete', events: 6 } });
});

test('property: no line throws, whatever it is given; one that cannot be made says so (security S-14)', () => {
  const failing = captureLines(
    () => {
      throw new RangeError('Maximum call stack size exceeded');
    },
    () => {
      unwritten++;
    },
  );
  const plain = captureLines((text) => text);
  let unwritten = 0;
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.json()),
      fc.oneof(fc.integer(), fc.constant(Number.NaN)),
      (text, atMs) => {
        for (const lines of [failing, plain]) {
          const made = [
            lines.entry(text),
            lines.frame(text, text, atMs),
            lines.snapshot(text, text, atMs),
            lines.unread('bad-frame', text, atMs),
            lines.tooDeep(text, 513, atMs),
            lines.end({ end: null, ledger: new LedgerBook().answer(), leftOut: 0, failedAt: null }, atMs),
          ];
          for (const line of made) expect(line).not.toMatch(/[\r\n]/);
          if (lines === failing) for (const line of made) expect(JSON.parse(line).capture).toBe('unwritten');
        }
      },
    ),
    { numRuns: 200, seed: 5 },
  );
  expect(unwritten).toBe(200 * 6);
});
