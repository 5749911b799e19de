import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { textMasking } from '@openwop-inspector/base';
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EntryProgram } from './entry-program.ts';
import { entryScanner } from './entry-scan.ts';

/** The scan in WebAssembly from the first character on, and the one that it has to agree with. */
const fast = entryScanner(0);
const plain = entryScanner(Number.POSITIVE_INFINITY);
// The program is made once the count is used up.
fast.scan('{}');

function answerOf(scanner: typeof fast, text: string) {
  const scan = scanner.scan(text);
  if (scan === null) return { hint: false };
  const { elements, hasSecretHint, ...rest } = scan;
  const parts = elements === null ? null : [...elements];
  return { hint: hasSecretHint, scan: rest, parts, bytes: Buffer.from(scanner.lastBytes()).toString() };
}

function agree(text: string): void {
  const { hint, ...found } = answerOf(fast, text);
  const { hint: plainHint, ...expected } = answerOf(plain, text);
  expect(found).toEqual(expected);
  // Where one of them does not suspect a text, nothing is masked in it.
  if (hint !== plainHint) expect(textMasking(text)).toBe(text);
}

const name = fc.oneof(
  fc.constantFrom('sequence', 'seq', 'type', 'eventId', 'timestamp', 'causationId', 'payload', 'data'),
  fc.constantFrom('status', 'workflowId', 'patch', 'surfaceRef', 'events', 'password', 'type ', 'typ', ''),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme' }),
  fc.constantFrom(
    '2026-05-18T10:00:00.000Z',
    'run.started',
    '',
    null,
    -0,
    1e21,
    'ghp_0123456789abcdef0123456789abcdef0123',
  ),
);
/** Written by hand, for names may stand twice. */
const entry = fc
  .tuple(fc.array(fc.tuple(name, value), { maxLength: 9 }), fc.constantFrom('', ' ', '\n', '\r\n\t'))
  .map(([members, gap]) => {
    const parts = members.map(
      ([key, one]) => `${gap}${JSON.stringify(key)}${gap}:${JSON.stringify(one, null, gap)}`,
    );
    return `${gap}{${parts.join(',')}${gap}}${gap}`;
  });
const escaped = entry.map((text) =>
  text.replace(/[s\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
);
const cut = fc.tuple(entry, fc.nat()).map(([text, at]) => text.slice(0, at % (text.length + 1)));
const damaged = fc
  .tuple(
    entry,
    fc.nat(),
    fc.constantFrom('', ',', '"', '}', ']', '0', '\\', 'e', '-', '\u0000', '\u0001', '\ud800'),
  )
  .map(([text, at, put]) => text.slice(0, at % text.length) + put + text.slice((at % text.length) + 1));

describe('the scan in WebAssembly answers what the scan in JavaScript answers', () => {
  test('however an entry is written, cut or damaged', () => {
    fc.assert(fc.property(fc.oneof(entry, escaped, cut, damaged), agree), { numRuns: runsOf(5000) });
  });

  test.each([59, 60, 61, 62, 511, 512, 513])('at a depth of %i levels', (depth) => {
    agree(`{"payload":${'['.repeat(depth)}1${']'.repeat(depth)}}`);
    agree(`{"x":${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}}`);
  });

  test.each([1000, 400_000, 3_000_000])('of %i characters', (length) => {
    agree(JSON.stringify({ type: 'a', payload: { text: 'x'.repeat(length), end: 1 } }));
    agree(JSON.stringify({ type: 'a', payload: { text: 'é'.repeat(length) } }));
  });

  test('of every event of the recorded streams, of which the program leaves few', () => {
    const root = join(import.meta.dirname, '../../../../testing/recordings');
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.sse'),
    );
    const program = new EntryProgram();
    let events = 0;
    let left = 0;
    for (const file of files) {
      for (const line of readFileSync(join(root, file), 'utf8').split('\n')) {
        if (!line.startsWith('data: {')) continue;
        events++;
        const text = line.slice('data: '.length);
        agree(text);
        const { written: length } = new TextEncoder().encodeInto(text, program.room);
        left += 1 - program.wasm.scan(length);
      }
    }
    expect(events).toBeGreaterThan(300);
    expect(left).toBeLessThan(events / 50);
  });
});

test('a text that was scanned stays what it is behind one of another length', () => {
  for (const text of [
    '{"a":"0123456789"}',
    '{"a":1}',
    '{"type":"x"}',
    '{"a":"012345678901234567890123456789"}',
  ])
    agree(text);
});
