import { describe, expect, test } from 'vitest';
import type { AcceptResult, ProjectedEvent } from '../accept-result.ts';
import { compareOutcome } from './run-emissions.ts';

const event = (sequence: number, fields: Partial<ProjectedEvent> = {}): ProjectedEvent => ({
  eventId: `ev-${sequence}`,
  sequence,
  type: 'log.appended',
  runId: 'r1',
  timestamp: '2026-05-18T10:00:00Z',
  payload: { interruptId: 'i1' },
  ...fields,
});

const refused: AcceptResult = {
  status: 'invalid',
  step: 'payload',
  code: 'envelope_invalid',
  reasons: [],
  outcome: {
    status: 'invalid',
    reason: 'envelope_invalid: 2 violations',
    details: [
      { instancePath: '/a', schemaPath: '#/a', keyword: 'type' },
      { instancePath: '', schemaPath: '#', keyword: 'required' },
    ],
  },
  events: [event(1), event(2)],
  warnings: [{ code: 'mime_conflict', message: 'm' }],
  notes: [],
  counters: { clarificationRounds: 0, schemaRounds: 1, envelopesPerTurn: 0 },
  trace: [],
  replayed: false,
  recorded: { a: '"quoted"' },
  lossyNumbers: [],
  drift: false,
  redactionCount: 0,
  recovery: null,
  span: { name: 'envelope.invalid', attributes: { envelope_type: 'x' } },
  capKind: null,
};

const around = { earlier: [refused], isReference: false, tookMs: 10 };

function fits(expected: object, result: AcceptResult = refused, surroundings = around): boolean {
  return compareOutcome(result, { ...expected }, '/0', surroundings).differences.length === 0;
}

describe('meaning of an expected outcome (vectors FORMAT 2.3)', () => {
  test.each<[string, object, object]>([
    ['status', { status: 'invalid' }, { status: 'accepted' }],
    ['code', { code: 'envelope_invalid' }, { code: 'cap_breached' }],
    ['step', { step: 'payload' }, { step: 'shape' }],
    ['events are an exact list', { events: [{ sequence: 1 }, {}] }, { events: [{ sequence: 1 }] }],
    ['warnings must occur', { warnings: ['mime_conflict'] }, { warnings: ['alt_missing'] }],
    ['notWarnings must not', { notWarnings: ['alt_missing'] }, { notWarnings: ['mime_conflict'] }],
    ['absent looks everywhere', { absent: ['SECRET'] }, { absent: ['violations'] }],
    ['absent sees through JSON', { absent: ['"quote"'] }, { absent: ['"quoted"'] }],
    ['details must occur', { details: [{ keyword: 'type' }] }, { details: [{ keyword: 'enum' }] }],
    [
      'detailsExact allows no others',
      {
        details: [
          { instancePath: '/a', keyword: 'type' },
          { instancePath: '', keyword: 'required' },
        ],
        detailsExact: true,
      },
      { details: [{ instancePath: '/a', keyword: 'type' }], detailsExact: true },
    ],
    ['detailsExact next to details', {}, { detailsExact: true }],
    ['detailsCount', { detailsCount: 2 }, { detailsCount: 50 }],
    ['counters', { counters: { schemaRounds: 1 } }, { counters: { schemaRounds: 0 } }],
    ['sameOutcomeAs', { sameOutcomeAs: 0 }, { sameOutcomeAs: 1 }],
    ['recovery null is direct', { recovery: null }, { recovery: { path: 'direct' } }],
    [
      'span',
      { span: { name: 'envelope.invalid', absent: ['SECRET'] } },
      { span: { absent: ['envelope_type'] } },
    ],
    ['maxMs', { maxMs: 10 }, { maxMs: 9 }],
    ['reasonHead may be cut', { reasonHead: 'envelope' }, { reasonHead: 'payload' }],
  ])('%s', (_name, matching, failing) => {
    expect([fits(matching), fits(failing)]).toEqual([true, false]);
  });

  test.each<[string, object, readonly ProjectedEvent[]]>([
    ['contiguous', { contiguous: true }, [event(1), event(3)]],
    ['sameInterruptId', { sameInterruptId: true }, [event(1), event(2, { payload: { interruptId: 'i2' } })]],
    ['sameInterruptId of one event', { sameInterruptId: true }, [event(1)]],
  ])('%s looks at the events', (_name, expected, events) => {
    expect([fits(expected), fits(expected, { ...refused, events })]).toEqual([true, false]);
  });

  test('uniqueEventIds looks at the whole vector', () => {
    expect(fits({ uniqueEventIds: true })).toBe(false);
    expect(fits({ uniqueEventIds: true }, refused, { ...around, earlier: [] })).toBe(true);
  });

  test('the reason names the code, but for the words of the reference host', () => {
    const silent = { ...refused, outcome: { status: 'invalid', reason: 'no' } } as const;
    expect(fits({ code: 'envelope_invalid' }, silent)).toBe(false);
    expect(fits({ code: 'envelope_invalid' }, silent, { ...around, isReference: true })).toBe(true);
  });

  test('the reason of an approval refusal is the code alone (acceptor 7)', () => {
    const code = 'untrusted_content_blocks_approval';
    const wordy = { ...refused, code, outcome: { status: 'invalid', reason: `${code}: x` } } as const;
    expect(fits({ code }, wordy)).toBe(false);
    expect(fits({ code }, { ...wordy, outcome: { status: 'invalid', reason: code } })).toBe(true);
  });

  test('details of an acceptance are those that a step noted', () => {
    const row = {
      step: 'payload',
      verdict: 'passed',
      hypothetical: false,
      code: null,
      note: '',
      clause: '',
      inputs: [],
      changes: [],
      details: [{ instancePath: '/x', schemaPath: '#', keyword: 'type' }],
      micros: 0,
    } as const;
    const accepted = { ...refused, outcome: { status: 'accepted' }, trace: [row] } as const;
    expect(fits({ details: [{ instancePath: '/x', keyword: 'type' }] }, accepted)).toBe(true);
    const imagined = { ...accepted, trace: [{ ...row, hypothetical: true }] };
    expect(fits({ details: [{ instancePath: '/x', keyword: 'type' }] }, imagined)).toBe(false);
  });
});
