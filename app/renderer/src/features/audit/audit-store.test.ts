/** Each form in which an audit is saved: it can be read, it contains no credential, and hides what a baseline names. */
import { FindingGroups, readBaseline } from '@openwop-inspector/audit';
import { describe, expect, test } from 'vitest';
import { type AuditForm, type AuditResult, auditText } from './audit-store.ts';

const SECRET = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

function result(): Pick<AuditResult, 'audit' | 'groups' | 'leftOut'> {
  const groups = new FindingGroups();
  const place = {
    file: 'run.json',
    runId: 'r',
    sequence: 7,
    eventId: 'e7',
    correlationId: 'c',
    pointer: null,
    line: 9,
    message: `the code is another, with ${SECRET}`,
    compared: [{ what: 'code', host: SECRET, here: 'envelope_invalid' }],
  };
  const kind = { level: 'error', advice: 'Use the code of the step.' } as const;
  groups.add(
    {
      ...kind,
      source: 'deviation',
      clause: 'acceptor R6',
      id: 'R6',
      title: 'One code for everything invalid',
    },
    place,
  );
  groups.add(
    { ...kind, source: 'rule', clause: 'acceptor 4', id: 'attempt_jump', title: 'Attempts jump' },
    place,
  );
  return {
    groups: groups.all(),
    leftOut: 0,
    audit: {
      file: 'run.json',
      hostName: 'a-host',
      runs: 1,
      envelopes: 2,
      leftOut: 0,
      wasStopped: false,
      hasErrors: false,
      listed: [],
      answers: { agrees: 1, deviates: 1, 'not-reconstructable': 0 },
      profiles: { lenient: {}, strict: {}, reference: {} },
      missing: [],
    },
  };
}

const KNOWN = {
  baseline: 'openwop-inspector-audit/1',
  known: [{ source: 'deviation', clause: 'acceptor R6', id: 'R6' }],
};
const read = readBaseline(KNOWN);
const baseline = read.ok ? read.baseline : null;

describe.each<AuditForm>(['markdown', 'sarif', 'junit', 'json', 'baseline'])('as %s', (form) => {
  test('both findings are reported, and no credential', () => {
    const text = auditText(form, result(), null);
    // JUnit has a case for each audited envelope, and here is none.
    if (form !== 'junit') expect(text).toContain('R6');
    expect(text).toContain('acceptor 4');
    expect(text).not.toContain(SECRET);
    if (['sarif', 'json', 'baseline'].includes(form)) expect(() => JSON.parse(text)).not.toThrow();
  });
});

test.each<AuditForm>(['markdown', 'junit'])('what a baseline names is not a finding as %s', (form) => {
  const text = auditText(form, result(), baseline);
  expect(text).not.toContain('One code for everything invalid');
  expect(text).toContain('Attempts jump');
});

test('what a baseline names is suppressed as sarif', () => {
  const { runs } = JSON.parse(auditText('sarif', result(), baseline));
  const reported = runs[0].results.map((one: { ruleId: string; suppressions?: unknown }) => [
    one.ruleId.includes('R6'),
    one.suppressions !== undefined,
  ]);
  expect(reported.sort()).toEqual([
    [false, false],
    [true, true],
  ]);
});

test('a new baseline names what the one before named, and reads as one', () => {
  const again = readBaseline(JSON.parse(auditText('baseline', result(), baseline)));
  expect(again.ok && again.baseline.known.map(({ id }) => id).sort()).toEqual(['R6', 'attempt_jump']);
});
