import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import type { Options } from '../src/grammar/options.ts';
import { chain } from '../src/verbs/chain.ts';
import { event } from '../src/verbs/event.ts';
import { events } from '../src/verbs/events.ts';
import { inspect } from '../src/verbs/inspect.ts';
import { type CaptureOptions, captureTerminal } from './capture-terminal.ts';
import { chainOf, eventLine, recordings, ScratchFolder, sample } from './scratch-folder.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());

const prd = sample('acme-prd-draft.bundle.json');
const fanOut = sample('fan-out.ndjson.gz');
/** Its second event holds a live token. */
const leaky = scratch.write(
  'leaky.ndjson',
  `${eventLine(0)}\n${eventLine(1, { payload: { level: 'info', message: 'x', interruptToken: 'abcd1234efgh5678' } })}\n`,
);

async function inspected(
  files: readonly string[],
  options: CaptureOptions & { json?: boolean; checks?: boolean } = {},
) {
  const stored = captureTerminal(options);
  const status = await inspect(
    files,
    { json: options.json ?? true, checks: options.checks ?? true },
    stored.surroundings,
  );
  return { status, out: stored.out(), err: stored.err() };
}

const listAll: Options<'events'> = { json: true, filter: null, limit: null, offset: 0, checks: true };

async function listed(file: string, options: Partial<Options<'events'>> = {}, terminal: CaptureOptions = {}) {
  const stored = captureTerminal(terminal);
  const status = await events(file, { ...listAll, ...options }, stored.surroundings);
  return { status, out: stored.out(), err: stored.err() };
}

async function oneEvent(file: string, ref: string, options: { json?: boolean; unmasked?: boolean } = {}) {
  const stored = captureTerminal();
  const status = await event(file, ref, { json: true, unmasked: false, ...options }, stored.surroundings);
  return { status, out: stored.out(), err: stored.err() };
}

async function chained(file: string, ref: string, json = true) {
  const stored = captureTerminal();
  const status = await chain(file, ref, { json, limit: null }, stored.surroundings);
  return { status, out: stored.out(), err: stored.err() };
}

describe('inspect of a file that holds no run', () => {
  const envelope = (id: string): string =>
    JSON.stringify({
      type: 'error',
      envelopeId: id,
      correlationId: id,
      payload: { code: 'x', message: 'y' },
      meta: { source: 'ai-generation', ts: '2026-05-18T10:00:00Z' },
    });
  const message = JSON.stringify({ protocol: 'agh-network/v0', id: 'm', kind: 'say', from: 'a', body: {} });

  test.each([
    ['one envelope', 'one.json', envelope('a'), /1 envelope, and no event of a run/, 'accept'],
    ['lines of envelopes', 'two.ndjson', `${envelope('a')}\n${envelope('b')}\n`, /2 envelopes/, 'accept'],
  ])('%s: the verb for it is named', async (_name, file, text, words, verb) => {
    const path = scratch.write(file, text);
    const { out } = await inspected([path], { json: false });
    expect(out).toMatch(words);
    expect(out).toContain(`openwop-inspector ${verb} `);
    const document = JSON.parse((await inspected([path])).out);
    expect(document.explanation).toMatch(words);
  });

  test.each([
    ['an AGH message', 'agh.json', message, 1],
    ['a list of AGH messages', 'agh-list.json', `[${message},${message}]`, 2],
    ['lines of AGH messages', 'agh.ndjson', `${message}\n${message}\n`, 2],
  ])('%s is opened: each message is a row with its verdict (agh 2)', async (_name, file, text, count) => {
    const path = scratch.write(file, text);
    const { out } = await inspected([path], { json: false });
    expect(out).toMatch(new RegExp(`${count} AGH message`));
    expect(out).toContain('openwop-inspector agh ');
    const document = JSON.parse((await inspected([path])).out);
    expect(document).toMatchObject({ events: 0, aghMessages: count, runs: [] });
    const reported = { code: 'agh_malformed', step: 'A2a', reason_code: 'malformed', sequence: 1 };
    expect(document.problems).toContainEqual(expect.objectContaining(reported));
  });

  test('messages are listed in words of their protocol (agh 2, 5)', async () => {
    const { out } = await listed(sample('agh-delegation.json'), { json: false });
    expect(out).toMatch(/CHANNEL +INTERACTION +TYPE/);
    expect(out).toMatch(/^13 messages$/m);
  });

  const items = [
    { kind: 'agent', ref: 'planner', dependsOn: ['pack.search'], payload: {} },
    { kind: 'pack', ref: 'pack.search', payload: { token: 'abcd1234efgh5678ijkl' } },
  ];
  const estate = JSON.stringify({ bundleVersion: '1', source: { origin: 'x' }, items });

  test('an export bundle lists its items, and reports a credential in them without showing it', async () => {
    const path = scratch.write('estate.json', estate);
    const { out } = await inspected([path], { json: false });
    expect(out).toMatch(/agent +planner +pack\.search/);
    expect(out).toMatch(/pack +pack\.search/);
    expect(out).not.toContain('abcd1234efgh');
    const json = (await inspected([path])).out;
    const document = JSON.parse(json);
    expect(document.exportItems).toEqual([
      { kind: 'agent', ref: 'planner', dependsOn: ['pack.search'] },
      { kind: 'pack', ref: 'pack.search', dependsOn: [] },
    ]);
    expect(document.problems).toContainEqual(expect.objectContaining({ pointer: '/items/1/payload/token' }));
    expect(json).not.toContain('abcd1234efgh');
  });

  test('a broken file is refused with the place of the fault', async () => {
    const path = scratch.write('broken.json', '{\n"a": nope nope\n}');
    const { status, err } = await inspected([path], { json: false });
    expect(status).toBe(2);
    expect(err).toContain('The document is not JSON at byte');
    expect(err).toMatch(/line 2/);
  });
});

describe('inspect --json', () => {
  test('prints the contract, in its order', async () => {
    const { status, out } = await inspected([prd]);
    const document = JSON.parse(out);
    expect(status).toBe(0);
    expect(Object.keys(document).slice(0, 10)).toEqual([
      'file',
      'format',
      'runs',
      'entries',
      'events',
      'duplicates',
      'unreadable',
      'envelopes',
      'causal',
      'problems',
    ]);
    expect(document).toMatchObject({
      file: prd,
      format: 'debug-bundle',
      runs: [
        {
          runId: 'prd-5f2c',
          workflowId: 'acme.prd-draft',
          status: 'failed',
          firstSequence: 0,
          firstFailure: { type: 'node.failed', nodeId: 'draft', code: 'envelope_invalid' },
        },
      ],
      causal: { orphans: [], cycles: [], ambiguous: [] },
    });
    expect(Object.keys(document.runs[0].firstFailure).slice(0, 6)).toEqual([
      'sequence',
      'eventId',
      'type',
      'nodeId',
      'code',
      'message',
    ]);
    expect(Object.keys(document.causal).slice(0, 6)).toEqual([
      'roots',
      'edges',
      'byRule',
      'orphans',
      'cycles',
      'ambiguous',
    ]);
  });

  test('counts what a plain reading counts', async () => {
    const lines = gunzipSync(readFileSync(fanOut)).toString().trim().split('\n');
    const runIds = new Set(lines.map((row) => JSON.parse(row).runId));
    const caused = lines.filter((row) => JSON.parse(row).causationId !== undefined);
    const document = JSON.parse((await inspected([fanOut])).out);
    expect([document.entries, document.events, document.runs.length]).toEqual([
      lines.length,
      lines.length,
      runIds.size,
    ]);
    expect(document.causal.edges).toBe(caused.length);
    expect(document).toMatchObject({ format: 'ndjson', gzip: true, duplicates: 0, unreadable: 0 });
  });

  test('entries less duplicates are events', async () => {
    const repeated = `${eventLine(0)}\n${eventLine(1)}\n${eventLine(1)}\n`;
    const document = JSON.parse((await inspected([scratch.write('repeats.ndjson', repeated)])).out);
    expect([document.entries, document.duplicates, document.events]).toEqual([3, 1, 2]);
  });

  test('a file cut short is unknown, with the shape it seemed to have', async () => {
    const cut = scratch.write('cut.json', readFileSync(prd).subarray(0, 60_000));
    const { status, out } = await inspected([cut]);
    const document = JSON.parse(out);
    expect(status).toBe(1);
    expect(document).toMatchObject({ format: 'unknown', assumedFormat: 'debug-bundle', complete: false });
    expect(document.events).toBeGreaterThan(100);
    expect(document.problems).toContainEqual(
      expect.objectContaining({ code: 'ends_early', severity: 'error', byteOffset: 60_000 }),
    );
  });

  test('keeps the order of the arguments, whatever cannot be read', async () => {
    const text = scratch.write('text.txt', 'hello');
    const { status, out } = await inspected([`${scratch.path}/gone`, prd, text]);
    const documents = out
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(documents.map(({ file }) => file)).toEqual([`${scratch.path}/gone`, prd, text]);
    expect(documents.map(({ error }) => error)).toEqual([
      `${scratch.path}/gone: there is no such file`,
      undefined,
      'Text without a JSON event, a fenced envelope or stream frames',
    ]);
    expect(status).toBe(2);
  });

  test('counts what is no log in a folder behind the first three', async () => {
    const folder = `${scratch.path}/others`;
    mkdirSync(folder);
    for (let k = 0; k < 6; k++) writeFileSync(`${folder}/note-${k}.txt`, 'hello');
    const { status, err } = await inspected([folder], { json: false });
    expect(err.match(/note-\d/g)).toEqual(['note-0', 'note-1', 'note-2']);
    expect(err).toContain('3 more files of a folder hold no run');
    expect(status).toBe(0);
  });

  test('a recorded log of each host gives events and no error', async () => {
    const files = ['app', 'in-memory'].flatMap((host) => [
      `${recordings}/${host}/conformance-clarification/poll.json`,
      `${recordings}/${host}/conformance-clarification/debug-bundle.json`,
    ]);
    const { status, out } = await inspected(files);
    for (const row of out.trim().split('\n')) expect(JSON.parse(row).events).toBeGreaterThan(1);
    expect(status).toBe(0);
  });

  test('without checks says nothing about payloads', async () => {
    const codes = async (checks: boolean): Promise<string[]> =>
      JSON.parse((await inspected([leaky], { checks })).out).problems.map(
        ({ code }: { code: string }) => code,
      );
    expect(await codes(true)).toContain('token_in_payload');
    expect(await codes(false)).not.toContain('token_in_payload');
  });

  test('of standard input is named -', async () => {
    const { out } = await inspected(['-'], { stdin: readFileSync(fanOut) });
    expect(JSON.parse(out)).toMatchObject({ file: '-', format: 'ndjson', gzip: true });
  });

  test('stopped in the middle prints what was read', async () => {
    const long = scratch.write('long.ndjson', chainOf(30_000));
    const stop = new AbortController();
    const { out } = await inspected([long, prd], { signal: stop.signal, onProgress: () => stop.abort() });
    const documents = out
      .trim()
      .split('\n')
      .map((row) => JSON.parse(row));
    expect(documents).toHaveLength(1);
    expect(documents[0].complete).toBe(false);
    expect(documents[0].events).toBeLessThan(30_000);
  });
});

describe('inspect for the user', () => {
  test('says the verdict first, then leads on', async () => {
    const { out } = await inspected([prd], { json: false });
    const [first] = out.split('\n');
    expect(first).toMatch(/^Failed {2}Node draft failed with envelope_invalid/);
    expect(out).toMatch(/Chain starts at +#\d+ {2}agent\.toolCalled/);
    expect(out).toMatch(/openwop-inspector chain .*acme-prd-draft\.bundle\.json \d+/);
  });

  test.each(['40', '60', '80', '120'])('keeps to %s columns, commands to copy excepted', async (columns) => {
    const { out } = await inspected([prd, fanOut], { json: false, columns });
    const rows = out
      .split('\n')
      .filter((row) => !row.includes('openwop-inspector ') && !row.startsWith('File'));
    expect(rows.filter((row) => row.length > Number(columns))).toEqual([]);
  });

  test('of what is no run says why on standard error alone', async () => {
    const { status, out, err } = await inspected([scratch.write('empty', '')], { json: false });
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('The file is empty');
  });
});

describe('events', () => {
  test('lists every row by the names of the contract', async () => {
    const { status, out } = await listed(prd);
    const { total, rows } = JSON.parse(out);
    expect([status, rows.length]).toEqual([0, total]);
    expect(rows[4]).toMatchObject({
      index: 4,
      sequence: 4,
      runId: 'prd-5f2c',
      nodeId: 'intake',
      eventId: 'evt-prd-5f2c-4',
    });
    for (const row of rows) {
      for (const key of ['index', 'sequence', 'type', 'runId', 'nodeId', 'timestamp', 'eventId', 'summary']) {
        expect(row).toHaveProperty(key);
      }
    }
  });

  test.each([
    [{ limit: 3 }, [0, 1, 2]],
    [{ limit: 2, offset: 217 }, [217, 218]],
    [{ limit: 5, offset: 217 }, [217, 218]],
    [{ limit: 0 }, []],
    [{ offset: 5_000 }, []],
  ])('%j', async (options, sequences) => {
    const { total, rows } = JSON.parse((await listed(prd, options)).out);
    expect(total).toBe(219);
    expect(rows.map(({ sequence }: { sequence: number }) => sequence)).toEqual(sequences);
  });

  test('counts and lists what a filter selects', async () => {
    const { total, rows } = JSON.parse(
      (await listed(prd, { filter: 'type:node.* -type:node.completed node:draft', limit: 1 })).out,
    );
    expect([total, rows.length, rows[0].type]).toEqual([2, 1, 'node.started']);
  });

  test('a filter by problem sees payloads', async () => {
    const found = async (checks: boolean): Promise<number> =>
      JSON.parse((await listed(leaky, { filter: 'problem:warning', checks })).out).total;
    expect([await found(true), await found(false)]).toEqual([1, 0]);
  });

  test.each([
    ['typ:x', 'column 1', '  ^'],
    ['node:x "abc', 'column 8', '         ^'],
    ['日本 seq:x', 'column 4', '       ^'],
  ])('the filter %s is refused with its column and a caret', async (filter, column, caret) => {
    const { status, out, err } = await listed(prd, { filter });
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain(column);
    expect(err.split('\n')).toContain(caret);
  });

  test('as a table has one line an event, and says how to go on', async () => {
    const { out } = await listed(prd, { json: false, limit: 5 }, { columns: '100' });
    const rows = out.split('\n');
    expect(rows[0]).toMatch(/SEQ +TIME +NODE +TYPE +SUMMARY/);
    expect(rows[1]).toMatch(/#0 +\+0:00\.000 +– +run\.started/);
    expect(rows[7]).toBe('219 events, rows 1 to 5; continue with --offset 5');
    for (const row of rows) expect(row.length).toBeLessThanOrEqual(100);
  });

  test('of several runs names the run of each', async () => {
    const { out } = await listed(fanOut, { json: false });
    expect(out.split('\n')[0]).toContain('RUN');
    expect(out).toContain('markets-70c4-islands');
  });
});

describe('event', () => {
  test('is the document as recorded, with its place', async () => {
    const recorded = eventLine(1, { payload: { level: 'info', message: 'x' }, observedAt: null });
    const numbers = recorded.replace('"x"', '12345678901234567890.10');
    const file = scratch.write('one.ndjson', `${eventLine(0)}\n${numbers}\n`);
    const { status, out } = await oneEvent(file, 'e1');
    expect(status).toBe(0);
    expect(out).toContain('12345678901234567890.10');
    const bytes = readFileSync(file);
    const { index, byteOffset, byteLength, ...document } = JSON.parse(out);
    expect(JSON.parse(bytes.subarray(byteOffset, byteOffset + byteLength).toString())).toEqual(document);
    expect(index).toBe(1);
  });

  test.each(['evt-prd-5f2c-75', '75', '#75', 'prd-5f2c:75'])('is found by %s', async (ref) => {
    expect(JSON.parse((await oneEvent(prd, ref)).out).eventId).toBe('evt-prd-5f2c-75');
  });

  test('its live tokens are masked, and printed on request', async () => {
    for (const json of [true, false]) {
      const masked = await oneEvent(leaky, '1', { json });
      const plain = await oneEvent(leaky, '1', { json, unmasked: true });
      expect(masked.out).toMatch(/"interruptToken": ?"abcd…\[masked:name\]"/);
      expect(masked.out + masked.err).not.toContain('1234');
      expect(masked.err).toContain('1 value is masked');
      expect(plain.out).toMatch(/"interruptToken": ?"abcd1234efgh5678"/);
    }
  });

  test('members of its own under our names give way, which is said', async () => {
    const file = scratch.write(
      'own.ndjson',
      `${eventLine(0, { index: 'mine', byteLength: null })}\n${eventLine(1)}\n`,
    );
    const { out, err } = await oneEvent(file, '0');
    expect(JSON.parse(out)).toMatchObject({ index: 0, byteOffset: 0 });
    expect(out.match(/"index"/g)).toHaveLength(1);
    expect(err).toContain('index, byteLength');
  });

  test('equal sequences of several runs are distinguished by the run', async () => {
    const { out, err } = await oneEvent(fanOut, '5');
    expect(JSON.parse(out).runId).toBe('markets-70c4');
    expect(err).toContain('markets-70c4-north:5');
    expect(JSON.parse((await oneEvent(fanOut, 'markets-70c4-islands:5')).out).runId).toBe(
      'markets-70c4-islands',
    );
  });

  test.each(['nope', '99999', 'nope:1', '-1', ''])('a reference to nothing (%s) is refused', async (ref) => {
    const { status, out, err } = await oneEvent(prd, ref);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('219 events');
  });

  test('nested ten thousand levels is printed whole', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const file = scratch.write('deep.json', eventLine(0).replace('"x"', deep));
    const { status, out } = await oneEvent(file, '0');
    expect(status).toBe(1);
    expect(out).toContain(deep);
    expect((await oneEvent(file, '0', { json: false })).out).toContain(']');
  });
});

describe('chain', () => {
  test('leads from the failure to its cause and to where the chain starts', async () => {
    const { status, out } = await chained(prd, '216');
    expect(status).toBe(0);
    const { target, rootCause, chainStartsAt, cause, ancestors, envelope } = JSON.parse(out);
    expect([target.type, chainStartsAt.type]).toEqual(['node.failed', 'agent.toolCalled']);
    expect([cause.type, cause.rule]).toEqual(['agent.toolReturned', 'untrusted']);
    expect(rootCause.eventId).toBe(cause.eventId);
    expect(ancestors[0]).toMatchObject({ type: 'node.started', via: 'correlationId' });
    expect(envelope).toMatchObject({ virtual: true, events: 5 });
  });

  test('takes the correlationId of an envelope', async () => {
    const { envelope } = JSON.parse((await chained(prd, '216')).out);
    const { status, out } = await chained(prd, envelope.correlationId);
    expect([status, JSON.parse(out).envelope]).toEqual([0, envelope]);
  });

  test('is drawn with words for the user', async () => {
    const { out } = await chained(prd, '216', false);
    expect(out).toMatch(/^Chain starts at {2}#136 {2}agent\.toolCalled/);
    for (const words of ['└─ by eventId', '└─ by correlationId', ' ▸ #216  node.failed', 'Effects (1)']) {
      expect(out).toContain(words);
    }
  });

  test('shows the inferred tree under words that say so where nothing is recorded, and no cause', async () => {
    const file = scratch.write(
      'no-causes.ndjson',
      [
        eventLine(0, { type: 'run.started' }),
        eventLine(1, { type: 'node.started', nodeId: 'draft' }),
        eventLine(2, { type: 'node.failed', nodeId: 'draft' }),
      ].join('\n'),
    );
    const { out } = await chained(file, '2', false);
    expect(out).toContain('Inferred, not recorded');
    expect(out).toMatch(
      /┊┄ inside this run\n {3}#1 {2}node\.started {2}draft.*\n {3}┊┄ start of its attempt\n ▸ #2/,
    );
    expect(out).not.toMatch(/root|Cause |└─|Effects/);
    expect((await chained(file, '0', false)).out).toMatch(
      /┊┄ #1 .* inside this run .*\n.*┊┄ #2 .* start of its attempt/,
    );
  });

  test('of a run that failed leads to the failure that its end names (run-events 4.4)', async () => {
    const file = scratch.write(
      'failed-node.ndjson',
      [
        eventLine(0, { type: 'run.started' }),
        eventLine(1, { type: 'node.failed', nodeId: 'draft' }),
        eventLine(2, { type: 'run.failed', payload: { failedNodeId: 'draft' } }),
      ].join('\n'),
    );
    expect((await chained(file, '2', false)).out).toMatch(
      /#1 {2}node\.failed {2}draft.*\n {3}└─ failedNodeId \(not a causationId: it names the node\)\n ▸ #2/,
    );
  });

  test('of ten thousand causes stays short for the user and complete for a program', async () => {
    const file = scratch.write('chain.ndjson', chainOf(10_000));
    const { out } = await chained(file, '9999', false);
    expect(out).toContain('9,959 more causes');
    expect(out.split('\n').length).toBeLessThan(120);
    expect(JSON.parse((await chained(file, '9999')).out).ancestors).toHaveLength(9_999);
  });
});
