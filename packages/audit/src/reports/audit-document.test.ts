import { expect, test } from 'vitest';
import type { AuditReport, LogAudit } from '../audit-pass.ts';
import { markdownReport, profileRows } from './audit-document.ts';

const AUDIT: LogAudit = {
  file: 'a.json',
  hostName: 'acme',
  runs: 1,
  envelopes: 3,
  answers: { agrees: 1, deviates: 1, 'not-reconstructable': 1 },
  leftOut: 0,
  wasStopped: false,
  hasErrors: false,
  listed: [],
  profiles: { lenient: { accepted: 2 }, strict: { accepted: 1, schema_violation: 1 }, reference: {} },
  missing: [{ what: 'the payload', record: 'the payload on the event', count: 2 }],
};

const REPORT: AuditReport = {
  logs: [AUDIT],
  leftOut: 0,
  baseline: null,
  groups: [
    {
      source: 'deviation',
      clause: 'acceptor R6',
      id: 'R6',
      level: 'error',
      title: 'The host has one code for everything invalid',
      advice: 'Give each its code.',
      count: 1,
      places: [
        {
          file: 'a.json',
          runId: 'r',
          sequence: 4,
          eventId: 'e4',
          correlationId: null,
          pointer: '/payload',
          line: null,
          message: 'code is *x*',
        },
      ],
    },
  ],
};

test('the results of profiles have one row each, with 0 for those that never had one', () =>
  expect(profileRows([AUDIT, AUDIT])).toEqual([
    ['accepted', 4, 2, 0],
    ['schema_violation', 0, 2, 0],
  ]));

test('the report for the people of a host names hosts, findings with their places, and what logs lack', () => {
  const lines = markdownReport(REPORT).split('\n');
  for (const line of [
    '# Audit of an OpenWOP host',
    '| `acme` | 1 | 1 | 3 | 1 | 1 | 1 |',
    '## error acceptor R6: The host has one code for everything invalid',
    '- `a.json r #4 e4 /payload`: code is \\*x\\*',
    '- 2 times: the payload; needs the payload on the event',
    '| accepted | 2 | 1 | 0 |',
  ])
    expect(lines).toContain(line);
});

test.each([
  [[false, false], 'No deviation found, as far as the logs show'],
  [[true, false], 'No deviation found, but 1 log with errors of another kind'],
  [[true, true], 'No deviation found, but 2 logs with errors of another kind'],
])('without a finding the report says whether logs have errors: %j', (errors, expected) => {
  const logs = errors.map((hasErrors) => ({ ...AUDIT, hasErrors }));
  expect(markdownReport({ ...REPORT, groups: [], logs }).split('\n')).toContain(expected);
});
