import { textMasking } from '@openwop-inspector/base';
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEEPEST } from '../rest/read-body.ts';
import { EntryScanner } from './entry-scan.ts';

/** What the scanner reads of an object; null for a text that is no JSON object or array. */
function scannedHead(text: string) {
  const scan = new EntryScanner().scan(text);
  if (scan === null) return null;
  const { sequence, type, eventId, timestamp, hasCause } = scan;
  return { sequence, type, eventId, timestamp, hasCause };
}

/** What JSON.parse gives, read by the rules of run-events.md section 1. */
function parsedHead(event: Readonly<Record<string, unknown>>) {
  const own = (name: string): unknown => (Object.hasOwn(event, name) ? event[name] : undefined);
  const count = (value: unknown): number | null =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0)
      ? value
      : null;
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    sequence: count(own('sequence')) ?? count(own('seq')),
    type: text(own('type')),
    eventId: text(own('eventId')),
    timestamp: text(own('timestamp')),
    hasCause: (text(own('causationId')) ?? '') !== '',
  };
}

const key = fc.constantFrom(
  'sequence',
  'seq',
  'type',
  'eventId',
  'causationId',
  'timestamp',
  'payload',
  'events',
  '__proto__',
  'x',
);
const json = fc.jsonValue({ maxDepth: 3, stringUnit: 'grapheme' });
const value = fc.oneof(
  fc.nat(),
  fc.constantFrom('2026-05-18T10:00:00.000Z', 'run.started', 'é\u{1f642}"\\', '', null, -1, 1.5, -0),
  json,
);
const event = fc.array(fc.tuple(key, value), { maxLength: 6 }).map((members) => Object.fromEntries(members));
/** Written in different ways that mean the same. */
const written = (document: unknown) =>
  fc.constantFrom(
    JSON.stringify(document),
    JSON.stringify(document, null, 2),
    JSON.stringify(document).replace(
      /[\u0080-\uffff]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
    JSON.stringify(document).replaceAll('"seq', '"\\u0073eq'),
  );

describe('the head of an entry', () => {
  test('finds what JSON.parse finds, however the document is written', () => {
    fc.assert(
      fc.property(event.chain(written), (text) => {
        expect(scannedHead(text)).toEqual(parsedHead(JSON.parse(text)));
      }),
      { numRuns: runsOf(400), seed: 5 },
    );
  });

  test('takes a text for JSON exactly when JSON.parse does', () => {
    const damaged = fc
      .tuple(
        event.map((document) => JSON.stringify(document)),
        fc.nat(),
        fc.constantFrom('', ',', '"', '}', '0', '\\', 'e', '\u0001', ' '),
      )
      .map(([text, at, put]) => text.slice(0, at % text.length) + put + text.slice((at % text.length) + 1));
    const isObject = (text: string): boolean => {
      try {
        const parsed: unknown = JSON.parse(text);
        return typeof parsed === 'object' && parsed !== null;
      } catch {
        return false;
      }
    };
    const scanner = new EntryScanner();
    fc.assert(
      fc.property(damaged, (text) => {
        expect(scanner.scan(text) !== null).toBe(isObject(text));
      }),
      { numRuns: runsOf(1500), seed: 5 },
    );
  });

  test.each([
    ['numbers', '{"sequence":-0,"seq":3,"n":[0,-1,1.5e+3,2E-1]}', 3],
    ['a repeated member: the last one holds', '{"sequence":1,"sequence":2}', 2],
    ['a sequence of null: seq holds (run-events 1.2)', '{"sequence":null,"seq":4}', 4],
    ['a sequence inside the payload is none', '{"payload":{"sequence":9},"type":"x"}', null],
  ])('%s', (_rule, text, sequence) => {
    expect(scannedHead(text)?.sequence).toBe(sequence);
  });

  test.each([
    '',
    ' ',
    'x',
    '1',
    '"{}"',
    '{',
    '[',
    '{}{}',
    '{"a"}',
    '[1,]',
    '{"a":tru}',
    '{"a":01}',
    '{"a":"\u0000"}',
    '{"a":1,',
    '{"a":"b',
    '{"a":"b\\',
    '{"a":"\\u00',
  ])('no JSON object or array: %j', (text) => expect(scannedHead(text)).toBeNull());
});

describe('a scanned entry', () => {
  const hash = (text: string): number | undefined => new EntryScanner().scan(text)?.payloadHash;

  test('knows its payload by content, not by the order or spacing of its members', () => {
    const one = hash('{"payload":{"a":1,"b":[{"c":"x","d":2},3]},"sequence":1}');
    expect(hash('{"sequence":1,"data":{ "b":[{"d":2,"c":"x"},3], "a":1 }}')).toBe(one);
    expect(hash('{"payload":{"a":1,"b":[{"c":"y","d":2},3]},"sequence":1}')).not.toBe(one);
    expect([hash('{"payload":null}'), hash('{"payload":{}}'), hash('{}')]).toEqual([0, 0, 0]);
  });

  test('leaves its bytes, and is a suspect wherever the masking changes it, whatever was scanned before', () => {
    const secret = fc.constantFrom('ghp_0123456789abcdef0123456789abcdef0123', 'password=hunter2hunter2');
    const document = fc.oneof(
      event,
      fc.record({ payload: fc.record({ text: secret }) }),
      fc.record({ 'api-key': secret }),
    );
    const scanner = new EntryScanner();
    fc.assert(
      fc.property(document.chain(written), (text) => {
        const isSuspect = scanner.scan(text)?.hasSecretHint;
        expect(Buffer.from(scanner.lastBytes()).toString()).toBe(Buffer.from(text).toString());
        if (textMasking(text) !== text) expect(isSuspect).toBe(true);
      }),
      { numRuns: runsOf(1500), seed: 5 },
    );
    for (const length of [1000, 400_000, 3_000_000]) {
      const long = JSON.stringify({ type: 'a', payload: { text: 'é'.repeat(length), end: 1 } });
      expect(scanner.scan(long)?.type).toBe('a');
      expect(Buffer.from(scanner.lastBytes()).equals(Buffer.from(long))).toBe(true);
    }
  });

  test('may nest as deep as an answer may', () => {
    const nested = (levels: number): string => `{"x":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`;
    expect(new EntryScanner().scan(nested(DEEPEST - 1))).not.toBeNull();
    expect(new EntryScanner().scan(nested(DEEPEST))).toBeNull();
  });

  test('gives the elements of an array, or of the member events, as they are written', () => {
    const parts = ['{"a" :  "é"}', '[1, 2]', '7', '{"events":[1]}'];
    const scanner = new EntryScanner();
    expect([...(scanner.scan(`[${parts.join(' , ')} ]`)?.elements ?? [])]).toEqual(parts);
    expect([...(scanner.scan(`{"x":[1],"events":[ ${parts.join(',')}],"y":[2]}`)?.elements ?? [])]).toEqual(
      parts,
    );
    expect([...(scanner.scan('{"events":[]}')?.elements ?? [])]).toEqual([]);
    expect(scanner.scan('{"events":{"a":[1]}}')?.elements).toBeNull();
  });
});
