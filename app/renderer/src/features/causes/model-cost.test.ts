/** The cost of the models of lists, texts and files is linear in their size. */
import { bytesSource, nodeLanes, openRunLog } from '@openwop-inspector/run-log';
import { testCost } from '@openwop-inspector/testing/cost-growth';
import { longChain, many, ndjson, utf8 } from '@openwop-inspector/testing/hostile-shapes';
import { formattedJson } from '../acceptor/json-text.ts';
import { laneRows } from '../nodes/lane-rows.ts';
import { readNoteFile } from '../notes/notes.ts';
import { chainEntries } from './chain-entries.ts';

async function openedChain(n: number) {
  const log = openRunLog(bytesSource('log.ndjson', utf8(ndjson(longChain(n)))));
  await log.loaded;
  return log;
}

const lanesOf = async (n: number) => (await nodeLanes((await openedChain(n)).standing(), null)).lanes;
testCost(
  'the list of lanes',
  (lanes: Awaited<ReturnType<typeof lanesOf>>) => laneRows(lanes, 'duration', new Set()),
  {
    'a node for every event': [600, lanesOf],
  },
);

async function chainOf(n: number) {
  const options = { descendantLimit: 1_000_000, ancestorLimit: 1_000_000, links: true };
  const chain = await (await openedChain(n)).chain({ ordinal: n - 1 }, options);
  if (chain === null) throw new Error('there is no chain');
  return chain;
}
testCost(
  'the list of a chain',
  (chain: Awaited<ReturnType<typeof chainOf>>) => chainEntries(chain, 1_000_000),
  {
    'a chain that is the whole log': [600, chainOf],
  },
);

const surface = (n: number): string => {
  const components = many(n, (at) => ({ component: 'field.text', id: `f${at}`, label: `Label ${at}` }));
  const payload = { catalogVersion: '0.9.1', surface: { title: 't', components } };
  return JSON.stringify({ type: 'ui.a2ui-surface', payload });
};
testCost('formatting JSON', formattedJson, {
  'a surface of many components': [200, surface],
  'a list of small values': [1000, (n) => JSON.stringify(many(n, (at) => [at]))],
});

const noteFile = (n: number): string => {
  const note = { type: 't', text: 'x'.repeat(200), writtenAt: '2026-01-02' };
  const notes = many(n, (at) => ({ ...note, sequence: at }));
  return JSON.stringify({ form: 'openwop-inspector-notes/1', notes });
};
testCost('reading notes', readNoteFile, { 'many notes': [100, noteFile] });
