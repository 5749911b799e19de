/** Of 300 secrets planted in a bundle no answer shows one of a documented shape (security S-14, S-20). */

import { ClearCount, PLANTED, plantedBundle } from '@openwop-inspector/testing/planted';
import { beforeAll, expect, test } from 'vitest';
import {
  clearPage,
  deltaChain,
  effectLedger,
  envelopeEvidence,
  filterSelects,
  foundEnvelopes,
  JsonTree,
  liveFacts,
  logicalEnvelopes,
  nodeLanes,
  openRunLog,
  parseFilter,
  type RunLog,
  rawPage,
  reasoningAt,
  sequenceGaps,
  sessionSummary,
  textSource,
  trustOf,
} from '../src/index.ts';

const { text, places } = plantedBundle();
const count = new ClearCount(places);
let log: RunLog;

beforeAll(async () => {
  log = openRunLog(textSource('planted.json', text));
  await log.loaded;
  await log.runChecks();
});

/** Every value of a document by its tree, members a page at a time. */
function treeOf(tree: JsonTree): unknown[] {
  const answers: unknown[] = [];
  const open = [''];
  for (let pointer = open.pop(); pointer !== undefined; pointer = open.pop()) {
    const children = tree.children(pointer, 0, 500, 0);
    answers.push(children, tree.node(pointer, 0), tree.text(pointer));
    for (const node of children?.nodes ?? [])
      if (node.size > 0 && node.kind !== 'string') open.push(node.pointer);
  }
  return answers;
}

async function everyRow(look: (ordinal: number) => Promise<void> | void): Promise<void> {
  for (let ordinal = 0; ordinal < log.index.columns.length; ordinal++) await look(ordinal);
}

test('the bundle holds what it says', () => {
  expect(places).toHaveLength(PLANTED);
  expect(log.index.events).toBeGreaterThan(250);
  const clear = new ClearCount(places);
  clear.look('file', text);
  expect(clear.known.length).toBeGreaterThan(25);
});

test('no answer about the whole log shows one', async () => {
  count.look('summary', await sessionSummary(log));
  count.look('lanes', await nodeLanes(log, null));
  count.look('live facts', await liveFacts(log));
  count.look('gaps', sequenceGaps(log, null));
  count.look('problem groups', log.problemGroups());
  count.look('problems', await log.allProblems());
  for (const { code } of log.problemGroups())
    count.look('problem page', await log.problems(code as never, 0, 500));
  count.look('names of nodes', log.index.nodes.labels(1_000));
  count.look('envelopes', await logicalEnvelopes(log, { text: '', offset: 0, limit: 200 }));
  for (const run of (await sessionSummary(log)).runs)
    count.look('effects', await effectLedger(log, run.runId, 0));
  count.look('filter error', await parseFilter('tpe:x', log));
  expect(count.known).toEqual([]);
  expect(count.placed).toEqual([]);
});

test('no answer about an event shows one', async () => {
  await everyRow(async (ordinal) => {
    const target = { ordinal };
    count.look('row', await log.rows([ordinal]));
    count.look('chain', await log.chain(target, { descendantLimit: 50, links: true }));
    count.look('trust', await trustOf(log, ordinal));
    count.look('reasoning', await reasoningAt(log, ordinal));
    count.look('delta chain', await deltaChain(log, ordinal));
    count.look('evidence', await envelopeEvidence(log, target));
    count.look('found envelopes', await foundEnvelopes(log, ordinal));
    count.look('tree', treeOf(new JsonTree(await log.read(ordinal))));
    const page = await rawPage(log, ordinal, { offset: 0, length: 65_536 });
    count.look('raw page', page?.text);
  });
  count.look('causes', await log.causes({ expanded: [], withEffectsOnly: false, offset: 0, limit: 1_000 }));
  expect(count.known).toEqual([]);
  expect(count.worstShare, count.placed.join('\n')).toBeLessThanOrEqual(0.05);
});

test('bytes in clear are another answer, requested by its name (security S-14)', async () => {
  const clear = new ClearCount(places);
  await everyRow(async (ordinal) => {
    clear.look('clear page', (await clearPage(log, ordinal, { offset: 0, length: 65_536 }))?.text);
  });
  expect(clear.known.length).toBeGreaterThan(25);
});

test('an id as it is displayed finds its event, its node and its run', async () => {
  const rows = await log.rows(Array.from({ length: log.index.columns.length }, (_, ordinal) => ordinal));
  const masked = rows.filter(({ eventId }) => eventId.includes('[masked'));
  expect(masked.length).toBeGreaterThan(2);
  for (const row of masked) expect(log.index.findById(row.eventId)).toBe(row.ordinal);
  const node = rows.find(({ nodeId }) => nodeId?.includes('[masked') === true);
  const filter = await parseFilter(`node:"${node?.nodeId}"`, log);
  expect('tree' in filter && (await filterSelects(filter, log, node?.ordinal ?? -1))).toBe(true);
});
