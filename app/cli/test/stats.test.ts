import { expect, test } from 'vitest';
import type { Options } from '../src/grammar/options.ts';
import { stats } from '../src/verbs/stats.ts';
import { captureTerminal } from './capture-terminal.ts';
import { sample } from './scratch-folder.ts';

const prd = sample('acme-prd-draft.bundle.json');

async function summed(options: Partial<Options<'stats'>>) {
  const stored = captureTerminal({});
  const status = await stats(prd, { json: false, filter: null, limit: 30, ...options }, stored.surroundings);
  return { status, out: stored.out(), err: stored.err() };
}

test('a report has a table of types and one of nodes, and says what it leaves out', async () => {
  const { status, out } = await summed({ limit: 2 });
  expect(status).toBe(0);
  expect(out).toMatch(/^TYPE +EVENTS +BYTES +FAILED +TIME +TOKENS +USD\noutput.chunk +93 /);
  expect(out).toMatch(/\nNODE +EVENTS .*\ndraft +76 /);
  expect(out).toContain('and 31 more');
  expect(out).toContain('219 events, 102 KB');
});

test('the document has every type and node, of what a filter selects', async () => {
  const { out } = await summed({ json: true, limit: 1, filter: 'node:draft or type:run.*' });
  const { all, nodes, types } = JSON.parse(out);
  expect([all.events, all.tokens, nodes.length]).toEqual([79, 11_211, 1]);
  expect(types.find(({ name }: { name: string }) => name === 'run.failed').failures).toBe(1);
});

test('a report lists the critical path of the run that took longest, with what its time was spent on', async () => {
  const { out } = await summed({});
  expect(out).toMatch(/\nwaiting for people +\+\S+ +1 min 44 s +\d\d% +ask\n/);
  expect(out).toMatch(/ of prd-5f2c: working .*, waiting for people 1 min 44 s \(\d\d%\), queueing /);
});

test('the steps of the document last as long as the run, and a filter leaves the path out', async () => {
  const { criticalPath } = JSON.parse((await summed({ json: true })).out);
  const lasted = criticalPath.steps.reduce(
    (sum: number, step: { durationMs: number }) => sum + step.durationMs,
    0,
  );
  expect(lasted).toBe(criticalPath.durationMs);
  expect(JSON.parse((await summed({ json: true, filter: 'node:draft' })).out).criticalPath).toBeNull();
});

test('a filter that is wrong is said, and nothing is summed up', async () => {
  const { status, out, err } = await summed({ filter: 'node:draft (' });
  expect([status, out]).toEqual([2, '']);
  expect(err).toContain('the filter is wrong at column 12: This group is not closed');
});
