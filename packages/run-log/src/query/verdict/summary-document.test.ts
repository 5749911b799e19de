import { markdownText } from '@openwop-inspector/base/document';
import { describe, expect, test } from 'vitest';
import { openRunLog } from '../../open-run-log.ts';
import { textSource } from '../../source/byte-source.ts';
import { chainDocument, edgeRemark, eventDocument, viaText } from '../chain/chain-document.ts';
import { sessionSummary } from '../counts/session-summary.ts';
import { reportDocument } from './summary-document.ts';

const event = (sequence: number, fields: object): string =>
  JSON.stringify({ runId: 'r1', sequence, eventId: `e${sequence}`, type: 'log.appended', ...fields });

const refused = { reason: 'safety', payload: {} };
const run = (message = 'envelope_invalid', causationId = 'e1') => [
  event(0, { type: 'run.started', payload: { workflowId: 'w' } }),
  event(1, { type: 'envelope.refusal', nodeId: 'draft', causationId: 'e0', payload: refused }),
  event(2, { type: 'node.failed', nodeId: 'draft', causationId, payload: { error: { code: 'c', message } } }),
  event(3, { type: 'run.failed', causationId: 'e2', payload: { error: { code: 'c', message } } }),
];

async function opened(lines: readonly string[]) {
  const log = openRunLog(textSource('acme_*.ndjson', `${lines.join('\n')}\n`));
  await log.loaded;
  const summary = await sessionSummary(log);
  const chainOf = async (sequence: number) => {
    const options = { descendantLimit: 10, links: false };
    const chain = await log.chain({ ordinal: log.index.findById(`e${sequence}`) }, options);
    if (chain === null) throw new Error('the causes are not known');
    return chain;
  };
  return { summary, chainOf };
}

describe('the report as Markdown', () => {
  test('contains the verdict, the facts and the chain from its start down', async () => {
    const { summary, chainOf } = await opened(run());
    const lines = markdownText(reportDocument(summary, await chainOf(2))).split('\n');
    expect(lines[0]).toBe('# Failed: acme\\_\\*.ndjson');
    expect(lines[2]).toMatch(/^\*\*Node\*\* `draft` /);
    expect(lines).toContain('| `r1` | w | failed | 4 | \\#0 to \\#3 | \\#2 c |');
    expect(lines).toContain('- Causes: 3 edges (3 by eventId, 0 by correlationId), 1 root');
    expect(lines.find((line) => line.startsWith('- Problems: '))).toMatch(/\*\*\d+ errors?, /);
    const why = lines.slice(lines.indexOf('## Why it happened') + 2);
    expect(why.slice(0, 2)).toEqual([
      expect.stringMatching(/^- Chain starts at: \*\*\\#0\*\* `run\.started`/),
      expect.stringMatching(/^- Cause: \*\*\\#1\*\* `envelope\.refusal` at node `draft`, a refusal: /),
    ]);
    expect(why.slice(3, 6)).toEqual([
      expect.stringMatching(/^1\. \*\*\\#0\*\* `run\.started`.* → by eventId$/),
      expect.stringMatching(
        /^2\. \*\*\\#1\*\* `envelope\.refusal` at node `draft`, the cause: .* → by eventId$/,
      ),
      expect.stringMatching(/^3\. \*\*\\#2\*\* `node\.failed` at node `draft`: c: envelope\\_invalid$/),
    ]);
  });

  test('text of the log cannot become markup', async () => {
    const { summary, chainOf } = await opened(run('<img src=x> [x](http://x) `'));
    const report = markdownText(reportDocument(summary, await chainOf(2)));
    expect(report).toContain('\\<img src=x\\> \\[x\\](http://x) \\`');
    expect(report).not.toMatch(/(?<!\\)<img/);
  });

  test('without a failure there is no chain', async () => {
    const { summary } = await opened(run());
    expect(markdownText(reportDocument(summary, null))).not.toContain('Why it happened');
  });

  test('an event is reported with its file, its run and its causes', async () => {
    const { summary, chainOf } = await opened(run());
    const lines = markdownText(eventDocument(summary.name, await chainOf(2))).split('\n');
    expect(lines[0]).toBe('### \\#2 `node.failed` at node `draft` in run `r1` (acme\\_\\*.ndjson)');
    expect(lines.filter((line) => /^\d+\. /.test(line))).toHaveLength(3);
  });

  test('without recorded causes it says so', async () => {
    const { summary, chainOf } = await opened([event(0, {}), event(1, {})]);
    expect(markdownText(eventDocument(summary.name, await chainOf(1)))).toContain(
      'The host omitted causation',
    );
  });
});

test('links that are not causal say so', async () => {
  const node = { kind: 'dangling', id: (await opened(run())).summary.name } as const;
  expect(viaText('nodeId')).toBe('same nodeId');
  expect(edgeRemark('nodeId', node)).toContain('not a causationId');
  expect(edgeRemark('failedNodeId', node)).toContain('not a causationId');
});

test('a chain lists its effects, similar ones as one', async () => {
  const chunks = [4, 5, 6, 7].map((at) => event(at, { type: 'output.chunk', causationId: 'e1' }));
  const { chainOf } = await opened([...run(), ...chunks]);
  const text = markdownText(chainDocument(await chainOf(1), { withRun: false, maxEffects: 40 }));
  expect(text).toContain('### Effects (6)');
  expect(text).toContain('and 3 more like it, to \\#7');
});
