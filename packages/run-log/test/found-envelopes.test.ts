import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  type FoundEnvelope,
  type FoundEnvelopesTarget,
  foundEnvelopes,
  logicalEnvelopes,
  openRunLog,
  textSource,
} from '../src/index.ts';
import type { GivenEvent } from './given-log.ts';
import { closedAfterwards, givenLog, openPath, openString } from './opened-logs.ts';

/** The envelopes that an event holds or represents (envelope 1 and 7.5). */

const samples = join(import.meta.dirname, '../../../samples');
const recordings = join(import.meta.dirname, '../../../testing/recordings');

async function inGiven(
  events: readonly GivenEvent[],
  target: FoundEnvelopesTarget,
): Promise<readonly FoundEnvelope[]> {
  return foundEnvelopes(await givenLog(events), target);
}

/** Plain objects, so that they compare with literals. */
const plain = (value: unknown): unknown => structuredClone(value);

const started: GivenEvent = { type: 'node.started', node: 'n', payload: {} };
const chunk = (text: string, isLast = true): GivenEvent => ({
  type: 'output.chunk',
  node: 'n',
  payload: { nodeId: 'n', chunk: text, isLast },
});
const taken = (fields: object, cause = 'c1'): GivenEvent => ({
  type: 'log.appended',
  node: 'n',
  cause,
  payload: { level: 'info', fields },
});
const failed: GivenEvent = {
  type: 'node.failed',
  node: 'n',
  cause: 'c1',
  payload: { error: { code: 'envelope_invalid', message: 'no' } },
};
const surface = { catalogVersion: '0.9.1', surface: { title: 'S', components: [] } };
const envelope = (id: string, payload: unknown = { n: 1 }): Record<string, unknown> => ({
  type: 'v.a',
  schemaVersion: 2,
  envelopeId: 'env',
  correlationId: id,
  payload,
  meta: { source: 'ai-generation', rendering: { display: 'card' } },
});

describe('what an event holds', () => {
  test('a surface that is an event: only type and payload are known', async () => {
    const [found] = await inGiven([{ type: 'ui.a2ui-surface', payload: surface }], 0);
    expect(found).toMatchObject({ foundIn: 'event', pointer: '/payload', payloadOnly: true, complete: true });
    expect(plain(found?.value)).toEqual({ type: 'ui.a2ui-surface', payload: surface, meta: {} });
  });

  const messages = (surfaceId: string, at: number) => ({
    version: 'v0.9',
    catalogId: 'c',
    surfaceId,
    messages: [{ version: 'v0.9', updateDataModel: { surfaceId, path: '/n', value: at } }],
  });
  const sent = (payload: unknown, contentTrust: string) => ({
    type: 'ui.a2ui-surface',
    schemaVersion: 2,
    payload,
    meta: { contentTrust },
  });

  test('messages of a surface, with the earlier ones of the run about it (envelope 7.7)', async () => {
    const events: GivenEvent[] = [
      {
        type: 'openwop-v2-reference.a2ui-surface-recorded',
        payload: { envelope: sent(messages('s1', 0), 'untrusted'), trust: 'untrusted', version: 2 },
      },
      { type: 'openwop-app.a2ui-surface', payload: sent(messages('s2', 1), 'trusted') },
      { type: 'openwop-app.a2ui-surface', payload: sent(messages('s1', 2), 'trusted') },
      chunk(JSON.stringify(sent(messages('s1', 3), 'trusted'))),
      { type: 'ui.a2ui-surface', payload: { ...messages('s1', 4), question: 'Q' } },
      { type: 'interrupt.requested', node: 'n', payload: { kind: 'custom', data: messages('s1', 5) } },
    ];
    const earlier = async (at: number) => plain((await inGiven(events, at))[0]?.earlier);
    const step = (sequence: number, isUntrusted: boolean) => ({
      sequence,
      payload: messages('s1', sequence),
      isUntrusted,
    });
    expect(await earlier(0)).toEqual([]);
    expect(await earlier(1)).toEqual([]);
    expect(await earlier(2)).toEqual([step(0, true)]);
    expect(await earlier(3)).toBeUndefined();
    expect(await earlier(4)).toEqual([step(0, true), step(2, false)]);
    expect(await earlier(5)).toEqual([step(0, true), step(2, false), step(4, false)]);
  });

  test.each([
    [64, 'read'],
    [65, 'unread'],
  ])(
    'of %i events before a surface that may be about it, the earlier ones are %s',
    async (count, expected) => {
      const before = Array.from({ length: count }, (): GivenEvent => {
        return { type: 'interrupt.requested', node: 'n', payload: { kind: 'custom' } };
      });
      const events = [
        ...before,
        { type: 'openwop-app.a2ui-surface', payload: sent(messages('s1', 0), 'trusted') },
      ];
      const earlier = plain((await inGiven(events, count))[0]?.earlier);
      expect(earlier).toEqual(expected === 'read' ? [] : 'unread');
    },
  );

  test('a surface in an interrupt, without what the host put next to it', async () => {
    const data = { question: 'Q', artifactId: 'a', ...surface };
    const payload = { kind: 'clarification', data, resumeSchema: { type: 'object' } };
    const [found] = await inGiven([{ type: 'interrupt.requested', node: 'n', payload }], 0);
    expect(found).toMatchObject({
      foundIn: 'interrupt',
      pointer: '/payload/data',
      interrupt: { kind: 'clarification', nodeId: 'n' },
    });
    expect(plain(found?.interrupt?.resumeSchema)).toEqual({ type: 'object' });
    expect(plain(found?.value)).toEqual({ type: 'ui.a2ui-surface', nodeId: 'n', payload: surface, meta: {} });
  });

  test('a payload in a log line, with what the event has around it', async () => {
    const event = taken({ envelopeType: 'v.b', envelopeId: 'env-1', payload: { a: 1 } });
    const [found] = await inGiven([{ ...event, extra: { contentTrust: 'untrusted' } }], 0);
    expect(found?.pointer).toBe('/payload/fields/payload');
    expect(plain(found?.value)).toEqual({
      type: 'v.b',
      envelopeId: 'env-1',
      correlationId: 'c1',
      nodeId: 'n',
      payload: { a: 1 },
      meta: { contentTrust: 'untrusted' },
    });
  });

  test('questions', async () => {
    const questions = [{ id: 'a', question: 'A?' }];
    const requested = {
      type: 'clarification.requested',
      node: 'n',
      cause: 'c1',
      payload: { nodeId: 'n', questions },
    };
    const [found] = await inGiven([requested], 0);
    expect(plain(found?.value)).toMatchObject({ type: 'clarification.request', payload: { questions } });
  });

  test('whole envelopes anywhere in a payload, in order', async () => {
    const payload = { decision: [envelope('c1'), { inner: envelope('c2') }] };
    const found = await inGiven([{ type: 'agent.decided', payload }], 0);
    expect(found.map((one) => one.pointer)).toEqual(['/payload/decision/0', '/payload/decision/1/inner']);
    expect(found.every((one) => !one.payloadOnly && one.complete)).toBe(true);
  });

  test('data in place of payload is where the pointer says', async () => {
    const log = await openString(
      JSON.stringify({ eventId: 'e', runId: 'r', sequence: 0, type: 'ui.a2ui-surface', data: surface }),
    );
    expect((await foundEnvelopes(log, 0))[0]?.pointer).toBe('/data');
  });

  test('a chunk of an envelope is not complete (envelope 2.3)', async () => {
    const partial = { ...envelope('c1'), partial: { isPartial: true, index: 0, total: 2 } };
    expect((await inGiven([{ type: 'agent.decided', payload: { partial } }], 0))[0]?.complete).toBe(false);
  });

  test.each([
    ['an ordinary event', { type: 'run.started', payload: { inputs: { a: 1 } } }],
    ['a log line about something else', { type: 'log.appended', payload: { message: 'm' } }],
    ['prose', { type: 'output.chunk', node: 'n', payload: { chunk: 'Some words { } here', isLast: true } }],
  ])('%s holds none', async (_name, event) => {
    expect(await inGiven([event], 0)).toEqual([]);
  });
});

describe('masking', () => {
  const secret = `sk-${'a1B2'.repeat(8)}`;

  test('secrets are masked, base64 of media stays whole', async () => {
    const base64 = `${'eyJhbGciOiJIUzI1NiJ9'}${'QUJD'.repeat(40)}`;
    const payload = { bytes: 9, base64, alt: secret };
    const [found] = await inGiven([taken({ envelopeType: 'media.image', payload })], 0);
    expect(plain(found?.value)).toMatchObject({ payload: { base64 } });
    expect(JSON.stringify(found?.value)).not.toContain(secret);
  });

  test('what is called base64 and is none is masked', async () => {
    const payload = { bytes: 9, base64: `Bearer ${secret}!` };
    const [found] = await inGiven([taken({ envelopeType: 'media.image', payload })], 0);
    expect(JSON.stringify(found?.value)).not.toContain(secret);
  });

  test('text that cannot be read is masked too', async () => {
    const [found] = await inGiven([started, chunk(`{"type":"v.a","payload":{"k":"${secret}"`), failed], 2);
    expect(found?.text).toContain('v.a');
    expect(found?.text).not.toContain(secret);
  });
});

describe('what an event represents', () => {
  const text = JSON.stringify(envelope('c1'));

  test('a failure: the text of the model before it', async () => {
    const [found] = await inGiven(
      [started, chunk(text.slice(0, 30), false), chunk(text.slice(30)), failed],
      3,
    );
    expect(found).toMatchObject({
      foundIn: 'text',
      pointer: null,
      ordinal: 2,
      payloadOnly: false,
      complete: true,
    });
    expect(plain(found?.value)).toEqual(envelope('c1'));
  });

  test('the failure of a run: that of its node', async () => {
    const end = { type: 'run.failed', cause: 'e2', payload: { failedNodeId: 'n', error: { code: 'x' } } };
    expect(plain((await inGiven([started, chunk(text), failed, end], 3))[0]?.value)).toEqual(envelope('c1'));
  });

  test('of several in a text the one with the correlationId', async () => {
    const both = `\`\`\`json\n${JSON.stringify(envelope('c0'))}\n\`\`\`\n\`\`\`json\n${text}\n\`\`\``;
    const found = await inGiven([started, chunk(both), failed], 2);
    expect(found.map((one) => plain(one.value))).toEqual([envelope('c1')]);
  });

  test('another event of the same attempt', async () => {
    const artifact = { type: 'artifact.created', node: 'n', cause: 'c1', payload: { artifactId: 'a' } };
    const found = await inGiven([started, taken({ envelopeType: 'v.b', payload: { a: 1 } }), artifact], 2);
    expect(found).toMatchObject([{ ordinal: 1, payloadOnly: true }]);
  });

  test('any chunk: the whole text', async () => {
    const found = await inGiven([started, chunk(text.slice(0, 9), false), chunk(text.slice(9))], 1);
    expect(found).toMatchObject([{ foundIn: 'text', ordinal: 2, complete: true }]);
  });

  test('a text that was cut off is displayed as it is', async () => {
    const [found] = await inGiven([started, chunk(text.slice(0, 60)), failed], 2);
    expect(found).toMatchObject({ value: null, complete: false, text: text.slice(0, 60) });
  });

  test('the recorded payload with the members that the text still has', async () => {
    const recorded = taken({ envelopeType: 'v.a', payload: { n: '[REDACTED:key]' } });
    const [found] = await inGiven([started, chunk(text), recorded], 2);
    expect(found).toMatchObject({ payloadOnly: true, pointer: '/payload/fields/payload' });
    expect(plain(found?.value)).toEqual({ ...envelope('c1', { n: '[REDACTED:key]' }), nodeId: 'n' });
  });

  test('the envelope of the file outside the events', async () => {
    const event = {
      eventId: 'e',
      runId: 'r',
      sequence: 0,
      type: 'log.appended',
      causationId: 'c1',
      payload: {},
    };
    const log = await openString(`${text}\n${JSON.stringify(event)}\n`);
    const [found] = await foundEnvelopes(log, 0);
    expect(found).toMatchObject({ foundIn: 'file', ordinal: null, pointer: null, payloadOnly: false });
    expect(plain(found?.value)).toEqual(envelope('c1'));
  });
});

describe('a row of the envelopes view by its key', () => {
  test('each attempt of a file', async () => {
    const log = await openString(
      `${JSON.stringify(envelope('c1', 1))}\n${JSON.stringify(envelope('c1', 2))}\n`,
    );
    const payloads = async (target: FoundEnvelopesTarget): Promise<unknown> =>
      (await foundEnvelopes(log, target)).map((one) => plain(one.value));
    expect(await payloads({ key: 'c0' })).toEqual([envelope('c1', 2)]);
    expect(await payloads({ key: 'c0', attempt: 1 })).toEqual([envelope('c1', 1)]);
    for (const attempt of [0, 3, -1, 0.5, Number.NaN])
      expect(await payloads({ key: 'c0', attempt })).toEqual([]);
  });

  test('a snapshot with the interrupt it waits with', async () => {
    const log = await openPath(join(recordings, 'app/_extra/a2ui-clarify/interrupts.json'));
    const [found] = await foundEnvelopes(log, { key: 's0' });
    expect(found).toMatchObject({
      foundIn: 'snapshot',
      payloadOnly: true,
      interrupt: { kind: 'clarification', nodeId: 'ask' },
    });
    expect(plain(found?.value)).toMatchObject({
      type: 'ui.a2ui-surface',
      payload: { catalogVersion: '0.9.1' },
    });
  });

  test('a key that is none', async () => {
    const log = await openPath(join(samples, 'acme-prd-draft.bundle.json'));
    for (const key of ['', 'c99', 'e1', 'f0', 's0', 'c-1', 'c1.9', '__proto__', 'e99999999999'])
      expect(await foundEnvelopes(log, { key })).toEqual([]);
  });

  test('every row of every sample is found again by its key', async () => {
    for (const file of [
      'acme-prd-draft.bundle.json',
      'media-and-surface.events.json',
      'truncated-summary.sse',
    ]) {
      const log = await openPath(join(samples, file));
      for (const row of (await logicalEnvelopes(log, { offset: 0, limit: 200 })).rows) {
        const [found] = await foundEnvelopes(log, { key: row.key });
        expect(plain(found?.value)).toMatchObject({
          type: row.envelopeType,
          correlationId: row.correlationId,
        });
      }
    }
  });
});

describe('the interrupt a surface is bound to (envelope 7.3)', () => {
  test('the wait of the run, for a surface without a node', async () => {
    const log = await openPath(join(recordings, 'app/_envelopes/a2ui-run/poll.json'));
    for (const sequence of [4, 8]) {
      const [found] = await foundEnvelopes(log, log.findBySequence(sequence));
      expect(found?.interrupt).toEqual({ kind: 'approval', nodeId: 'gate', resumeSchema: null });
    }
  });

  test('the next wait of its node, and none once the node went on', async () => {
    const asks = { type: 'interrupt.requested', node: 'n', payload: { kind: 'approval', data: {} } };
    const shows = { type: 'ui.a2ui-surface', node: 'n', payload: surface };
    expect((await inGiven([shows, asks], 0))[0]?.interrupt?.kind).toBe('approval');
    expect((await inGiven([asks, shows], 1))[0]?.interrupt?.kind).toBe('approval');
    const done = { type: 'node.completed', node: 'n' };
    expect((await inGiven([asks, done, shows, done, asks], 2))[0]?.interrupt).toBeNull();
  });
});

test('an event that is not loaded, and a log that is being read, have none', async () => {
  for (const odd of [-1, 5, 0.5, Number.NaN]) expect(await inGiven([started], odd)).toEqual([]);
  const log = closedAfterwards(openRunLog(textSource('log', '[]')));
  expect(await foundEnvelopes(log, 0)).toEqual([]);
  await log.loaded;
});
