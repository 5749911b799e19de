import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Options } from '../src/grammar/options.ts';
import { exportEvents } from '../src/verbs/export.ts';
import { type CaptureOptions, captureTerminal } from './capture-terminal.ts';
import { ScratchFolder, sample } from './scratch-folder.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());
let made = 0;

async function ran(paths: readonly string[], options: Partial<Options<'export'>> & CaptureOptions = {}) {
  const { signal, onProgress, ...rest } = options;
  const stored = captureTerminal({ ...(signal ? { signal } : {}), ...(onProgress ? { onProgress } : {}) });
  const out = join(scratch.path, `${made++}.parquet`);
  const requested: Options<'export'> = {
    format: 'parquet',
    out,
    filter: null,
    allowLeak: [],
    force: false,
    json: true,
    ...rest,
  };
  const status = await exportEvents(paths, requested, stored.surroundings);
  return { status, file: requested.out ?? '', out: stored.out(), err: stored.err() };
}

/** Its first and last four bytes say that a file is Parquet, and whole. */
const isParquet = (file: string): boolean => {
  const bytes = readFileSync(file).toString('latin1');
  return bytes.startsWith('PAR1') && bytes.endsWith('PAR1');
};

describe('export', () => {
  test('writes the events of files and folders as one file, and says how many', async () => {
    const { status, file, out } = await ran([
      sample('acme-prd-draft.bundle.json'),
      sample('fan-out.ndjson.gz'),
    ]);
    expect(status).toBe(0);
    expect(JSON.parse(out)).toEqual({ out: file, format: 'parquet', events: 266, files: 2 });
    expect(isParquet(file)).toBe(true);
  });

  test('takes only what a filter selects; a wrong filter writes nothing', async () => {
    const draft = sample('acme-prd-draft.bundle.json');
    expect(JSON.parse((await ran([draft], { filter: 'type:node.failed' })).out).events).toBe(1);
    const wrong = await ran([draft], { filter: 'seq:many' });
    expect(wrong.status).toBe(2);
    expect(wrong.err).toContain('column 1');
    expect(existsSync(wrong.file)).toBe(false);
  });

  test('writes runs as spans, a line a request; a filter is refused for them', async () => {
    const draft = sample('acme-prd-draft.bundle.json');
    const { status, file, out } = await ran([draft], { format: 'otlp-json' });
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const spans = lines.flatMap((line) => JSON.parse(line).resourceSpans[0].scopeSpans[0].spans);
    expect([status, JSON.parse(out).spans]).toEqual([0, spans.length]);
    const refused = await ran([draft], { format: 'otlp-json', filter: 'type:node.failed' });
    expect([refused.status, refused.err]).toEqual([2, expect.stringContaining('takes no filter')]);
  });

  test('writes NDJSON by the ending of the name, each event a line, with one mark for one secret', async () => {
    const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const folder = join(scratch.path, 'lines');
    mkdirSync(folder);
    for (const [name, rest] of Object.entries({ a: { payload: { note: key } }, b: { causationId: key } })) {
      const event = { eventId: name, runId: name, type: 'x.y', sequence: 0, payload: {}, ...rest };
      writeFileSync(join(folder, `${name}.ndjson`), JSON.stringify(event));
    }
    const out = join(scratch.path, 'lines.jsonl');
    const { status, out: reported } = await ran([folder], { out, format: null });
    expect([status, JSON.parse(reported)]).toEqual([0, { out, format: 'ndjson', events: 2, files: 2 }]);
    const lines = readFileSync(out, 'utf8')
      .trimEnd()
      .split('\n')
      .map((one) => JSON.parse(one));
    expect(lines[0].payload.note).toBe('…[masked:github #1]');
    expect(lines[1].causationId).toBe('…[masked:github #1]');
    expect(await ran(['-', folder], { format: 'ndjson' })).toMatchObject({ status: 2 });
    const named = await ran([folder], { allowLeak: ['a:/payload'] });
    expect([named.status, named.err]).toEqual([2, expect.stringContaining('--allow-leak is for NDJSON')]);
  });

  test.each([
    ['zz', 2, 'as e7:/payload/text; zz is none'],
    ['zz:payload', 2, 'zz:payload is none'],
    ['zz:/payload', 0, 'no secret is left at zz:/payload'],
  ])(
    'a place that may keep a secret is one of the export, or that is said: %s',
    async (place, status, said) => {
      const options = { format: 'ndjson', allowLeak: [place] } as const;
      const ended = await ran([sample('repaired-ticket.ndjson')], options);
      expect([ended.status, ended.err]).toEqual([status, expect.stringContaining(said)]);
    },
  );

  test('a session file without its log is refused, by what it was saved from', async () => {
    const head = { form: 'openwop-inspector-session/1', log: { name: 'run.json' } };
    const file = scratch.write('alone.session', `${JSON.stringify(head)}\n`);
    for (const format of ['ndjson', 'parquet', 'otlp-json'] as const) {
      const ended = await ran([file], { format });
      expect([ended.status, ended.err]).toEqual([2, expect.stringContaining('was saved from run.json')]);
      expect(existsSync(ended.file)).toBe(false);
    }
  });

  test('a form that is named counts before the ending of the file', async () => {
    const out = join(scratch.path, 'named.csv');
    const { status } = await ran([sample('fan-out.ndjson.gz')], { format: 'ndjson', out });
    expect(status).toBe(0);
    expect(readFileSync(out, 'utf8')).toMatch(/^\{/);
  });

  test('writes over nothing unless requested', async () => {
    const out = scratch.write('mine.parquet', 'mine');
    const refused = await ran([sample('fan-out.ndjson.gz')], { out });
    expect([refused.status, readFileSync(out, 'utf8')]).toEqual([2, 'mine']);
    expect((await ran([sample('fan-out.ndjson.gz')], { out, force: true })).status).toBe(0);
    expect(isParquet(out)).toBe(true);
  });

  test('a log is not replaced by its own export, named or in a folder, and nothing else is left', async () => {
    const folder = join(scratch.path, 'own');
    mkdirSync(folder);
    const log = join(folder, 'log.ndjson');
    copyFileSync(sample('repaired-ticket.ndjson'), log);
    for (const path of [log, folder]) {
      const { status, err } = await ran([path], { out: log, format: 'ndjson', force: true });
      expect([status, err]).toEqual([2, expect.stringContaining('is the log itself')]);
    }
    expect(readFileSync(log)).toEqual(readFileSync(sample('repaired-ticket.ndjson')));
    expect((await ran([log], { out: folder, format: 'ndjson', force: true })).err).toContain('is a folder');
    expect(readdirSync(folder)).toEqual(['log.ndjson']);
  });

  test.each([
    ['no --out', { out: null }, 'missing'],
    ['a form that is not written', { format: null, out: join(scratch.path, 'x.csv') }, 'no .csv is written'],
    [
      'a folder that is not there',
      { out: join(scratch.path, 'no', 'such.parquet') },
      'its folder does not exist',
    ],
  ])('%s is reported', async (_, options, why) => {
    const { status, err } = await ran([sample('fan-out.ndjson.gz')], options);
    expect(status).toBe(2);
    expect(err).toContain(why);
  });

  test('names what holds no run: of a folder in a remark, of a path that was named as a fault', async () => {
    const folder = join(scratch.path, 'mixed');
    mkdirSync(folder);
    writeFileSync(join(folder, 'notes.md'), '# none');
    writeFileSync(join(folder, 'run.ndjson'), readFileSync(sample('repaired-ticket.ndjson')));
    const mixed = await ran([folder]);
    expect([mixed.status, JSON.parse(mixed.out).files]).toEqual([0, 1]);
    expect(mixed.err).toContain('notes.md');
    const named = await ran([join(folder, 'notes.md'), join(folder, 'run.ndjson')]);
    expect([named.status, JSON.parse(named.out).files]).toEqual([1, 1]);
    expect((await ran([join(folder, 'notes.md')])).status).toBe(2);
  });

  test('a stop leaves nothing, and says so', async () => {
    const stop = new AbortController();
    const lines = Array.from(
      { length: 2000 },
      (_, sequence) =>
        `{"eventId":"e${sequence}","runId":"r","type":"x.y","sequence":${sequence},"payload":null}`,
    );
    const log = scratch.write('long.ndjson', lines.join('\n'));
    const { status, file, err } = await ran([log], {
      signal: stop.signal,
      onProgress: (text) => {
        if (text?.includes('events written')) stop.abort();
      },
    });
    expect(status).toBe(130);
    expect(err).toContain('stopped');
    expect(existsSync(file)).toBe(false);
  });

  test('spans are written to standard output where the file is -, a table is not', async () => {
    const draft = sample('acme-prd-draft.bundle.json');
    const { status, out, err } = await ran([draft], { format: 'otlp-json', out: '-' });
    expect(status).toBe(0);
    for (const line of out.trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('resourceSpans');
    expect(err).toMatch(/ spans of 1 file written/);
    const table = await ran([draft], { out: '-' });
    expect([table.status, table.out, table.err]).toEqual([2, '', expect.stringContaining('give it a name')]);
    expect(existsSync('-')).toBe(false);
  });

  test('a run that is in two files has a trace of each, which is said', async () => {
    const draft = sample('acme-prd-draft.bundle.json');
    const copy = scratch.write('copy.json', readFileSync(draft, 'utf8'));
    const { file, err } = await ran([draft, copy], { format: 'otlp-json' });
    const spans = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .flatMap((line) => JSON.parse(line).resourceSpans[0].scopeSpans[0].spans);
    expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
    expect(err).toContain('1 of its runs are in an earlier file too');
  });

  test('leaves no part of a file behind', () => {
    expect(readdirSync(scratch.path).filter((name) => name.endsWith('.part'))).toEqual([]);
  });
});
