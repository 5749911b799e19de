import type { AuditedEnvelope, FindingGroup, LogAudit } from '@openwop-inspector/audit';
import { describe, expect, test } from 'vitest';
import {
  auditFindings,
  findingCount,
  findingName,
  findingPlaces,
  nothingFoundText,
  profileRows,
} from './audit-rows.ts';

const AUDIT: LogAudit = {
  file: 'a.json',
  hostName: null,
  runs: 1,
  envelopes: 3,
  answers: { agrees: 1, deviates: 1, 'not-reconstructable': 1 },
  leftOut: 0,
  wasStopped: false,
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
    expect(rows.map((row) => findingPlaces(row).length)).toEqual([0, 100, 1]);
    expect(rows.map(findingCount)).toEqual([16, 150, 1]);
    expect(rows[2] === undefined ? null : findingPlaces(rows[2])[0]).toMatchObject({ eventId: 'e150' });
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
  [0, 0, 'There is no envelope to audit'],
  [3, 3, 'Nothing deviates'],
])('of %i envelopes with %i that agree, an empty list says what that means', (envelopes, agrees, title) =>
  expect(
    nothingFoundText({ ...AUDIT, envelopes, answers: { agrees, deviates: 0, 'not-reconstructable': 0 } })
      .title,
  ).toBe(title),
);

test('the results of profiles have one row each, with 0 for those that never had one', () =>
  expect(profileRows(AUDIT)).toEqual([
    ['accepted', 2, 1, 0],
    ['schema_violation', 0, 1, 0],
  ]));
