import type { AuditedEnvelope, FindingGroup, LogAudit } from '@openwop-inspector/audit';
import { describe, expect, test } from 'vitest';
import { auditAnswer, auditFindings, findingName } from './audit-rows.ts';

const AUDIT: LogAudit = {
  file: 'a.json',
  hostName: null,
  runs: 1,
  envelopes: 3,
  answers: { agrees: 1, deviates: 1, 'not-reconstructable': 1 },
  leftOut: 0,
  wasStopped: false,
  hasErrors: false,
  listed: [],
  profiles: { lenient: { accepted: 2 }, strict: { accepted: 1, schema_violation: 1 }, reference: {} },
  missing: [],
};

const GROUP: FindingGroup = {
  source: 'deviation',
  clause: 'acceptor R6',
  id: 'R6',
  level: 'error',
  title: 'The host has one code for everything invalid',
  advice: '',
  count: 16,
  places: [],
};

function lacking(sequence: number, ...what: readonly string[]): AuditedEnvelope {
  return {
    runId: 'r',
    sequence,
    eventId: `e${sequence}`,
    correlationId: null,
    type: null,
    emission: 1,
    answer: { kind: 'not-reconstructable', missing: what.map((one) => ({ what: one, record: '' })) },
    profiles: null,
  };
}

describe('findings of an audit as rows', () => {
  const listed = [
    ...Array.from({ length: 150 }, (_, at) => lacking(at, 'the payload')),
    lacking(150, 'the kind'),
  ];
  const missing = [
    { what: 'the payload', record: 'output.chunk', count: 150 },
    { what: 'the kind', record: '', count: 1 },
  ];
  const rows = auditFindings([GROUP], { ...AUDIT, listed, missing });

  test('deviations come first, then what the log lacks, each with its key', () =>
    expect(rows.map(({ key }) => key)).toEqual([
      'deviation acceptor R6 R6',
      'missing the payload',
      'missing the kind',
    ]));

  test('an envelope that cannot be judged is a place of what it lacks, the first hundred of each', () => {
    expect(rows.map(({ places }) => places.length)).toEqual([0, 100, 1]);
    expect(rows.map(({ count }) => count)).toEqual([16, 150, 1]);
    expect(rows[2]?.places[0]).toMatchObject({ eventId: 'e150' });
  });

  test.each([
    [0, 'Error, acceptor R6: The host has one code for everything invalid, 16 times'],
    [1, 'Not in the log: the payload, 150 times'],
    [2, 'Not in the log: the kind, 1 time'],
  ])('row %i is named by level, clause and count', (at, name) =>
    expect(rows.map(findingName)[at]).toBe(name),
  );
});

test.each([
  [0, 0, 0, true, 'There is no envelope to audit.'],
  [3, 0, 0, true, 'No deviation found.'],
  [10, 0, 8, true, 'No deviation found. 8 of 10 envelopes unknown: add the discovery document.'],
  [10, 1, 2, true, '1 of 10 envelopes deviates. 2 of 10 envelopes unknown: add the discovery document.'],
  [10, 2, 0, false, '2 of 10 envelopes deviate so far.'],
])('of %i envelopes, %i deviating and %i unknown, the answer is a sentence', (...given) => {
  const [envelopes, deviates, unknown, isWhole, text] = given;
  const answers = { agrees: envelopes - deviates - unknown, deviates, 'not-reconstructable': unknown };
  const missing = [{ what: 'the kinds that the host takes', record: '', count: unknown }];
  const answer = auditAnswer({ ...AUDIT, envelopes, answers, missing }, [], isWhole);
  expect(answer).toEqual({ text, lacksDiscovery: unknown > 0 });
});

test('rules that are broken are counted, unless the baseline names them', () => {
  const rule: FindingGroup = { ...GROUP, source: 'rule' };
  const none = { ...AUDIT, answers: { agrees: 3, deviates: 0, 'not-reconstructable': 0 } };
  expect(auditAnswer(none, auditFindings([rule], none), true).text).toBe(
    'No deviation found. 1 rule between the events is broken.',
  );
  expect(auditAnswer(none, auditFindings([], none, [rule]), true).text).toBe('No deviation found.');
  expect(auditAnswer({ ...none, hasErrors: true }, [], true).text).toBe(
    'No deviation found. The log has errors of another kind.',
  );
});
