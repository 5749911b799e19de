import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesSource, openRunLog, type RunLog } from '../src/index.ts';

/**
 * A raw stream cut at every byte (bundles section 6.2): every frame that ended before the cut is displayed, a frame that has
 * begun is reported as cut and displayed when its JSON is whole, and comments and `retry:` are no frames. The expected values
 * come from a plain reading of lines.
 */

const event = (sequence: number, text: string): string =>
  JSON.stringify({
    eventId: `e${sequence}`,
    runId: 'r',
    type: 'output.chunk',
    sequence,
    timestamp: '2026-05-18T10:00:00Z',
    payload: { chunk: text },
  });

/** Lines of a stream with everything that the form allows; an empty line ends a frame. */
const LINES: readonly string[] = [
  ': open',
  '',
  'id: 0',
  'event: output.chunk',
  `data: ${event(0, 'grüße 🜂')}`,
  '',
  ': heartbeat',
  `data:${event(1, ': not a comment')}`,
  'retry: 500',
  '',
  'retry: 1000',
  'unknown: field',
  '',
  'event: batch',
  `data: [${event(2, 'a')},`,
  `data: ${event(3, 'data: b')}]`,
  '',
  'event: ping',
  '',
  ': last words',
  'retry: 2000',
];

const BREAKS: Readonly<Record<string, string>> = { LF: '\n', CRLF: '\r\n', CR: '\r' };
const encoder = new TextEncoder();

interface Reading {
  readonly sequences: readonly number[];
  readonly endsInsideFrame: boolean;
}

/** What a plain reader finds in a text: whole lines by any break, and the rest of one that is cut. */
function plainReading(text: string): Reading {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const rest = lines.pop() ?? '';
  const sequences: number[] = [];
  let data: string[] = [];
  let hasBegun = false;
  for (const line of lines) {
    if (line === '') {
      const value: unknown = data.length === 0 ? [] : JSON.parse(data.join('\n'));
      for (const one of [value].flat()) sequences.push((one as { sequence: number }).sequence);
      data = [];
      hasBegun = false;
    } else {
      const field = line.split(':')[0] ?? '';
      if (field === 'data') data.push(line.slice(5).replace(/^ /, ''));
      if (['data', 'event', 'id'].includes(field)) hasBegun = true;
    }
  }
  if (/^data:/.test(rest)) data.push(rest.slice(5).replace(/^ /, ''));
  sequences.push(...sequencesOfCut(data.join('\n')));
  const isField = ['data', 'event', 'id'].some((name) =>
    rest.includes(':') ? rest.split(':')[0] === name : rest !== '' && name.startsWith(rest),
  );
  return { sequences, endsInsideFrame: hasBegun || isField };
}

/** What the data of a frame without its empty line holds, when it is whole. */
function sequencesOfCut(data: string): readonly number[] {
  try {
    const value: unknown = JSON.parse(data);
    return [value].flat().map((one) => (one as { sequence: number }).sequence);
  } catch {
    return [];
  }
}

async function open(bytes: Uint8Array): Promise<RunLog> {
  const log = openRunLog(bytesSource('stream', bytes));
  await log.loaded;
  return log;
}

async function readingOf(log: RunLog): Promise<Reading> {
  const rows = await log.rows(Array.from({ length: log.order.length }, (_, i) => log.order.ordinalAt(i)));
  return {
    sequences: rows.map(({ sequence }) => sequence ?? -1),
    endsInsideFrame: log.index.problems.has('ends_early'),
  };
}

describe.each(Object.entries(BREAKS))('lines that end in %s', (_name, end) => {
  const text = LINES.map((line) => line + end).join('');
  const bytes = encoder.encode(text);

  test('a whole stream gives all its events and no problem', async () => {
    const log = await open(bytes);
    expect(await readingOf(log)).toEqual({ sequences: [0, 1, 2, 3], endsInsideFrame: false });
    expect(log.index.problems.counts.error).toBe(0);
  });

  test('cut at every byte, it gives the frames before the cut, and the cut one when its JSON is whole', async () => {
    const start = encoder.encode(LINES[0]).length;
    for (let at = start; at <= bytes.length; at++) {
      const piece = bytes.subarray(0, at);
      const log = await open(piece);
      expect(await readingOf(log), `cut at ${at}`).toEqual(plainReading(new TextDecoder().decode(piece)));
      expect(log.endsEarly, `cut at ${at}`).toBe(log.index.problems.has('ends_early'));
      expect(log.index.problems.has('bad_frame'), `cut at ${at}`).toBe(false);
    }
  });
});

test('any lines in any order, with any breaks, cut anywhere, read as a plain reader reads them', async () => {
  const blocks = fc.constantFrom(
    [`data: ${event(0, 'x')}`, ''],
    ['id: 1', `data: ${event(1, 'y')}`, ''],
    [`data: [${event(2, 'z')},`, `data: ${event(3, 'z')}]`, ''],
    [': comment'],
    ['retry: 5'],
    [''],
    ['event: x', ''],
    ['other: x'],
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(blocks, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...Object.values(BREAKS)),
      fc.boolean(),
      fc.nat(),
      async (chosen, end, isMarked, cut) => {
        const lines = [': start', ...chosen.flat()].map((line) => line + end).join('');
        const bytes = encoder.encode((isMarked ? '\ufeff' : '') + lines);
        const piece = bytes.subarray(0, Math.max(11, cut % (bytes.length + 1)));
        const log = await open(piece);
        const plain = plainReading(new TextDecoder('utf-8', { ignoreBOM: true }).decode(piece));
        const read = await readingOf(log);
        expect(read.endsInsideFrame).toBe(plain.endsInsideFrame);
        expect(read.sequences).toEqual([...new Set(plain.sequences)].sort((a, b) => a - b));
      },
    ),
    { numRuns: 300, seed: 14 },
  );
});
