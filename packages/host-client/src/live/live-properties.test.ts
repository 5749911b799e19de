import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backlog, endOf, eventsIn, growingLog, never, rehearse } from '../../test/growing-log.ts';
import { frameOf, type PlayedEvent, PlayedHost, type PlayStream, playedLog } from '../../test/played-host.ts';

const sequences = (events: readonly Readonly<Record<string, unknown>>[]) =>
  events.map(({ sequence }) => sequence).sort((a, b) => Number(a) - Number(b));

/** How hosts understand a cursor (section 7). */
const POLLS: Readonly<
  Record<string, (after: (name: string) => number, log: readonly PlayedEvent[]) => readonly PlayedEvent[]>
> = {
  'spec form': (after, log) => log.filter(({ sequence }) => sequence > after('lastSequence')),
  'since only': (after, log) => log.filter(({ sequence }) => sequence > after('since')),
  'skips the event behind the cursor': (after, log) => {
    const from = after('lastSequence');
    return from < 0 ? log : log.filter(({ sequence }) => sequence > from + 1);
  },
  'repeats the whole log': (_after, log) => log,
};

describe('property: any cuts, drops, duplicates and reorderings', () => {
  const faults = fc.record({
    first: fc.constantFrom(0, 1),
    count: fc.integer({ min: 2, max: 40 }),
    polls: fc.constantFrom(...Object.keys(POLLS)),
    isPoor: fc.boolean(),
    connections: fc.array(
      fc.record({
        grows: fc.nat(20),
        drop: fc.array(fc.nat(39), { maxLength: 4 }),
        repeat: fc.array(fc.nat(39), { maxLength: 3 }),
        swap: fc.array(fc.nat(39), { maxLength: 3 }),
        cutAt: fc.option(fc.nat(3000), { nil: null }),
        chunk: fc.integer({ min: 1, max: 700 }),
        stalls: fc.boolean(),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  });

  test('the ledger ends complete, with exactly the events of the host, once each', async () => {
    await fc.assert(
      fc.asyncProperty(faults, async ({ first, count, polls, isPoor, connections }) => {
        const world = growingLog(playedLog(count, first), 1);
        const poor = ({ eventId: _id, causationId: _cause, ...event }: PlayedEvent): PlayedEvent =>
          event as PlayedEvent;
        const streams = connections.map(
          (fault): PlayStream =>
            async (say, cursor) => {
              world.grow(world.log().length + fault.grows);
              const sent = world
                .log()
                .filter(({ sequence }) => sequence > (cursor ?? -1) && !fault.drop.includes(sequence));
              for (const at of fault.swap) {
                const [moved] = sent.splice(at % Math.max(1, sent.length), 1);
                if (moved !== undefined) sent.unshift(moved);
              }
              const again = sent.filter(({ sequence }) => fault.repeat.includes(sequence));
              const text = [...sent, ...again].map((event) => frameOf(isPoor ? poor(event) : event)).join('');
              const bytes = new TextEncoder().encode(text).slice(0, fault.cutAt ?? undefined);
              for (let at = 0; at < bytes.length; at += fault.chunk) say(bytes.slice(at, at + fault.chunk));
              if (fault.stalls) await never();
            },
        );
        streams.push(async (say, cursor) => {
          world.grow();
          await backlog(world.all)(say, cursor);
        });
        const answer = POLLS[polls];
        const poll = (query: Readonly<Record<string, string>>) => ({
          events: answer?.((name) => Number(query[name] ?? -1), world.log()) ?? [],
          isComplete: world.status() === 'completed',
        });
        const rehearsal = rehearse(new PlayedHost({ ...world, streams, poll }));
        rehearsal.time.after(120_000, () => world.grow());
        const status = await endOf(rehearsal);
        expect(status.ledger).toMatchObject({
          verdict: 'complete',
          events: count,
          conflicting: 0,
          missing: 0,
        });
        const reported = eventsIn(rehearsal.lines());
        expect(sequences(reported)).toEqual(world.all.map(({ sequence }) => sequence));
        expect([...reported].sort((a, b) => Number(a.sequence) - Number(b.sequence))).toEqual(world.all);
      }),
      { numRuns: 60, seed: 11 },
    );
  });
});
