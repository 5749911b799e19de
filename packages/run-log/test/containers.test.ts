import { gzipSync } from 'node:zlib';
import { type ArchivedFile, zipArchive } from '@openwop-inspector/testing/files';
import { describe, expect, test } from 'vitest';
import { type ByteSource, bytesSource, openRunLog, type RunLog } from '../src/index.ts';

/** Archives and recordings are opened where they hold one log, and named with what to do where not (bundles 1). */

const event = (sequence: number): string =>
  JSON.stringify({
    eventId: `e${sequence}`,
    runId: 'r',
    type: 'node.started',
    sequence,
    timestamp: '2026-05-18T10:00:00Z',
    payload: { nodeId: 'n', typeId: 't' },
  });
const LOG = `${event(0)}\n${event(1)}\n${event(2)}\n`;
const STREAM = `data: ${event(0)}\n\ndata: ${event(1)}\n\n`;
const BUNDLE = `{"bundleVersion":"1","run":{"runId":"r"},"events":[${event(0)}]}`;

async function open(content: string | Uint8Array, name = 'input'): Promise<RunLog> {
  const log = openRunLog(bytesSource(name, Buffer.from(content)));
  await log.loaded;
  return log;
}

const file = (
  name: string,
  content: string | Uint8Array = LOG,
  more: Partial<ArchivedFile> = {},
): ArchivedFile => ({
  name,
  content,
  ...more,
});

function messages(log: RunLog, code: string): readonly string[] {
  return log.index.problems
    .list()
    .filter(({ entry }) => entry.code === code)
    .map(({ entry }) => entry.message);
}

describe('a ZIP archive with one log opens', () => {
  const readme = file('README.md', '# A run\n');
  const picture = file('shot.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]));
  test.each<[string, Uint8Array, number, string, string]>([
    ['deflated', zipArchive([file('run.ndjson')]), 3, 'ndjson', 'run.ndjson'],
    ['stored', zipArchive([file('run.ndjson', LOG, { method: 0 })]), 3, 'ndjson', 'run.ndjson'],
    ['a debug bundle', zipArchive([file('bundle.json', BUNDLE)]), 1, 'debug-bundle', 'bundle.json'],
    ['in a folder', zipArchive([file('a/', ''), file('a/run.sse', STREAM)]), 2, 'sse', 'a/run.sse'],
    [
      'next to files that are no logs',
      zipArchive([readme, file('run.ndjson'), picture]),
      3,
      'ndjson',
      'run.ndjson, the one log of 3 files',
    ],
    [
      'next to what a system adds',
      zipArchive([file('run.ndjson'), file('__MACOSX/._run.ndjson', 'x'), file('.DS_Store', 'x')]),
      3,
      'ndjson',
      'run.ndjson',
    ],
    ['packed again', zipArchive([file('run.ndjson.gz', gzipSync(LOG))]), 3, 'ndjson', 'run.ndjson.gz'],
    ['in gzip', gzipSync(zipArchive([file('run.ndjson')])), 3, 'ndjson', 'run.ndjson'],
    ['in an archive', zipArchive([file('in.zip', zipArchive([file('x.log')]))]), 3, 'ndjson', 'in.zip'],
  ])('%s', async (_name, bytes, events, format, words) => {
    const log = await open(bytes, 'input.zip');
    expect([log.format, log.index.events, log.endsEarly]).toEqual([format, events, false]);
    expect(messages(log, 'opened_part')[0]).toBe(`Read out of a ZIP archive: ${words}`);
    expect(log.index.problems.has('unknown_format')).toBe(false);
    const rows = await log.rows([0]);
    expect(rows[0]?.eventId).toBe('e0');
  });

  test('archives of several archives are looked into once: what holds itself has an end (security S-12)', async () => {
    let nested = zipArchive([file('a.ndjson'), file('b.ndjson')]);
    for (let depth = 0; depth < 6; depth++)
      nested = zipArchive(Array.from({ length: 8 }, (_, at) => file(`${at}.zip`, nested)));
    const log = await open(nested);
    expect([log.index.events, log.results[0]?.explanation]).toEqual([0, expect.stringContaining('8 files')]);
  });

  test('in every size of the pieces that a source gives', async () => {
    const bytes = zipArchive([file('run.ndjson', LOG.repeat(50)), readme]);
    for (const most of [30, 101, 5000]) {
      const source: ByteSource = {
        ...bytesSource('a.zip', bytes),
        read: async (offset, length) =>
          bytes.subarray(offset, offset + (length > 60_000 ? length : Math.min(length, Math.max(most, 512)))),
      };
      const log = openRunLog(source);
      await log.loaded;
      expect(log.index.entries, `pieces of ${most}`).toBe(150);
    }
  });
});

describe('a ZIP archive that is not opened is named with what to do', () => {
  const many = Array.from({ length: 7 }, (_, i) => file(`run-${i}.ndjson`));
  test.each<[string, Uint8Array, string]>([
    [
      'two logs',
      zipArchive([file('a.ndjson'), file('b.json', BUNDLE)]),
      'with 2 logs: a.ndjson, b.json. Unpack it and open one of them, or their folder',
    ],
    [
      'many logs',
      zipArchive(many),
      'with 7 logs: run-0.ndjson, run-1.ndjson, run-2.ndjson, run-3.ndjson, run-4.ndjson and 2 more. Unpack it',
    ],
    [
      'no log',
      zipArchive([file('a.txt', 'a'), file('b.txt', 'b')]),
      'with 2 files, none of them a log: a.txt, b.txt. Unpack it and open the file that holds the events',
    ],
    ['no file', zipArchive([]), 'without a file'],
    [
      'encrypted',
      zipArchive([file('a.ndjson', LOG, { flags: 1 })]),
      'that is encrypted: a.ndjson. Unpack it with its password',
    ],
    [
      'encrypted among others',
      zipArchive([file('a.ndjson', LOG, { flags: 1 }), file('r.md', 'x')]),
      'that is encrypted: a.ndjson.',
    ],
    [
      'another method',
      zipArchive([file('a.ndjson', LOG, { method: 93 })]),
      'packed by method 93, which is not read here: a.ndjson.',
    ],
    ['ZIP64', zipArchive([file('a.ndjson')], { 10: 0xffff }), 'of the form ZIP64. Unpack it'],
    ['several parts', zipArchive([file('a.ndjson')], { 4: 1 }), 'in several parts.'],
    [
      'a name above its folder',
      zipArchive([file('../../etc/a.ndjson')]),
      'with a file that leads out of its folder: ../../etc/a.ndjson. Do not unpack it',
    ],
    ['an absolute name', zipArchive([file('/etc/a.ndjson')]), 'with a file that leads out of its folder'],
    ['a drive', zipArchive([file('C:\\a.ndjson')]), 'with a file that leads out of its folder'],
    ['backslashes', zipArchive([file('a\\..\\..\\b.ndjson')]), 'with a file that leads out of its folder'],
    ['cut', zipArchive([file('a.ndjson')]).subarray(0, 60), 'that is cut or damaged. Fetch it again'],
    ['a damaged list', zipArchive([file('a.ndjson')], { 16: 7 }), 'that is cut or damaged'],
    ['more files than it lists', zipArchive([file('a.ndjson')], { 10: 9 }), 'that is cut or damaged'],
    ['a name that hides letters', zipArchive([file('a\u202e.txt', 'a'), file('b', 'b')]), 'a\ufffd.txt'],
  ])('%s', async (_name, bytes, words) => {
    const log = await open(bytes, 'input.zip');
    expect(log.results[0]?.explanation).toContain(`A ZIP archive `);
    expect(log.results[0]?.explanation).toContain(words);
    expect([log.format, log.index.events]).toEqual(['unknown', 0]);
    expect(log.problemGroups().map(({ code }) => code)).toEqual(['unknown_format']);
  });

  test.each([
    ['a wrong checksum', zipArchive([file('a.ndjson', LOG, { crc: 1 })])],
    ['a wrong checksum of a stored file', zipArchive([file('a.ndjson', LOG, { crc: 1, method: 0 })])],
  ])('%s: what came out is displayed, and the damage is reported', async (_name, bytes) => {
    const log = await open(bytes);
    expect([log.index.events, log.endsEarly]).toEqual([3, true]);
    expect(messages(log, 'zip_damaged')[0]).toContain('a.ndjson is cut or damaged in the ZIP archive');
  });

  test('a file far larger than it is packed stops at the limit of gzip (security S-12)', async () => {
    const log = await open(zipArchive([file('a.ndjson', LOG + ' '.repeat(80 * 1024 * 1024))]));
    expect(log.index.problems.has('unpack_stopped')).toBe(true);
    expect(log.sizeBytes).toBeLessThanOrEqual(64 * 1024 * 1024);
  });
});

const har = (...contents: readonly object[]): string =>
  JSON.stringify({
    log: {
      version: '1.2',
      creator: { name: 'made', version: '1' },
      entries: contents.map((content) => ({
        request: { url: 'https://h.example/?token=CANARY' },
        response: { content },
      })),
    },
  });
const stream = (text: string): object => ({ mimeType: 'text/event-stream; charset=utf-8', text });
const page = { mimeType: 'text/html', text: '<p>x' };

describe('a HAR recording', () => {
  test.each<[string, string, number, string]>([
    [
      'of one event stream',
      har(page, stream(STREAM)),
      2,
      'Read out of a recording of 2 HTTP exchanges (HAR): its event stream',
    ],
    [
      'as base64',
      har({ ...stream(Buffer.from(STREAM).toString('base64')), encoding: 'base64' }),
      2,
      'of 1 HTTP exchange (HAR)',
    ],
    [
      'of several',
      har(stream(`data: ${event(7)}\n\n`), stream(STREAM)),
      2,
      'the largest of its 2 event streams. Save the others',
    ],
    ['with line breaks', JSON.stringify(JSON.parse(har(stream(STREAM))), null, 2), 2, 'its event stream'],
  ])('%s opens it', async (_name, text, events, words) => {
    const log = await open(text);
    expect([log.format, log.index.events, log.sizeBytes]).toEqual(['sse', events, STREAM.length]);
    expect(messages(log, 'opened_part')[0]).toContain(words);
  });

  test.each<[string, string, string]>([
    [
      'without an event stream',
      har(page, page),
      'A recording of 2 HTTP exchanges (HAR) without an event stream. Save',
    ],
    [
      'whose event stream was not stored',
      har({ mimeType: 'text/event-stream' }),
      'whose event stream has no content',
    ],
    ['without entries', har(), 'A recording of 0 HTTP exchanges (HAR) without'],
  ])('%s says what to do', async (_name, text, words) => {
    const log = await open(text);
    expect(log.results[0]?.explanation).toContain(words);
    expect(log.results[0]?.explanation).not.toContain('CANARY');
    expect(log.problemGroups().map(({ code }) => code)).toEqual(['unknown_format']);
  });

  test('opens out of gzip and out of an archive', async () => {
    for (const bytes of [gzipSync(har(stream(STREAM))), zipArchive([file('a.har', har(stream(STREAM)))])])
      expect((await open(bytes)).index.events).toBe(2);
  });

  test('a document with a member "log" that is no recording is read as before', async () => {
    const log = await open(`{"log":{"a":1},"events":[${event(0)}]}`);
    expect([log.format, log.index.events]).toEqual(['poll', 1]);
  });
});

describe('other packed data is named by its first bytes, and Brotli by its name', () => {
  const tar = Buffer.alloc(1024, 0);
  tar.write('ustar', 257);
  const noise = Buffer.from([0x1b, 0x9a, 0x00, 0xf8, 0x8d, 0xff, 0x91, 0xc3, 0x28]);
  test.each<[string, Uint8Array | string, RegExp]>([
    [
      'a.ndjson.zst',
      Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 4, 0]),
      /^Data packed with Zstandard: unpack it \(zstd -d\)/,
    ],
    ['a.xz', Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0]), /^Data packed with xz/],
    ['a.bz2', Buffer.from('BZh91AY'), /^Data packed with bzip2/],
    ['a.7z', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4]), /^A 7-Zip archive/],
    ['a.tar', tar, /^A tar archive/],
    ['a.tar.gz', gzipSync(tar), /^A tar archive/],
    ['a.ndjson.br', noise, /^Data packed with Brotli: unpack it \(brotli -d\)/],
    ['a.BR', Buffer.from([0x8b, 0x02, 0x80, 0x61, 0x03]), /^Data packed with Brotli/],
    ['a.bin', noise, /NUL/],
  ])('%s', async (name, bytes, words) => {
    const log = await open(bytes, name);
    expect(log.results[0]?.explanation).toMatch(words);
    expect(log.format).toBe('unknown');
  });

  test('a text log is opened whatever its name', async () => {
    expect((await open(LOG, 'run.br')).index.events).toBe(3);
    expect((await open(LOG, 'run.zip')).index.events).toBe(3);
  });
});
