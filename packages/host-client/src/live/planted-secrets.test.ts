/** Of 300 secrets that a host sends, the capture of a session keeps none of a documented shape in clear (security S-14). */

import {
  ClearCount,
  PLANTED,
  type PlantedPlace,
  plantedBundle,
  SecretMaker,
} from '@openwop-inspector/testing/planted';
import { beforeAll, expect, test } from 'vitest';
import { endOf, rehearse } from '../../test/growing-log.ts';
import { type PlayedEvent, PlayedHost, unreachable } from '../../test/played-host.ts';
import type { ActionRecord } from '../answers/actions.ts';
import { readDiscovery } from '../discovery/read-discovery.ts';

const { text, places } = plantedBundle();
const { events, ...rest } = JSON.parse(text);
/** The events as they are in the file, over many lines, with the escapes that the host wrote. */
const asWritten = text.slice(text.indexOf('"events"')).match(/^ {2}\{\n[\s\S]*?^ {2}\}/gm) ?? [];
/** Secrets next to the events: what the user sends, and frames of all other kinds. */
const maker = new SecretMaker(12);
const key = (): string => maker.known();

/** A frame of several lines, as the specification of the stream writes it. */
const frame = (data: string): string => `data: ${data.replaceAll('\n', '\ndata: ')}\n\n`;
const nested = (inner: string): string => `${'['.repeat(3000)}${inner}${']'.repeat(3000)}`;

/** Secrets in a frame: of a documented shape, and one known by its name. */
const secrets = (): object => ({ note: key(), [key()]: 1, password: maker.random32() });
const OTHER_FRAMES = [
  JSON.stringify({ name: key(), ...secrets() }),
  JSON.stringify({ workflowId: key(), status: key(), variables: secrets() }),
  JSON.stringify({ patch: [secrets()], surfaceRef: key() }),
  `{"type":"node.started","sequence":${JSON.stringify(secrets())}`,
  `event said ${key()}, Authorization: Bearer ${maker.random32()}`,
  `{"type":"node.started","payload":${nested(JSON.stringify(secrets()))}}`,
  nested(JSON.stringify(key())),
];

const action: ActionRecord = {
  at: '2026-05-18T10:00:00.000Z',
  action: { kind: 'cancel', reason: `it used ${key()}` },
  request: {
    method: 'POST',
    url: `https://host.example/v1/interrupts/${maker.random32()}?q=${key()}`,
    headers: [['Authorization', `Bearer ${maker.random32()}`]],
    body: JSON.stringify(secrets()),
    curl: `curl -H 'Authorization: Bearer ${maker.random32()}' -d '${key()}'`,
  },
  outcome: {
    ok: false,
    error: {
      ...unreachable(),
      message: `no ${key()}`,
      hostMessage: key(),
      rawBody: JSON.stringify(secrets()),
    },
    otherForm: null,
  },
};

const about = { implementation: { name: key() }, ...secrets() };
const discovery = readDiscovery(about, 'http://host.example');

/** Plays a run whose first events come by the stream as they are written, the others by the JSON log. */
async function played(streamed: number) {
  const world = { log: [] as readonly PlayedEvent[], status: 'running' };
  const host = new PlayedHost({
    log: () => world.log,
    status: () => world.status,
    streams: [
      async (say) => {
        for (const other of OTHER_FRAMES) say(frame(other));
        for (const event of asWritten.slice(0, streamed)) say(frame(event));
        world.log = events;
        world.status = 'failed';
      },
      'refused',
    ],
  });
  const rehearsal = rehearse(host, undefined, {}, { discovery });
  const ending = endOf(rehearsal);
  await rehearsal.run.record(action);
  await ending;
  await rehearsal.time.until(rehearsal.run.detach());
  return rehearsal;
}

const others = (): readonly PlantedPlace[] => maker.made.map((one) => ({ ...one, place: one.shape }));
const count = new ClearCount([...places, ...others()]);
const written: string[] = [];

beforeAll(async () => {
  for (const streamed of [events.length, 150, 0]) {
    const { lines, run } = await played(streamed);
    expect(run.status().ledger).toMatchObject({ events: events.length, missing: 0 });
    for (const line of lines()) {
      written.push(JSON.stringify(line));
      count.look(String(line.capture ?? `events, ${streamed} by the stream`), line);
    }
  }
});

test('what is sent holds the secrets', () => {
  expect([places.length, asWritten.length]).toEqual([PLANTED, events.length]);
  const sent = new ClearCount([...places, ...others()]);
  sent.look('sent', [...asWritten, ...OTHER_FRAMES, JSON.stringify([rest, action, about])]);
  expect(sent.worstShare).toBe(1);
});

test('every kind of line has been written', () => {
  expect(count.surfaces.toSorted()).toEqual(
    expect.arrayContaining([
      'action',
      'bad-frame',
      'delta',
      'end',
      'events, 0 by the stream',
      'frame',
      'openwop-inspector/1',
      'snapshot',
      'state',
      'too-deep',
      'via',
    ]),
  );
  expect(count.surfaces).not.toContain('unwritten');
  expect(written.join('\n')).toContain('…[masked:');
});

test('none of a documented shape is in clear, and of random ones at most 5 % on any kind of line', () => {
  expect(count.known).toEqual([]);
  expect(count.worstShare, count.placed.join('\n')).toBeLessThanOrEqual(0.05);
});
