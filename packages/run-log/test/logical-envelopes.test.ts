import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { sessionSummary } from '../src/index.ts';
import { all, failed, line, retry, started, surface, taken, truncated } from './given-envelopes.ts';
import type { GivenEvent } from './given-log.ts';
import { givenLog, openPath } from './opened-logs.ts';

/** Every logical envelope of a log with its attempts (envelope 1, acceptor 5 and 8). */

const samples = join(import.meta.dirname, '../../../samples');

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
    const log = await openPath(join(samples, file));
    const page = await all(log);
    expect(page.rows.map(line)).toEqual(lines);
    expect(page).toMatchObject({ total: lines.length, attempts, leftOut: 0 });
    expect((await sessionSummary(log)).logicalEnvelopes).toBe(lines.length);
  });

  test('the retry story of the form: one retry for truncation, one for the schema', async () => {
    const log = await openPath(join(samples, 'acme-prd-draft.bundle.json'));
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
    const draft = (await all(await openPath(join(samples, 'acme-prd-draft.bundle.json')))).rows[5];
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
    const log = await openPath(join(samples, 'media-and-surface.events.json'));
    const rows = (await all(log)).rows.filter((row) => row.nodeId !== 'brief');
    expect(rows.map((row) => `${line(row)}, ${row.summary}`)).toEqual([
      'ui.a2ui-surface form accepted: accepted #5, Schedule the kickoff',
      'clarification.request form accepted: accepted #7, 1 question',
      'media.image chart accepted: accepted #26, image/png inline, 1.3 KB',
      'media.audio handout accepted: accepted #30, audio/ogg by URL, 184 KB',
      'media.file handout accepted: accepted #31, Handout für den Start.pdf, application/pdf by URL, 48.2 KB',
    ]);
  });

  test('what an event leaves out is given by the text of the model', async () => {
    const log = await openPath(join(samples, 'media-and-surface.events.json'));
    const brief = (await all(log)).rows.find((row) => row.envelopeType === 'vendor.acme.brief.create');
    expect(brief).toMatchObject({
      foundIn: 'event',
      summary: 'Kickoff brief: offline export',
      state: 'accepted',
    });
  });
});

describe('events that name no correlationId belong to the execution of their node', () => {
  test.each<[string, readonly GivenEvent[], string[]]>([
    [
      'what a node reported before an id belongs to it',
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
      'a wait that is reported twice is one',
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
    const page = await all(await givenLog(events));
    expect(page.rows.map(line)).toEqual(lines);
    expect(page.attempts).toBe(page.rows.reduce((sum, row) => sum + row.attempts.length, 0));
  });
});

describe('correlationIds', () => {
  test('an id of two runs names two envelopes (acceptor 8)', async () => {
    const page = await all(await givenLog([taken('v.a', 'c1'), { ...taken('v.b', 'c1'), run: 'r2' }]));
    expect(page.rows.map((row) => [row.key, row.runId, row.envelopeType])).toEqual([
      ['c0', 'r1', 'v.a'],
      ['c1', 'r2', 'v.b'],
    ]);
  });

  test('an id that only one event names is one envelope', async () => {
    const page = await all(await givenLog([retry('schema-violation', 'c7')]));
    expect(page.rows[0]?.correlationId).toBe('c7');
    expect(page.rows.map(line)).toEqual(['null n unknown: invalid #0, unknown #0']);
  });

  test('more attempts than are listed: the latest 64', async () => {
    const events = Array.from({ length: 80 }, () => retry('schema-violation', 'c1'));
    const row = (await all(await givenLog([...events, taken('v.a', 'c1')]))).rows[0];
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
    const page = await all(await givenLog(events, { ...header, run: { runId: 'r1' } }));
    expect(page.rows[0]?.attempts[0]?.retry?.note).toBe(note);
  });

  test('a budget at which the next attempt was cut off is that one', async () => {
    const events = [
      truncated(100),
      retry('truncation', 'c1'),
      truncated(130),
      failed('envelope_invalid', 'c1'),
    ];
    expect((await all(await givenLog(events))).rows[0]?.attempts[0]?.retry?.note).toBe('budget 100 → 130');
  });
});
