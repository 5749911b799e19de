import { masker, words } from '@openwop-inspector/base';
import type { CausalChain, EventRow } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { madeRow, madeSummary } from '../../made-in-test.ts';
import { eventReport, runReport } from './report.ts';

const row = (sequence: number, type: string, summary = ''): EventRow =>
  madeRow(sequence, { type: masker.text(type), nodeId: words`draft`, summary: masker.text(summary) });

const SUMMARY = madeSummary({
  name: words`acme_*.json`,
  format: 'debug-bundle',
  sizeBytes: 1,
  entries: 3,
  events: 3,
  runs: [
    {
      runId: words`r1`,
      workflowId: words`w`,
      status: words`failed`,
      events: 3,
      firstSequence: 1,
      lastSequence: 3,
    },
  ],
  verdict: {
    tone: 'failed',
    title: words`Failed`,
    sentence: [
      { kind: 'strong', text: words`Node ` },
      { kind: 'code', text: words`draft` },
      { kind: 'plain', text: words` failed` },
    ],
    landOn: 3,
    chainStart: { ordinal: 1, sequence: 1 },
    cause: null,
    causes: 'start',
  },
  causal: {
    roots: 1,
    edges: 2,
    byRule: { eventId: 1, correlationId: 1 },
    orphans: 0,
    cycles: 0,
    ambiguous: 0,
    omitted: false,
  },
  problemCounts: { error: 1, warning: 0, note: 2 },
  nodes: 1,
});

const CHAIN: CausalChain = {
  target: { kind: 'event', row: row(3, 'node.failed', 'envelope_invalid') },
  ancestorTotal: 2,
  ancestors: [
    {
      node: {
        kind: 'envelope',
        correlationId: words`c:1`,
        envelopeType: words`vendor.acme.prd`,
        virtual: false,
        events: 2,
        runId: words`r1`,
      },
      via: 'correlationId',
      marks: [],
      depth: 1,
    },
    { node: { kind: 'event', row: row(1, 'agent.toolCalled') }, via: 'nodeId', marks: ['forward'], depth: 2 },
  ],
  descendants: [],
  descendantTotal: 0,
  chainStart: { kind: 'event', row: row(1, 'agent.toolCalled') },
  cause: { node: { kind: 'event', row: row(1, 'agent.toolCalled') }, rule: 'refusal' },
  ending: 'start',
  marks: [],
  causationOmitted: false,
  inferred: null,
};

describe('the report', () => {
  test('contains the verdict, the facts and the chain from its start down', () => {
    expect(runReport(SUMMARY, CHAIN)).toBe(
      [
        '## Failed: acme\\_\\*.json',
        '',
        '**Node** `draft` failed',
        '',
        '- run `r1` of workflow `w`: failed, 3 events',
        '- causes: 2 edges, 0 orphans',
        '- problems: 1 error, 0 warnings, 2 notes',
        '',
        '### Why it happened',
        '',
        'Chain starts at \\#1. Cause: \\#1, a refusal.',
        '',
        '1. #1 `agent.toolCalled` at node `draft`, leads on by the same nodeId (not a causationId) (forward)',
        '2. envelope `vendor.acme.prd`, correlationId `c:1`, leads on by correlationId',
        '3. #3 `node.failed` at node `draft`: envelope\\_invalid',
        '',
      ].join('\n'),
    );
  });

  test('text of the log cannot become markup', () => {
    const hostile = {
      ...CHAIN,
      target: { kind: 'event', row: row(3, 'a`b', '<img src=x> [x](http://x) `') } as const,
    };
    const report = runReport(SUMMARY, hostile);
    expect(report).toContain("`a'b`");
    expect(report).toContain('\\<img src=x\\> \\[x\\](http://x) \\`');
  });

  test('without a failure there is no chain', () => expect(runReport(SUMMARY, null)).not.toContain('###'));
});

test('an event is reported with its file, its run and its chain of causes; no text of the log is markup', () => {
  const report = eventReport(words`a_*.json`, CHAIN);
  const lines = report.split('\n');
  expect(lines[0]).toBe('### #3 `node.failed` in a\\_\\*.json, run `r1`');
  expect(lines.filter((line) => /^\d+\. /.test(line)).at(-1)).toMatch(
    /^\d+\. #3 `node\.failed` at node `draft`/,
  );
});

test('without recorded causes it says so', () =>
  expect(eventReport(words`log`, { ...CHAIN, ancestors: [], causationOmitted: true })).toContain(
    'The host recorded no causes.',
  ));
