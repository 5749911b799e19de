import { appendFileSync, mkdtempSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInflateRaw, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ByteSource, bytesSource, openRunLog, type RunLog, textSource } from '../src/index.ts';
import { fileSpool, openFile } from '../src/node/index.ts';

/** Bad input gets a clear message with a place, and everything readable is still there (bundles section 1). */

const event = (sequence: number, payload = '{}'): string =>
  `{"eventId":"e${sequence}","runId":"r","type":"node.started","sequence":${sequence},"timestamp":"2026-05-18T10:00:00Z","payload":${payload}}`;

async function open(source: ByteSource | string | Uint8Array): Promise<RunLog> {
  const bytes =
    typeof source === 'string'
      ? textSource('input', source)
      : source instanceof Uint8Array
        ? bytesSource('input', source)
        : source;
  const log = openRunLog(bytes);
  await log.loaded;
  return log;
}

/** As Chromium unpacks: a further member is junk after the first, and what the piece with it gave is lost. */
class OneMemberStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor() {
    const inflate = createInflateRaw();
    const unpacked: Uint8Array[] = [];
    inflate.on('data', (part: Buffer) => unpacked.push(new Uint8Array(part)));
    inflate.on('end', () => {
      trailer = inflate.bytesWritten + 8;
    });
    let [header, given, trailer] = [10, 0, Number.POSITIVE_INFINITY];
    super({
      async transform(piece, controller) {
        const body = piece.subarray(Math.min(header, piece.length));
        header -= piece.length - body.length;
        given += body.length;
        if (trailer > given && body.length > 0)
          await new Promise((resolve) => inflate.write(body, () => setImmediate(resolve)));
        if (given > trailer) throw new TypeError('Junk found after end of compressed data.');
        for (const part of unpacked.splice(0)) controller.enqueue(part);
      },
      flush() {
        if (given < trailer) throw new TypeError('Compressed input was truncated.');
      },
    });
  }
}

function codes(log: RunLog): string[] {
  return log.problemGroups().map((group) => group.code);
}

describe('a file that holds nothing', () => {
  test.each([
    ['empty', '', /empty/],
    ['white space', ' \n\t\r\n', /5 bytes of white space/],
    ['a byte order mark', '\ufeff', /white space|empty/],
    ['prose', 'hello there', /Text without/],
    ['a JSON string', '"text"', /Text without/],
    ['a web page', '<!doctype html><p>502', /web page/],
    ['an empty object', '{}', /empty object/],
    ['an empty array', '[]', /empty array/],
  ])('%s', async (_name, text, reason) => {
    const log = await open(text);
    expect(log.format).toBe('unknown');
    expect(log.results[0]?.explanation).toMatch(reason);
    expect(codes(log)).toEqual(['unknown_format']);
  });

  test('NUL bytes', async () => {
    const log = await open(new Uint8Array([0x50, 0x51, 3, 4, 0, 0, 0, 0]));
    expect(codes(log)).toContain('nul_bytes');
    expect(log.results[0]?.explanation).toMatch(/byte 4 is NUL/);
  });

  test.each([
    ['UTF-16', 'utf-16le', 2],
    ['UTF-16', 'utf-16be', 2],
    ['UTF-32', 'utf-32le', 4],
    ['UTF-32', 'utf-32be', 4],
  ])('%s without a mark (%s) is named', async (name, encoding, size) => {
    const text = `[${event(0)}]`;
    const bytes = new Uint8Array(text.length * size);
    const at = encoding.endsWith('le') ? 0 : size - 1;
    for (let i = 0; i < text.length; i++) bytes[i * size + at] = text.charCodeAt(i);
    const log = await open(bytes);
    expect(codes(log)).toContain('invalid_utf8');
    expect(log.results[0]?.explanation).toBe(`The file is ${name}. Save it as UTF-8 and open it again`);
  });

  test('damaged gzip says so, and not that the file is empty', async () => {
    const log = await open(new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3]));
    expect(codes(log)).toEqual(['gzip_damaged']);
    expect(log.results[0]?.explanation).toMatch(/gzip stream is cut or damaged after 0 unpacked bytes/);
  });

  test.each([
    ['little endian', [0xff, 0xfe, 0x7b, 0]],
    ['big endian', [0xfe, 0xff, 0, 0x7b]],
  ])('UTF-16 %s', async (_name, bytes) => {
    const log = await open(new Uint8Array(bytes));
    expect(codes(log)).toContain('invalid_utf8');
    expect(log.results[0]?.explanation).toMatch(/UTF-16/);
  });
});

describe('one bad event does not cost the others', () => {
  test('invalid UTF-8 inside a payload: the event is stored, the byte is named', async () => {
    const text = new TextEncoder().encode(`${event(0, '{"a":"?"}')}\n${event(1)}\n`);
    const at = text.indexOf(0x3f);
    text[at] = 0xff;
    const log = await open(text);
    expect(log.index.events).toBe(2);
    const [problem] = await log.problems('invalid_utf8', 0, 10);
    expect(problem?.problem).toMatchObject({ byteOffset: at, line: 1, eventId: 'e0' });
  });

  test('nesting of 10,000 levels: the event is stored and marked', async () => {
    const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
    const log = await open(`${event(0, deep)}\n${event(1)}\n`);
    expect(log.index.events).toBe(2);
    expect(codes(log)).toContain('too_deep');
    await log.runChecks();
    expect((await log.rows([0]))[0]?.type).toBe('node.started');
  });

  test('an event in an array that is not JSON: the next ones are found again', async () => {
    const log = await open(`[${event(0)},{"eventId":"e1","type" "x"},${event(2)},${event(3)}]`);
    expect((await log.rows([0, 1, 2])).map((row) => row.sequence)).toEqual([0, 2, 3]);
    expect(codes(log)).toContain('bad_line');
  });

  test('a line cut in the middle of the file', async () => {
    const log = await open(`${event(0)}\n${event(1).slice(0, 60)}\n${event(2)}\n`);
    expect((await log.rows([0, 1])).map((row) => row.sequence)).toEqual([0, 2]);
    const [problem] = await log.problems('bad_line', 0, 10);
    expect(problem?.problem.line).toBe(2);
  });

  test.each([
    ['prose', 'this is no JSON'],
    ['a number', '42'],
    ['a broken object', '{"eventId" '],
  ])('a second line that is %s does not cost the lines behind it', async (_name, line) => {
    const log = await open(`${event(0)}\n${line}\n${event(1)}\n`);
    expect(log.format).toBe('ndjson');
    expect((await log.rows([0, 1])).map((row) => row.sequence)).toEqual([0, 1]);
    expect(log.index.unreadable).toBe(1);
  });

  test('a line with a hundred thousand keys', async () => {
    const wide = `{${Array.from({ length: 100_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`;
    const log = await open(`${event(0, wide)}\n${event(1)}\n`);
    expect(log.index.events).toBe(2);
    await log.runChecks();
  });

  test('names of two million characters are different where their ends are', async () => {
    const named = (sequence: number, nodeId: string): string =>
      JSON.stringify({ type: 'node.started', eventId: `e${sequence}`, sequence, nodeId, payload: {} });
    const long = 'n'.repeat(2_000_000);
    const log = await open([named(0, long), named(1, `${long}x`), named(2, long), named(3, 'a')].join('\n'));
    const [first, second, third, fourth] = log.index.columns.node;
    expect(log.index.events).toBe(4);
    expect([third, new Set([first, second, fourth]).size]).toEqual([first, 3]);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', '\u202egnp.exe', '\u0000', ' '])(
    'names such as %j are plain data',
    async (name) => {
      const text = JSON.stringify([
        {
          eventId: name,
          runId: name,
          type: name,
          nodeId: name,
          sequence: 0,
          timestamp: name,
          causationId: name,
          payload: { [name]: 1 },
        },
      ]);
      const log = await open(text);
      await log.runChecks();
      const [row] = await log.rows([0]);
      expect(row).toMatchObject({ eventId: name, runId: name, type: name, nodeId: name });
      expect(Object.hasOwn(Object.prototype, name) && ({} as Record<string, unknown>)[name] === 1).toBe(
        false,
      );
    },
  );
});

describe('two entries with one identity', () => {
  const said = async (text: string): Promise<string | undefined> => {
    const log = await open(text);
    return (await log.problems('conflicting_duplicate', 0, 1))[0]?.problem.message;
  };
  const other = event(0).replace('node.started', 'node.completed');

  test('one sequence under two ids: both are displayed', async () => {
    const text = `[${event(0)},${other.replace('"e0"', '"x"')}]`;
    const log = await open(text);
    expect((await log.problems('shared_sequence', 0, 1))[0]?.problem.message).toBe(
      'Another event of the run, at byte 1, has sequence 0 too, under another eventId; both are displayed',
    );
    expect(await said(text)).toBeUndefined();
    expect(log.order.length).toBe(2);
  });

  test('one id with two contents: the problem says which is displayed', async () => {
    const text = `[${event(0)},${other}]`;
    expect(await said(text)).toMatch(/at byte 1 and.*at byte \d+; only the one at byte 1 is displayed/);
    expect((await (await open(text)).rows([0]))[0]?.type).toBe('node.started');
  });

  test('many ids with two contents: the problems are in the order of the file', async () => {
    const pairs = Array.from({ length: 200 }, (_, sequence) => [
      event(sequence),
      event(sequence, '{"other":1}'),
    ]);
    const problems = await (await open(`[${pairs.flat()}]`)).problems('conflicting_duplicate', 0, 200);
    expect(problems.map(({ problem }) => problem.sequence)).toEqual(Array.from(pairs.keys()));
  });

  test.each([
    ['9223372036854775806', '9223372036854775807', 1],
    ['9223372036854775806', '9223372036854775806.0', 0],
    ['1e400', '2e400', 1],
    ['1.10', '1.1', 0],
  ])('one id with the numbers %s and %s: %i problems', async (first, second, problems) => {
    const log = await open(`[${event(0, `{"n":${first}}`)},${event(0, `{"n":${second}}`)}]`);
    expect(await log.problems('conflicting_duplicate', 0, 10)).toHaveLength(problems);
  });

  test('one report without its id: the one that names it is displayed, wherever it is', async () => {
    const nameless = other.replace('"eventId":"e0",', '');
    const log = await open(`[${nameless},${event(0)}]`);
    const place = nameless.length + 2;
    const [problem] = await log.problems('conflicting_duplicate', 0, 1);
    expect(problem?.problem.message).toContain(`only the one at byte ${place} is displayed`);
    expect((await log.rows([log.order.ordinalAt(0)]))[0]).toMatchObject({ eventId: 'e0', byteOffset: place });
  });
});

/** run-events 1.1. An event is written as its run, its second and its cause. */
describe('clocks that run backwards', () => {
  const said = async (events: readonly (readonly [run: string, seconds: number, cause?: string])[]) => {
    const sequences = new Map<string, number>();
    const lines = events.map(([runId, seconds, causationId], at) => {
      const sequence = sequences.get(runId) ?? 0;
      sequences.set(runId, sequence + 1);
      const timestamp = new Date(Date.UTC(2026, 4, 18) + seconds * 1000).toISOString();
      return JSON.stringify({
        eventId: `e${at}`,
        runId,
        type: 'a.b',
        sequence,
        timestamp,
        causationId,
        payload: {},
      });
    });
    const log = await open(lines.join('\n'));
    await log.runChecks();
    return (await log.problems('clock_backwards', 0, 10)).map(({ problem }) => problem.message);
  };

  test.each<[string, Parameters<typeof said>[0], readonly string[]]>([
    [
      'times that go on',
      [
        ['r', 1],
        ['r', 1, 'e0'],
        ['r', 2, 'e1'],
      ],
      [],
    ],
    [
      'two runs whose clocks differ, without a cause between them',
      [
        ['r', 5],
        ['s', 1],
        ['r', 6],
        ['s', 2],
      ],
      [],
    ],
    [
      'an effect before its cause, and more by less',
      [
        ['r', 5, 'x'],
        ['r', 4, 'e0'],
        ['r', 3.2, 'e1'],
        ['r', 6, 'e2'],
      ],
      ['The time is 1 s before that of its cause at sequence 0; 1 more event by less'],
    ],
    [
      'an effect of another run before its cause',
      [
        ['r', 5],
        ['s', 4.5, 'e0'],
        ['s', 6, 'e1'],
      ],
      ['The time is 500 ms before that of its cause at sequence 0'],
    ],
    [
      'an event before the one preceding it, in a log without causes',
      [
        ['r', 1],
        ['r', 3],
        ['r', 2],
      ],
      ['The time is 1 s before that of the event before it at sequence 1'],
    ],
  ])('%s', async (_, events, expected) => {
    expect(await said(events)).toEqual(expected);
  });
});

test('a bundle that is cut is not blamed for what may stand behind the cut', async () => {
  const bundle = JSON.stringify({
    bundleVersion: '1',
    run: { runId: 'r' },
    events: JSON.parse(`[${event(0)},${event(1)}]`),
    redactionApplied: true,
  });
  const log = await open(bundle.slice(0, bundle.indexOf('"e1"')));
  expect(codes(log)).toEqual(['ends_early', 'causation_omitted']);
  expect([log.format, log.likelyFormat, log.index.events]).toEqual(['unknown', 'debug-bundle', 1]);
});

describe('an event larger than 64 MiB', () => {
  /** Serves text that is never whole in memory: a head, `size` letters, a tail. */
  function large(head: string, size: number, tail: string): ByteSource {
    const encoder = new TextEncoder();
    const [a, b] = [encoder.encode(head), encoder.encode(tail)];
    const total = a.length + size + b.length;
    return {
      name: 'large',
      origin: 'memory',
      sizeBytes: total,
      async read(offset, length) {
        const out = new Uint8Array(Math.max(0, Math.min(length, total - offset))).fill(0x61);
        for (let i = 0; i < a.length; i++)
          if (i >= offset && i < offset + out.length) out[i - offset] = a[i] as number;
        for (let i = 0; i < b.length; i++) {
          const at = a.length + size + i;
          if (at >= offset && at < offset + out.length) out[at - offset] = b[i] as number;
        }
        return out;
      },
    };
  }

  test.each([
    ['NDJSON', `${event(0)}\n`, `\n${event(2)}\n`],
    ['an array', `[${event(0)},`, `,${event(2)}]`],
  ])('in %s is stepped over and can be read in pieces', async (_name, before, after) => {
    const [head = '', tail = ''] = event(1, '{"text":"|"}').split('|');
    const log = await open(large(before + head, 68 * 1024 * 1024, tail + after));
    const rows = await log.rows([0, 1, 2]);
    expect(rows.map((row) => row.sequence)).toEqual([0, 1, 2]);
    expect(rows[1]?.summary).toMatch(/71\.3 MB/);
    expect(codes(log)).toContain('too_large');
    const middle = await log.readRange(1, 50 * 1024 * 1024, 16);
    expect(new TextDecoder().decode(middle)).toBe('a'.repeat(16));
  });
});

describe('files', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'run-log-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const log = `${Array.from({ length: 400 }, (_, i) => event(i)).join('\n')}\n`;

  test('a name that is not there, and a directory, are refused in words', async () => {
    await expect(openFile(join(folder, 'gone.json'))).rejects.toThrow('gone.json: there is no such file');
    await expect(openFile(folder)).rejects.toThrow(/it is a directory/);
  });

  test.each([
    ['shorter', (path: string) => truncateSync(path, 100), 'source_changed'],
    ['longer', (path: string) => appendFileSync(path, 'x'), 'source_changed'],
    ['gone', (path: string) => unlinkSync(path), 'source_vanished'],
  ])('a file that becomes %s while it is open says so in its rows', async (_name, change, code) => {
    const path = join(folder, 'log.ndjson');
    writeFileSync(path, log);
    const source = await openFile(path);
    const opened = await open(source);
    change(path);
    await expect
      .poll(async () =>
        source.read(0, 10).then(
          () => 'read',
          (error: { code: string }) => error.code,
        ),
      )
      .toBe(code);
    expect((await opened.rows([300]))[0]?.sequence).toBe(300);
  });

  test('gzip is unpacked while it is read, in Blobs and in a file', async () => {
    const path = join(folder, 'log.gz');
    writeFileSync(path, gzipSync(log));
    for (const options of [{}, { makeSpool: fileSpool }]) {
      const opened = openRunLog(await openFile(path), options);
      await opened.loaded;
      expect([opened.format, opened.gzip, opened.index.events]).toEqual(['ndjson', true, 400]);
      expect((await opened.rows([399]))[0]?.sequence).toBe(399);
      await opened.close();
    }
  });

  test('a gzip stream that is cut gives what came before the cut', async () => {
    const packed = gzipSync(log);
    const opened = await open(new Uint8Array(packed.subarray(0, packed.length - 20)));
    expect(codes(opened)).toContain('gzip_damaged');
    expect(opened.endsEarly).toBe(true);
    expect(opened.index.events).toBeGreaterThan(0);
  });

  const twoEvents = gzipSync(`${event(0)}\n${event(1)}\n`);
  const noise = Buffer.from(Array.from({ length: 300_000 }, (_, i) => ((i + 1) * 2_654_435_761) >>> 24));
  test.each([
    ['a few bytes after its end', Buffer.concat([twoEvents, Buffer.from('junk')]), 2],
    ['many bytes after its end', Buffer.concat([twoEvents, noise]), 2],
    ['a large log and bytes after its end', Buffer.concat([gzipSync(log), Buffer.from('junk')]), 400],
    [
      'two members and bytes after them',
      Buffer.concat([twoEvents, gzipSync(event(2)), Buffer.from('junk')]),
      3,
    ],
    ['a missing end', twoEvents.subarray(0, -8), 2],
    ['a wrong checksum', Buffer.concat([twoEvents.subarray(0, -8), Buffer.alloc(8)]), 2],
  ])('gzip with %s is read up to there', async (_what, packed, events) => {
    const opened = await open(new Uint8Array(packed));
    expect(codes(opened)).toContain('gzip_damaged');
    expect(opened.endsEarly).toBe(true);
    expect(opened.index.events).toBe(events);
    expect(opened.results[0]?.explanation).toBeNull();
  });

  describe.each([
    ['Node, which unpacks all members', false],
    ['Chromium, which fails behind the first', true],
  ])('gzip of several members in the stream of %s', (_, isOfOneMember) => {
    const eventOf = (at: number): string => `${event(at)}\n`;
    const members = (count: number): Buffer =>
      Buffer.concat(Array.from({ length: count }, (_, at) => gzipSync(eventOf(at))));
    // 16 KiB of it are read at once of a later member, 1 MiB of the first.
    const noisy = (at: number): Buffer =>
      gzipSync(`${event(at, `{"text":"${noise.toString('base64').repeat(4)}"}`)}\n`);

    test.each<[string, Buffer, number, boolean]>([
      ['small ones', members(300), 300, false],
      [
        'an empty one',
        Buffer.concat([members(2), gzipSync(''), gzipSync(eventOf(2)), gzipSync('')]),
        3,
        false,
      ],
      ['large ones', Buffer.concat([noisy(0), noisy(1), noisy(2)]), 3, false],
      [
        'one that holds the start of a member',
        Buffer.concat([
          gzipSync(Buffer.concat([Buffer.from(eventOf(0)), gzipSync('')]), { level: 0 }),
          gzipSync(eventOf(1)),
        ]),
        2,
        false,
      ],
      ['bytes after them', Buffer.concat([members(3), Buffer.from('junk')]), 3, true],
      ['a cut in the last', members(3).subarray(0, -8), 3, true],
    ])('%s', async (_what, packed, events, isDamaged) => {
      if (isOfOneMember) vi.stubGlobal('DecompressionStream', OneMemberStream);
      const opened = await open(new Uint8Array(packed));
      vi.unstubAllGlobals();
      expect(opened.index.events).toBe(events);
      expect(codes(opened).includes('gzip_damaged')).toBe(isDamaged);
    });
  });

  test('a load that is stopped keeps what was read', async () => {
    const stop = new AbortController();
    const big = Array.from({ length: 60_000 }, (_, i) => event(i, `{"text":"${'x'.repeat(100)}"}`)).join(
      '\n',
    );
    const opened = openRunLog(textSource('big', big), {
      signal: stop.signal,
      onProgress: (progress) => {
        if (progress.events > 0) stop.abort();
      },
    });
    await opened.loaded;
    expect(opened.cancelled).toBe(true);
    expect(opened.index.events).toBeGreaterThan(0);
    expect(opened.index.events).toBeLessThan(60_000);
    expect(codes(opened)).toContain('load_cancelled');
    expect((await opened.rows([0]))[0]?.sequence).toBe(0);
  });
});
