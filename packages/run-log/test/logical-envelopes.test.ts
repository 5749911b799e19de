import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import {
  envelopePosition,
  type LogicalEnvelope,
  type LogicalEnvelopePage,
  logicalEnvelopes,
  openRunLog,
  type RunLog,
  sessionSummary,
  textSource,
} from '../src/index.ts';
import { openFile } from '../src/node/index.ts';
import { openTold, type ToldEvent } from './told-log.ts';

/** Every logical envelope of a log with its attempts (envelope 1, acceptor 5 and 8). */

const samples = join(import.meta.dirname, '../../../samples');
const recordings = join(import.meta.dirname, '../../../../shared/recordings');

const opened: RunLog[] = [];

afterEach(async () => {
  for (const log of opened.splice(0)) await log.close();
});

async function openSample(path: string): Promise<RunLog> {
  const log = openRunLog(await openFile(path));
  opened.push(log);
  await log.loaded;
  return log;
}

async function openTexts(name: string, text: string): Promise<RunLog> {
  const log = openRunLog(textSource(name, text));
  opened.push(log);
  await log.loaded;
  return log;
}

async function told(
  events: readonly ToldEvent[],
  header?: Readonly<Record<string, unknown>>,
): Promise<RunLog> {
  const log = await openTold(events, header);
  opened.push(log);
  return log;
}

const all = (log: RunLog, text?: string): Promise<LogicalEnvelopePage> =>
  logicalEnvelopes(log, { offset: 0, limit: 200, ...(text === undefined ? {} : { text }) });

/** "kind node state: attempt, attempt", each attempt as its state and the event that stands for it. */
function line(row: LogicalEnvelope): string {
  const attempts = row.attempts.map((one) => `${one.state} #${one.sequence}`).join(', ');
  return `${row.envelopeType} ${row.nodeId} ${row.state}: ${attempts}`;
}

const started: ToldEvent = { type: 'node.started', node: 'n', payload: {} };
const retry = (reason: string, cause?: string): ToldEvent => ({
  type: 'envelope.retry.attempted',
  node: 'n',
  ...(cause === undefined ? {} : { cause }),
  payload: { nodeId: 'n', attempt: 2, reason, previousError: '/a/b must be a string' },
});
const truncated = (tokens: number): ToldEvent => ({
  type: 'envelope.truncated',
  node: 'n',
  payload: {
    nodeId: 'n',
    stopReason: 'max_tokens',
    partialPayloadAvailable: false,
    outputTokenCount: tokens,
  },
});
const taken = (kind: string, cause?: string, payload?: unknown): ToldEvent => ({
  type: 'log.appended',
  node: 'n',
  ...(cause === undefined ? {} : { cause }),
  payload: {
    level: 'info',
    message: 'x',
    fields: { envelopeType: kind, ...(payload === undefined ? {} : { payload }) },
  },
});
const failed = (code: string, cause?: string): ToldEvent => ({
  type: 'node.failed',
  node: 'n',
  ...(cause === undefined ? {} : { cause }),
  payload: { nodeId: 'n', error: { code, message: 'no' } },
});
const surface = (components: number) => ({
  catalogVersion: '0.9.1',
  surface: { components: Array.from({ length: components }, () => ({ component: 'text', text: 't' })) },
});

describe('samples', () => {
  test.each([
    [
      'acme-prd-draft.bundle.json',
      10,
      [
        'schema.request research accepted: accepted #65',
        'media.image research accepted: accepted #75',
        'vendor.acme.brief.create outline accepted: accepted #113',
        'ui.a2ui-surface ask accepted: truncated #121, invalid #124, accepted #126',
        'clarification.request ask accepted: accepted #127',
        'vendor.acme.prd.create draft invalid: truncated #161, invalid #189, invalid #216',
      ],
    ],
    [
      'blocked-approval.app-bundle.json',
      2,
      [
        'vendor.acme.invoice.read extract accepted: accepted #10',
        'vendor.acme.approval.answer approve invalid: invalid #26',
      ],
    ],
    [
      'repaired-ticket.ndjson',
      2,
      ['vendor.acme.ticket.classify classify accepted: invalid #23, accepted #39'],
    ],
    [
      'truncated-summary.sse',
      2,
      ['vendor.acme.summary.write summarise accepted: truncated #37, accepted #81'],
    ],
  ])('%s', async (file, attempts, lines) => {
    const log = await openSample(join(samples, file));
    const page = await all(log);
    expect(page.rows.map(line)).toEqual(lines);
    expect(page).toMatchObject({ total: lines.length, attempts, leftOut: 0 });
    expect((await sessionSummary(log)).logicalEnvelopes).toBe(lines.length);
  });

  test('the retry story of the form: one retry for truncation, one for the schema', async () => {
    const log = await openSample(join(samples, 'acme-prd-draft.bundle.json'));
    const form = (await all(log)).rows[3];
    expect(form).toMatchObject({
      correlationId: 'prd-5f2c:ask:2:77e0',
      foundIn: 'event',
      untrusted: true,
      summary: 'Two things are missing',
      attemptsLeftOut: 0,
    });
    expect(form?.attempts.map(({ note, pointer, retry }) => ({ note, pointer, retry }))).toEqual([
      {
        note: 'max_tokens at 512, JSON left open',
        pointer: null,
        retry: { reason: 'truncation', note: 'budget 512 → 1,024', ordinal: 122, sequence: 122 },
      },
      {
        note: '/surface/components/3 must match a component of the catalogue',
        pointer: '/surface/components/3',
        retry: { reason: 'schema', note: 'corrective fragment', ordinal: 124, sequence: 124 },
      },
      { note: '5 components, 1 value redacted', pointer: null, retry: null },
    ]);
  });

  test('the draft that never came: code and first violation as recorded', async () => {
    const draft = (await all(await openSample(join(samples, 'acme-prd-draft.bundle.json')))).rows[5];
    expect(draft?.summary).toBe('exhausted after 3');
    expect(draft?.attempts[2]).toMatchObject({
      number: 3,
      code: 'envelope_invalid',
      pointer: '',
      note: "must have required property 'title'",
      type: 'node.failed',
    });
  });

  test('surfaces, questions and media, each with a line about its content', async () => {
    const log = await openSample(join(samples, 'media-and-surface.events.json'));
    const rows = (await all(log)).rows.filter((row) => row.nodeId !== 'brief');
    expect(rows.map((row) => `${line(row)}, ${row.summary}`)).toEqual([
      'ui.a2ui-surface form accepted: accepted #5, Schedule the kickoff',
      'clarification.request form accepted: accepted #7, 1 question',
      'media.image chart accepted: accepted #26, image/png inline, 1 KB',
      'media.audio handout accepted: accepted #30, audio/ogg by URL, 184 KB',
      'media.file handout accepted: accepted #31, Handout für den Start.pdf, application/pdf by URL, 48 KB',
    ]);
  });

  test('what an event leaves out is told by the text of the model', async () => {
    const log = await openSample(join(samples, 'media-and-surface.events.json'));
    const brief = (await all(log)).rows.find((row) => row.envelopeType === 'vendor.acme.brief.create');
    expect(brief).toMatchObject({
      foundIn: 'event',
      summary: 'Kickoff brief: offline export',
      state: 'accepted',
    });
  });
});

describe('events that name no correlationId belong to the execution of their node', () => {
  test.each<[string, readonly ToldEvent[], string[]]>([
    [
      'what a node told before an id belongs to it',
      [started, truncated(5), retry('truncation', 'c1'), taken('v.a', 'c1')],
      ['v.a n accepted: truncated #1, accepted #3'],
    ],
    [
      'retries and the verdict of one execution are one envelope',
      [started, retry('schema-violation'), retry('parse-error'), failed('envelope_invalid')],
      ['null n invalid: invalid #1, invalid #2, invalid #3'],
    ],
    [
      'a new start is another envelope',
      [started, failed('envelope_invalid'), started, failed('envelope_refusal')],
      ['null n invalid: invalid #1', 'null n refused: refused #3'],
    ],
    [
      'what is accepted is complete',
      [started, taken('v.a'), taken('v.b')],
      ['v.a n accepted: accepted #1', 'v.b n accepted: accepted #2'],
    ],
    [
      'a failure with another code ends the story that is open, and is none of its own',
      [started, failed('timeout'), started, truncated(5), failed('timeout')],
      ['null n truncated: truncated #4'],
    ],
    [
      'a retry announces an attempt of which nothing is recorded',
      [started, truncated(5), retry('truncation'), { type: 'node.completed', node: 'n' }],
      ['null n unknown: truncated #1, unknown #2'],
    ],
    [
      'each surface is an envelope of its own',
      [
        { type: 'ui.a2ui-surface', payload: surface(1) },
        { type: 'ui.a2ui-surface', payload: surface(2) },
      ],
      ['ui.a2ui-surface null accepted: accepted #0', 'ui.a2ui-surface null accepted: accepted #1'],
    ],
    [
      'a wait that is told twice is one',
      [
        { type: 'interrupt.requested', node: 'n', payload: { kind: 'approval', data: surface(1) } },
        { type: 'node.suspended', node: 'n', payload: { kind: 'approval', config: surface(1) } },
      ],
      ['ui.a2ui-surface n accepted: accepted #0'],
    ],
    [
      'a wait without a surface is no envelope',
      [
        {
          type: 'interrupt.requested',
          node: 'n',
          payload: { kind: 'clarification', data: { questions: [] } },
        },
        { type: 'node.suspended', node: 'n', payload: { kind: 'clarification' } },
      ],
      [],
    ],
    [
      'a warning that names a kind is a refusal (acceptor S8)',
      [
        {
          type: 'log.appended',
          node: 'n',
          payload: { level: 'warn', message: 'no', fields: { envelopeType: 'v.a', allowedKinds: [] } },
        },
      ],
      ['v.a n gated: gated #0'],
    ],
    ['a log about something else is none', [{ type: 'log.appended', payload: { fields: { a: 1 } } }], []],
  ])('%s', async (_name, events, lines) => {
    const page = await all(await told(events));
    expect(page.rows.map(line)).toEqual(lines);
    expect(page.attempts).toBe(page.rows.reduce((sum, row) => sum + row.attempts.length, 0));
  });
});

describe('correlationIds', () => {
  test('an id of two runs names two envelopes (acceptor 8)', async () => {
    const page = await all(await told([taken('v.a', 'c1'), { ...taken('v.b', 'c1'), run: 'r2' }]));
    expect(page.rows.map((row) => [row.key, row.runId, row.envelopeType])).toEqual([
      ['c0', 'r1', 'v.a'],
      ['c0.2', 'r2', 'v.b'],
    ]);
  });

  test('an id that only one event names is one envelope', async () => {
    const page = await all(await told([retry('schema-violation', 'c7')]));
    expect(page.rows[0]?.correlationId).toBe('c7');
    expect(page.rows.map(line)).toEqual(['null n unknown: invalid #0, unknown #0']);
  });

  test('more attempts than are listed: the latest 64', async () => {
    const events = Array.from({ length: 80 }, () => retry('schema-violation', 'c1'));
    const row = (await all(await told([...events, taken('v.a', 'c1')]))).rows[0];
    expect(row?.attemptsLeftOut).toBe(17);
    expect(row?.attempts.map(({ number }) => number)).toEqual(Array.from({ length: 64 }, (_, i) => 18 + i));
  });

  test.each([
    [
      'the host declares',
      {
        capabilities: {
          supportedEnvelopes: [],
          envelopes: { reliability: { completion: { truncationBudgetMultiplier: 4 } } },
        },
      },
      'budget 100 → 400',
    ],
    ['nobody declares', {}, 'budget 100 → 200'],
  ])('a budget grows by what %s (acceptor 5)', async (_name, header, note) => {
    const events = [truncated(100), retry('truncation', 'c1'), taken('v.a', 'c1')];
    const page = await all(await told(events, { ...header, run: { runId: 'r1' } }));
    expect(page.rows[0]?.attempts[0]?.retry?.note).toBe(note);
  });

  test('a budget at which the next attempt was cut off is that one', async () => {
    const events = [
      truncated(100),
      retry('truncation', 'c1'),
      truncated(130),
      failed('envelope_invalid', 'c1'),
    ];
    expect((await all(await told(events))).rows[0]?.attempts[0]?.retry?.note).toBe('budget 100 → 130');
  });
});

describe('beside the events', () => {
  const envelope = (id: string, more = ''): string =>
    `{"type":"v.a","correlationId":"${id}","nodeId":"n","payload":{"title":"T"},"meta":{"contentTrust":"untrusted"}${more}}`;
  const partial = (isPartial: boolean, index: number): string =>
    `,"partial":{"isPartial":${isPartial},"index":${index},"total":-1}`;

  test('envelopes of a file: each whole one an attempt, chunks one together', async () => {
    const lines = [
      envelope('c1'),
      envelope('c2', partial(true, 0)),
      envelope('c2', partial(true, 1)),
      envelope('c1'),
      envelope('c3', partial(true, 0)),
      envelope('c3', partial(false, 1)),
    ];
    const page = await all(await openTexts('some.ndjson', `${lines.join('\n')}\n`));
    expect(page).toMatchObject({ total: 3, attempts: 4 });
    expect(page.rows.map(line)).toEqual([
      'v.a n unknown: unknown #null, unknown #null',
      'v.a n buffered: buffered #null',
      'v.a n unknown: unknown #null',
    ]);
    expect(page.rows[0]).toMatchObject({
      foundIn: 'file',
      ordinal: -1,
      untrusted: true,
      summary: 'T',
      key: 'c0',
    });
  });

  test('an envelope of the file with its events is one row', async () => {
    const event = {
      eventId: 'e',
      runId: 'r',
      sequence: 0,
      type: 'log.appended',
      causationId: 'c1',
      payload: {},
    };
    const page = await all(await openTexts('some.ndjson', `${envelope('c1')}\n${JSON.stringify(event)}\n`));
    expect(page.rows).toHaveLength(1);
    expect(page.rows[0]).toMatchObject({
      foundIn: 'file',
      envelopeType: 'v.a',
      correlationId: 'c1',
      ordinal: 0,
    });
  });

  test('text with fences', async () => {
    const text = `Here:\n\`\`\`json\n${envelope('c1')}\n\`\`\`\nand\n\`\`\`json\n${envelope('c2')}\n\`\`\`\n`;
    expect((await all(await openTexts('answer.md', text))).rows.map((row) => row.correlationId)).toEqual([
      'c1',
      'c2',
    ]);
  });

  test('a snapshot that waits with a surface', async () => {
    const snapshot = {
      runId: 'r1',
      workflowId: 'w',
      status: 'waiting-input',
      interrupt: { kind: 'clarification', nodeId: 'ask', data: surface(3) },
    };
    const page = await all(await openTexts('snapshot.json', JSON.stringify(snapshot)));
    expect(page.rows[0]).toMatchObject({
      key: 's0',
      foundIn: 'snapshot',
      runId: 'r1',
      nodeId: 'ask',
      summary: '3 components',
      state: 'unknown',
    });
  });

  test('the list of open interrupts that the app host gives', async () => {
    const log = await openSample(join(recordings, 'app/_extra/a2ui-clarify/interrupts.json'));
    expect((await all(log)).rows.map(line)).toEqual(['ui.a2ui-surface ask unknown: unknown #null']);
  });
});

describe('model text of a turn in which no event tells of an envelope', () => {
  const chunk = (text: string, isLast = false): ToldEvent => ({
    type: 'output.chunk',
    node: 'n',
    payload: { nodeId: 'n', chunk: text, isLast },
  });
  const envelope = '{"type":"v.a","correlationId":"c1","payload":{"title":"T"},"meta":{}}';

  test('an envelope in it is one that was found in text', async () => {
    const log = await told([started, chunk(envelope.slice(0, 20)), chunk(envelope.slice(20), true)]);
    const page = await all(log);
    expect(page.rows.map(line)).toEqual(['v.a n unknown: unknown #2']);
    expect(page.rows[0]).toMatchObject({ foundIn: 'text', correlationId: 'c1', summary: 'T', ordinal: 2 });
    expect(await envelopePosition(log, 2)).toBe(0);
  });

  test('not when events tell of it', async () => {
    const page = await all(await told([started, chunk(envelope, true), taken('v.a', 'c1')]));
    expect(page.rows.map((row) => row.foundIn)).toEqual(['event']);
  });

  test('several of one text stand behind one another, between the events around them', async () => {
    const texts = [`${'```'}json\n[${envelope},${envelope.replace('c1', 'c2')}]\n${'```'}`];
    const page = await all(
      await told([taken('v.x'), started, chunk(texts.join(''), true), { ...taken('v.y'), node: 'm' }]),
    );
    expect(page.rows.map((row) => [row.envelopeType, row.key])).toEqual([
      ['v.x', 'e0'],
      ['v.a', 'e2'],
      ['v.a', 'e2.1'],
      ['v.y', 'e3'],
    ]);
  });

  test('more texts than are read are told of', async () => {
    const events = Array.from({ length: 70 }, () => [started, chunk('words', true)]).flat();
    expect((await all(await told(events))).leftOut).toBe(6);
  });
});

describe('a search', () => {
  const log = (): Promise<RunLog> =>
    told([
      taken('v.Alpha', 'c1'),
      { ...failed('envelope_invalid', 'other'), node: 'Berlin' },
      { type: 'ui.a2ui-surface', node: 'n', payload: surface(1) },
    ]);

  test.each([
    ['the kind', 'ALPHA', ['c0']],
    ['the node', 'berl', ['c1']],
    ['the correlationId', 'OTHER', ['c1']],
    ['the state', 'invalid', ['c1']],
    ['nothing', '   ', ['c0', 'c1', 'e2']],
    ['what is not there', 'zzz', []],
  ])('by %s', async (_name, text, keys) => {
    const page = await all(await log(), text);
    expect(page.rows.map((row) => row.key)).toEqual(keys);
    expect(page).toMatchObject({ total: keys.length, attempts: keys.length, leftOut: 0 });
  });

  test('beyond what is read nodes and whole ids are found, and the rest is told of', async () => {
    const many = Array.from({ length: 5_200 }, (_, i) => ({ ...taken('v.a', `id-${i}`), node: `node-${i}` }));
    const large = await told(many);
    expect(await all(large, 'node-5199')).toMatchObject({ total: 1, leftOut: 200 });
    expect((await all(large, 'id-5100')).rows.map((row) => row.nodeId)).toEqual(['node-5100']);
    expect(await all(large, 'v.a')).toMatchObject({ total: 5_000, leftOut: 200 });
  });
});

describe('places', () => {
  test('the row of an event, and -1 for one of no envelope', async () => {
    const log = await openSample(join(samples, 'acme-prd-draft.bundle.json'));
    const rowOf = async (sequence: number): Promise<number> =>
      envelopePosition(log, log.findBySequence(sequence));
    expect(await Promise.all([65, 114, 121, 122, 126, 128, 188, 216, 218, 0].map(rowOf))).toEqual([
      0, 2, 3, 3, 3, 4, 5, 5, -1, -1,
    ]);
    for (const odd of [-1, 0.5, Number.NaN, 10_000]) expect(await envelopePosition(log, odd)).toBe(-1);
  });

  test('any page that is asked for', async () => {
    const log = await openSample(join(samples, 'acme-prd-draft.bundle.json'));
    const keys = async (offset: number, limit: number): Promise<string[]> =>
      (await logicalEnvelopes(log, { offset, limit })).rows.map((row) => row.key);
    expect(await keys(4, 10)).toEqual(['c4', 'c5']);
    expect(await keys(6, 10)).toEqual([]);
    expect(await keys(-3, 1)).toEqual(['c0']);
    expect(await keys(Number.NaN, Number.NaN)).toHaveLength(6);
    expect(await keys(0, 0)).toEqual([]);
  });
});

test('while the log is read there is nothing', async () => {
  const log = openRunLog(textSource('log', '[]'));
  opened.push(log);
  expect(await all(log)).toEqual({ total: 0, attempts: 0, rows: [], leftOut: 0 });
  await log.loaded;
});
