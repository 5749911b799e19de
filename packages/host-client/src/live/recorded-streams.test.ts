import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventsIn, rehearse } from '../../test/growing-log.ts';
import { type PlayedEvent, PlayedHost } from '../../test/played-host.ts';
import { type SseFrame, sseFrames } from '../sse/sse-frames.ts';

/** The recorded streams of all hosts, played to a session next to the JSON log of the same run. */
const root = join(import.meta.dirname, '../../../../testing/recordings');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => join(root, name));
const streams = files.filter((file) => /\/(?:live|sse)\.[^/]*\.sse$/.test(file));
const runs = files.filter(
  (file) => file.endsWith('/live.debug.sse') && existsSync(join(file, '../poll.json')),
);
const nameOf = (file: string): string => relative(root, file);
const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

function framesOf(bytes: Uint8Array, cuts: readonly number[]): readonly SseFrame[] {
  const frames: SseFrame[] = [];
  const reader = sseFrames({ onFrame: (frame) => frames.push(frame) });
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    reader.push(bytes.subarray(from, cut));
    from = cut;
  }
  reader.end();
  return frames;
}

describe('recorded streams, cut', () => {
  const contents = new Map(streams.map((file) => [readFileSync(file, 'latin1'), file]));
  const bytesOf = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const small = [...contents].filter(([text]) => text.length < 900);
  const large = [...contents].filter(([text]) => text.length >= 900);

  test('there are small and large ones of two hosts', () => {
    expect(small.length).toBeGreaterThan(20);
    expect(large.length).toBeGreaterThan(20);
  });

  test('the small ones are the same cut at every byte', () => {
    for (const [text, file] of small) {
      const bytes = bytesOf(text);
      const whole = JSON.stringify(framesOf(bytes, []));
      for (let at = 1; at < bytes.length; at++) {
        if (JSON.stringify(framesOf(bytes, [at])) !== whole) expect.fail(`${nameOf(file)} cut at ${at}`);
      }
    }
  });

  test('the large ones are the same cut at random', () => {
    for (const [text, file] of large) {
      const bytes = bytesOf(text);
      const whole = framesOf(bytes, []);
      const cuts = fc.uniqueArray(fc.integer({ min: 1, max: bytes.length - 1 }), { maxLength: 60 });
      fc.assert(
        fc.property(cuts, (places) => {
          expect(
            framesOf(
              bytes,
              places.sort((a, b) => a - b),
            ),
            nameOf(file),
          ).toEqual(whole);
        }),
        { numRuns: 4, seed: 7 },
      );
    }
  });
});

/** Losses of the in-memory host's stream (run-events 5.1): ids and payloads' names, keys of what is empty. */
function asInMemoryStream(event: PlayedEvent): Readonly<Record<string, unknown>> {
  const { eventId: _, sequence, payload, ...rest } = event;
  const isEmpty = payload === null || JSON.stringify(payload) === '{}';
  return { ...rest, seq: sequence, ...(isEmpty ? {} : { data: payload }) };
}

describe('recorded runs, played to a session', () => {
  test.each(runs.map((file) => [nameOf(file), file]))(
    '%s: the events of the JSON log, once each',
    async (name, file) => {
      const bytes = readFileSync(file);
      const streamed = framesOf(bytes, []).flatMap(({ data }): PlayedEvent[] => [JSON.parse(data)].flat());
      const polled: readonly PlayedEvent[] = json(join(file, '../poll.json')).events;
      // The log of the largest run was recorded up to the limit of one page.
      const events = [...polled, ...streamed.slice(polled.length)];
      const snapshot = join(file, '../snapshot.json');
      const status = existsSync(snapshot) ? json(snapshot).status : 'completed';
      const world = { log: [] as readonly PlayedEvent[], status: 'running' };
      const host = new PlayedHost({
        log: () => world.log,
        status: () => world.status,
        streams: [
          async (say) => {
            for (let at = 0; at < bytes.length; at += 97) say(bytes.subarray(at, at + 97));
            world.log = events;
            world.status = status;
          },
          () => new Promise(() => {}),
        ],
      });
      const rehearsal = rehearse(host);
      rehearsal.run.start();
      await rehearsal.time.pass(20_000);
      await rehearsal.time.until(rehearsal.run.detach());

      const lines = rehearsal.lines();
      expect(eventsIn(lines).map((event) => event.sequence ?? event.seq)).toEqual(
        events.map(({ sequence }) => sequence),
      );
      for (const [i, reported] of eventsIn(lines).entries())
        expect(reported, `event ${i}`).toMatchObject(maskedLike(events[i], reported));
      expect(rehearsal.run.status().ledger).toMatchObject({
        events: events.length,
        missing: 0,
        conflicting: 0,
        badFrames: 0,
      });

      const wanted = name.startsWith('in-memory') ? events.map(asInMemoryStream) : events;
      expect(streamed).toEqual(wanted.slice(0, streamed.length));
    },
  );
});

/** What a capture masks is compared by its beginning. */
function maskedLike(event: PlayedEvent | undefined, reported: Readonly<Record<string, unknown>>) {
  return JSON.stringify(reported).includes('…[masked:')
    ? { type: event?.type, sequence: event?.sequence }
    : { ...event };
}
