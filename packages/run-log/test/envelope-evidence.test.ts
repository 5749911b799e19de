import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  type EnvelopeEvidence,
  envelopeEvidence,
  openRunLog,
  type RunLog,
  textSource,
} from '../src/index.ts';
import { openFile } from '../src/node/index.ts';
import { type GivenEvent, openGiven } from './given-log.ts';

/** Everything a log holds about the envelope behind one event (acceptor 8, run-events 4.2). */

const samples = join(import.meta.dirname, '../../../samples');
const recordings = join(import.meta.dirname, '../../../testing/recordings');

const opened: RunLog[] = [];

afterEach(async () => {
  for (const log of opened.splice(0)) await log.close();
});

async function evidenceOf(log: RunLog, sequence: number): Promise<EnvelopeEvidence> {
  const evidence = await envelopeEvidence(log, { ordinal: log.findBySequence(sequence) });
  if (evidence === null) throw new Error(`no event ${sequence}`);
  return evidence;
}

async function inFile(path: string, sequence: number): Promise<EnvelopeEvidence> {
  const log = openRunLog(await openFile(path));
  opened.push(log);
  await log.loaded;
  return evidenceOf(log, sequence);
}

async function inGiven(events: readonly GivenEvent[], sequence: number): Promise<EnvelopeEvidence> {
  const log = await openGiven(events);
  opened.push(log);
  return evidenceOf(log, sequence);
}

const brief = (event: { readonly sequence: number | null; readonly type: string } | null): string | null =>
  event === null ? null : `${event.sequence} ${event.type}`;

const chunk = (text: string, isLast = false, channel = 'text'): GivenEvent => ({
  type: 'output.chunk',
  node: 'n',
  payload: { nodeId: 'n', runId: 'r1', chunk: text, isLast, channel },
});
const retry = (attempt: number, reason: string, cause = 'c1'): GivenEvent => ({
  type: 'envelope.retry.attempted',
  node: 'n',
  cause,
  payload: { nodeId: 'n', attempt, reason },
});
const accepted = (kind: string, cause: string, node = 'n'): GivenEvent => ({
  type: 'log.appended',
  node,
  cause,
  payload: { level: 'info', message: 'x', fields: { envelopeId: `env-${cause}`, envelopeType: kind } },
});
const failed = (code: string, cause = 'c1'): GivenEvent => ({
  type: 'node.failed',
  node: 'n',
  cause,
  payload: { nodeId: 'n', error: { code, message: 'no' } },
});
const started: GivenEvent = { type: 'node.started', node: 'n', payload: { nodeId: 'n', typeId: 't' } };
const envelope = (id: string): string =>
  `{"type":"vendor.a.b","correlationId":"${id}","payload":{"n":12345678901234567890},"meta":{}}`;

describe('the events of an envelope are those with its correlationId, by emission', () => {
  const log = [
    { type: 'run.started' },
    started,
    chunk(envelope('c1'), true),
    retry(2, 'schema-violation'),
    chunk(envelope('c1'), true),
    accepted('vendor.a.b', 'c1'),
    { type: 'artifact.created', node: 'n', cause: 'c1', payload: {} },
    { type: 'cap.breached', node: 'n', cause: 'c1', payload: { kind: 'schema', limit: 1, observed: 2 } },
    failed('cap_breached'),
    { type: 'run.failed', cause: 'e8', payload: { failedNodeId: 'n', error: { code: 'cap_breached' } } },
  ];

  test.each([
    [2, 1, ['3 envelope.retry.attempted']],
    [3, 1, ['3 envelope.retry.attempted']],
    [4, 2, ['5 log.appended', '6 artifact.created']],
    [6, 2, ['5 log.appended', '6 artifact.created']],
    [7, 3, ['7 cap.breached', '8 node.failed']],
    [8, 3, ['7 cap.breached', '8 node.failed']],
    [9, 3, ['7 cap.breached', '8 node.failed']],
  ])('opened from %i it is emission %i', async (sequence, emission, recorded) => {
    const evidence = await inGiven(log, sequence);
    expect(evidence.emission).toBe(emission);
    expect(evidence.emissions).toBe(3);
    expect(evidence.recorded.map(brief)).toEqual(recorded);
    expect(evidence.correlationId).toBe('c1');
  });

  test('a failed run leads to the failure of its node', async () => {
    const evidence = await inGiven(log, 9);
    expect(brief(evidence.selected)).toBe('9 run.failed');
    expect(brief(evidence.subject)).toBe('8 node.failed');
  });

  test('history is what precedes the emission', async () => {
    const evidence = await inGiven(log, 8);
    expect(evidence.accepted.map((one) => one.sequence)).toEqual([5]);
    expect(evidence.retries.map(brief)).toEqual(['3 envelope.retry.attempted']);
    expect(brief(evidence.turnStart)).toBe('3 envelope.retry.attempted');
    expect(evidence.nodeStart?.sequence).toBe(1);
    expect((await inGiven(log, 5)).accepted).toEqual([]);
  });

  test('a correlationId of another run is another envelope', async () => {
    const other = [...log, { ...accepted('vendor.a.b', 'c1'), run: 'r2' }];
    expect((await inGiven(other, 8)).emissions).toBe(3);
  });
});

describe('the text of the model is put together from chunks of one answer and one channel', () => {
  test.each([
    [
      'the answer before the verdict',
      [chunk('a', true), chunk('{"b'), chunk('":1}', true), failed('envelope_invalid')],
      4,
      '{"b":1}',
      true,
    ],
    [
      'not the answer behind it',
      [chunk('a', true), failed('envelope_invalid'), chunk('b', true)],
      2,
      'a',
      true,
    ],
    [
      'other channels left out',
      [chunk('a'), chunk('x', true, 'log'), chunk('b', true), failed('envelope_invalid')],
      4,
      'ab',
      true,
    ],
    ['an answer that never ends is not complete', [chunk('a'), failed('envelope_invalid')], 2, 'a', false],
    ['from any of its chunks', [chunk('a'), chunk('b'), chunk('c', true), chunk('d', true)], 2, 'abc', true],
    [
      'not across a retry',
      [chunk('a'), retry(2, 'truncation'), chunk('b', true), failed('envelope_invalid')],
      4,
      'b',
      true,
    ],
  ])('%s', async (_name, events, sequence, text, complete) => {
    const { written } = await inGiven([started, ...events], sequence);
    const model = written.find(({ role }) => role === 'model-text');
    expect(model?.text).toBe(text);
    expect(model?.complete).toBe(complete);
  });

  test('credentials in it are masked', async () => {
    const secret = `"apiKey":"${'sk-'}${'a1B2'.repeat(8)}"`;
    const { written } = await inGiven([started, chunk(`{${secret}}`, true), failed('envelope_invalid')], 2);
    expect(written[0]?.text).not.toContain('a1B2a1B2');
    expect(written[0]?.masked).toBeGreaterThan(0);
  });
});

describe('what an event holds of an envelope is cut out as written', () => {
  const raw = (payload: string, type = 'agent.decided'): string =>
    `[{"eventId":"e0","runId":"r1","sequence":0,"nodeId":"n","type":"${type}","payload":${payload}}]`;

  test.each([
    ['a payload that is an envelope', raw(envelope('c9')), 'envelope', envelope('c9')],
    ['an envelope inside a payload', raw(`{"decision":[1,${envelope('c9')}]}`), 'envelope', envelope('c9')],
    [
      'fenced JSON in a text',
      raw(JSON.stringify({ reasoning: `so:\n\`\`\`json\n${envelope('c9')}\n\`\`\`` })),
      'model-text',
      `so:\n\`\`\`json\n${envelope('c9')}\n\`\`\``,
    ],
    [
      'a surface that is an event',
      raw('{"catalogVersion":"0.9.1","surface":{"components":[]}}', 'ui.a2ui-surface'),
      'payload',
      '{"catalogVersion":"0.9.1","surface":{"components":[]}}',
    ],
    [
      'a surface in an interrupt',
      raw(
        '{"kind":"approval","data":{"catalogVersion":"0.9.1","surface":{"components":[]}}}',
        'interrupt.requested',
      ),
      'payload',
      '{"catalogVersion":"0.9.1","surface":{"components":[]}}',
    ],
    [
      'an accepted payload',
      raw('{"level":"info","fields":{"envelopeType":"v.a","payload":{"n":1e400}}}', 'log.appended'),
      'payload',
      '{"n":1e400}',
    ],
  ])('%s', async (_name, text, role, written) => {
    const log = openRunLog(textSource('log', text));
    opened.push(log);
    await log.loaded;
    const evidence = await evidenceOf(log, 0);
    expect(evidence.written[0]).toMatchObject({ role, text: written, complete: true, masked: 0 });
  });

  test('an event document nested in a payload is no envelope', async () => {
    const payload = { events: [{ type: 'node.failed', eventId: 'x', payload: {}, meta: {} }] };
    expect((await inGiven([{ type: 'custom.thing', node: 'n', payload }], 0)).written).toEqual([]);
  });

  test('envelopes outside the events come first', async () => {
    const events = [
      {
        eventId: 'e',
        runId: 'r',
        sequence: 0,
        type: 'node.failed',
        nodeId: 'n',
        causationId: 'c9',
        payload: {},
      },
    ];
    const lines = [envelope('c9'), ...events.map((event) => JSON.stringify(event))];
    const log = openRunLog(textSource('log.ndjson', `${lines.join('\n')}\n`));
    opened.push(log);
    await log.loaded;
    expect((await evidenceOf(log, 0)).written[0]).toMatchObject({ role: 'envelope', text: envelope('c9') });
    const byId = await envelopeEvidence(log, { correlationId: 'c9' });
    expect(byId?.subject?.sequence).toBe(0);
  });

  test('an envelope without events has a text and no history', async () => {
    const log = openRunLog(textSource('one.json', envelope('c9')));
    opened.push(log);
    await log.loaded;
    const evidence = await envelopeEvidence(log, { correlationId: 'c9' });
    expect(evidence).toMatchObject({
      subject: null,
      runId: null,
      recorded: [],
      written: [{ text: envelope('c9') }],
    });
    expect(await envelopeEvidence(log, { correlationId: 'nobody' })).toBeNull();
  });
});

describe('what is around it', () => {
  test('a node that waits with an approval, until it is answered', async () => {
    const waits = { type: 'approval.requested', node: 'n', payload: {} };
    const givenLog = (more: readonly GivenEvent[]): GivenEvent[] => [
      started,
      waits,
      ...more,
      failed('envelope_invalid'),
    ];
    expect(brief((await inGiven(givenLog([]), 2)).openInterrupt)).toBe('1 approval.requested');
    const answered = [{ type: 'node.interrupt.resolved', node: 'n', payload: {} }];
    expect((await inGiven(givenLog(answered), 3)).openInterrupt).toBeNull();
  });

  test('a new start of the node forgets its retries and its trust', async () => {
    const untrusted = {
      type: 'agent.toolReturned',
      node: 'n',
      payload: {},
      extra: { contentTrust: 'untrusted' },
    };
    const before = [started, untrusted, retry(2, 'schema-violation', 'c0')];
    expect((await inGiven([...before, failed('envelope_invalid')], 3)).trust.untrusted).toBe(1);
    const again = await inGiven([...before, started, failed('envelope_invalid')], 4);
    expect(again.retries).toEqual([]);
    expect(again.trust.untrusted).toBe(0);
  });

  test('a warning that names a kind is a refusal, no acceptance (acceptor S8)', async () => {
    const fields = { envelopeType: 'media.image', allowedKinds: [] };
    const warning = {
      type: 'log.appended',
      node: 'n',
      cause: 'c0',
      payload: { level: 'warn', message: 'no', fields },
    };
    const evidence = await inGiven([started, warning, failed('envelope_invalid')], 2);
    expect(evidence.accepted).toEqual([]);
    expect(evidence.refusals.map(brief)).toContain('1 log.appended');
  });

  test('declarations of the host outside the events, masked and cut to what steers envelopes', async () => {
    const capabilities = {
      supportedEnvelopes: ['v.a'],
      limits: { schemaRounds: 2 },
      workspace: { supported: true },
    };
    const log = await openGiven([failed('envelope_invalid')], {
      host: { name: 'h', capabilities },
      run: { runId: 'r1' },
    });
    opened.push(log);
    const { declarations, hostName } = await evidenceOf(log, 0);
    expect(hostName).toBe('h');
    expect(declarations).toEqual([
      { pointer: '/host/capabilities', value: { supportedEnvelopes: ['v.a'], limits: { schemaRounds: 2 } } },
    ]);
  });

  test('an event about something else has nothing written and nothing recorded', async () => {
    const evidence = await inGiven(
      [started, chunk(envelope('c1'), true), { type: 'node.completed', node: 'n' }],
      2,
    );
    expect(evidence).toMatchObject({ written: [], recorded: [], correlationId: null });
  });

  test('an event that is not loaded gives nothing', async () => {
    const log = await openGiven([started]);
    opened.push(log);
    for (const ordinal of [-1, 7, 0.5, Number.NaN])
      expect(await envelopeEvidence(log, { ordinal })).toBeNull();
  });
});

describe('samples and recordings', () => {
  test('the third answer of the failed draft, from its failure and from the failure of the run', async () => {
    for (const sequence of [214, 215, 216, 218]) {
      const evidence = await inFile(join(samples, 'acme-prd-draft.bundle.json'), sequence);
      expect(evidence.recorded.map(brief)).toEqual([
        '214 envelope.retry.exhausted',
        '215 cap.breached',
        '216 node.failed',
      ]);
      expect(evidence.written[0]).toMatchObject({
        role: 'model-text',
        sequences: [190, 212],
        complete: true,
      });
      expect(evidence.emission).toBe(3);
    }
  });

  test('hosts that name no cause: the envelope events of the node stand together', async () => {
    const evidence = await inFile(join(recordings, 'app/conformance-envelope-refusal/poll.json'), 6);
    expect(evidence.recordedBy).toBe('node');
    expect(evidence.recorded.map(brief)).toEqual(['4 envelope.refusal', '5 node.failed']);
  });

  test('every surface of the recorded surface run is its own envelope', async () => {
    for (const sequence of [4, 5, 6]) {
      const evidence = await inFile(join(recordings, 'app/_envelopes/a2ui-run/poll.json'), sequence);
      expect(evidence.recorded.map((event) => event.sequence)).toEqual([sequence]);
      expect(evidence.written[0]).toMatchObject({ role: 'payload', envelopeType: 'ui.a2ui-surface' });
    }
  });

  test('each refusal of the recorded acceptor seam has its own events', async () => {
    const path = join(recordings, 'app/_envelopes/story.test-events.json');
    for (const sequence of [2, 3, 6, 10]) {
      const evidence = await inFile(path, sequence);
      expect(evidence.recorded.some((event) => event.sequence === sequence)).toBe(true);
      expect(evidence.emissions).toBe(1);
    }
  });
});
