import { describe, expect, test } from 'vitest';
import { againstBaseline, baselineText, FindingGroups, readAuditFile, takeDiscovery } from './index.ts';

/** Files next to the logs of an audit: what each is, what is wrong with it, what a baseline hides. */

const DISCOVERY = {
  protocolVersion: '1.1',
  supportedEnvelopes: ['vendor.acme.prd.create'],
  implementation: { name: 'acme' },
  envelopes: { reliability: { completion: { truncationBudgetMultiplier: 12 }, events: [] } },
};

describe('a file is recognized by its content', () => {
  test.each([
    ['host.json', JSON.stringify(DISCOVERY), 'discovery'],
    ['context.json', '{"schemas": {"vendor.acme.prd.create": {"type": "object"}}}', 'schemas'],
    ['vendor.acme.prd.create.schema.json', '{"type": "object"}', 'schemas'],
    ['known.json', baselineText([]), 'baseline'],
  ] as const)('%s', (name, text, kind) => {
    expect(readAuditFile(name, text).kind).toBe(kind);
  });

  test('a schema alone is that of the kind its file is named after', () => {
    const read = readAuditFile('a/vendor.acme.prd.create.schema.json', '{"type": "object"}');
    expect(read).toMatchObject({ schemas: { 'vendor.acme.prd.create': { type: 'object' } } });
  });
});

describe('what is wrong is named', () => {
  test.each([
    ['no JSON', '{\n  "a": ,\n}', /line 2, column 8/, false],
    ['a log', '{"events": [], "protocolVersion": "1.1"}', /no discovery document/, false],
    ['a list', '[]', /no discovery document/, false],
    ['another version', '{"baseline": "openwop-inspector-audit/2", "known": []}', /\/baseline: /, true],
    ['a baseline without its form', '{"known": []}', /no baseline/, true],
    [
      'a document without envelopes',
      '{"implementation": {"name": "a"}}',
      /says nothing about envelopes/,
      true,
    ],
  ] as const)('%s', (_, text, why, isMeant) => {
    const read = readAuditFile('a.json', text);
    expect(read).toMatchObject({ kind: 'refused', isMeant });
    expect(read.kind === 'refused' && read.why).toMatch(why);
  });
});

test('a baseline of the findings hides exactly them, and counts what it names in vain', () => {
  const groups = new FindingGroups();
  takeDiscovery(DISCOVERY, 'host.json', groups);
  const [first, ...others] = groups.all();
  if (first === undefined) throw new Error('the document breaks no rule');
  expect(others.length).toBeGreaterThan(0);
  const read = readAuditFile('known.json', baselineText([first, { ...first, id: 'gone' }]));
  const known = read.kind === 'baseline' ? read.baseline : { known: [] };
  expect(againstBaseline(groups.all(), known)).toEqual({
    groups: others,
    baseline: { hidden: [first], unused: 1 },
  });
});

test('groups that were found elsewhere keep their counts and places', () => {
  const found = new FindingGroups();
  const kind = { source: 'schema', clause: 'c', id: 'i', level: 'error', title: 't', advice: '' } as const;
  const place = {
    file: 'f',
    runId: null,
    sequence: null,
    eventId: null,
    correlationId: null,
    line: null,
    pointer: null,
    message: 'm',
  };
  for (let i = 0; i < 150; i++) found.add(kind, place);
  const all = new FindingGroups();
  all.add(kind, place);
  all.addAll(found.all());
  expect(all.all()).toMatchObject([{ count: 151 }]);
  expect(all.all()[0]?.places).toHaveLength(100);
});
