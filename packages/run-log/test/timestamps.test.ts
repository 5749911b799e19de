import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TYPE_LOOK, takeScanner } from '../src/scan/fast-scanner.ts';

const scanner = takeScanner();

function parse(text: string): number {
  const event = new TextEncoder().encode(JSON.stringify({ type: 't', timestamp: text }));
  scanner.reduced.set(event);
  do {
    scanner.readReduced(event.length);
    scanner.program.setLook(1, TYPE_LOOK.plain);
  } while (scanner.program.rowCount() === 0);
  return scanner.batch.time[0] as number;
}

describe('RFC 3339 date-times (run-events.md section 1)', () => {
  test.each([
    ['2026-05-18T10:00:00Z', '2026-05-18T10:00:00.000Z'],
    ['2026-05-18t10:00:00.5z', '2026-05-18T10:00:00.500Z'],
    ['2026-05-18 10:00:00.123+02:00', '2026-05-18T08:00:00.123Z'],
    ['2024-02-29T23:59:59-05:30', '2024-03-01T05:29:59.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ])('%s', (text, iso) => {
    expect(new Date(parse(text)).toISOString()).toBe(iso);
  });

  test('microseconds remain', () => {
    expect(parse('2026-05-18T10:00:00.000250Z') - parse('2026-05-18T10:00:00Z')).toBeCloseTo(0.25, 5);
  });

  test.each([
    'yesterday',
    '',
    '2026-13-01T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2025-02-29T00:00:00Z',
    '2026-05-18T24:00:00Z',
    '2026-05-18T10:60:00Z',
    '2026-05-18T10:00:00',
    '2026-05-18T10:00:00.Z',
    '2026-05-18T10:00:00+2:00',
    '2026-05-18T10:00:00Zz',
    '2026-05-18T10:0a:00Z',
  ])('%j is none', (text) => {
    expect(parse(text)).toBeNaN();
  });
});

test('a time is the one that the platform reads', () => {
  const moment = fc.date({
    min: new Date('0001-01-01T00:00:00Z'),
    max: new Date('9999-12-31T23:00:00Z'),
    noInvalidDate: true,
  });
  const text = fc.oneof(
    moment.map((date) => date.toISOString()),
    moment.map((date) => date.toISOString().replace(/\.\d+Z/, 'Z')),
    moment.map((date) => date.toISOString().replace('Z', '+01:00')),
  );
  fc.assert(
    fc.property(text, (one) => {
      expect(parse(one), one).toBe(Date.parse(one));
    }),
    { numRuns: runsOf(2000), seed: 9 },
  );
});
