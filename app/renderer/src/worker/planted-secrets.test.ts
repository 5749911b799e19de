/** Of 400 planted secrets nothing that reaches the window, or leaves it, shows one of a documented shape (S-14, S-20). */

import { masker } from '@openwop-inspector/base';
import { markdownText } from '@openwop-inspector/base/document';
import { reportDocument } from '@openwop-inspector/run-log';
import {
  ClearCount,
  type PlantedPlace,
  plantedBundle,
  SecretMaker,
} from '@openwop-inspector/testing/planted';
import { beforeAll, expect, test } from 'vitest';
import { type RunAnswer, runJob } from '../acceptor-worker/run-jobs.ts';
import { asCommand, asMarkdown, asVectorFile } from '../features/acceptor/bench-copies.ts';
import { type JobInput, type JobName, type JobResult, runners } from './jobs.ts';
import type { SessionEvent } from './sessions.ts';

const { text, places } = plantedBundle();
const maker = new SecretMaker(11);
const trial = {
  type: 'error',
  envelopeId: maker.known(),
  correlationId: maker.known(),
  payload: {
    code: maker.known(),
    message: `uses ${maker.known()}`,
    [maker.known()]: { password: maker.known() },
  },
};
const typed: readonly PlantedPlace[] = maker.made.map(({ shape, kind, tell }) => ({
  shape,
  kind,
  tell,
  place: shape,
}));
const count = new ClearCount([...places, ...typed]);
const sessionId = 's1';
const reported: SessionEvent[] = [];

/** Requests one job as the window does, and checks its answer. */
async function ask<N extends JobName>(job: N, input: JobInput<N>): Promise<JobResult<N>> {
  const answer = await runners[job](input, (event) => reported.push(event));
  count.look(job, answer);
  return answer;
}

beforeAll(async () => {
  await ask('open', {
    sessionId,
    source: { kind: 'text', name: `planted ${maker.known()}.json`, text },
    secret: null,
  });
  while (!reported.some((event) => event.kind === 'summary' && event.summary.complete)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
});

test('no answer about a session shows one', async () => {
  count.look('news', reported);
  await ask('summary', { sessionId });
  const filter = await ask('filter', { sessionId, text: '' });
  const page = { sessionId, filterId: filter.id };
  const { rows } = await ask('rows', { ...page, offset: 0, limit: 2_000 });
  expect(rows.length).toBeGreaterThan(250);
  await ask('liveFacts', { sessionId });
  await ask('gaps', page);
  await ask('nodeIds', { sessionId, limit: 1_000 });
  await ask('histogram', { ...page, buckets: 50, foldIdleMs: null });
  await ask('causes', { sessionId, expanded: [], withEffectsOnly: false, offset: 0, limit: 500 });
  for (const { code } of await ask('problemGroups', { sessionId, severities: ['error', 'warning', 'note'] }))
    await ask('problems', { sessionId, code, offset: 0, limit: 500 });
  await ask('envelopes', { sessionId, text: '', offset: 0, limit: 200 });
  expect(count.known).toEqual([]);
});

test('no answer about an event shows one', async () => {
  const { total } = await ask('rows', { sessionId, filterId: 0, offset: 0, limit: 1 });
  for (let ordinal = 0; ordinal < total; ordinal++) {
    const of = { sessionId, ordinal };
    const target = { kind: 'event', ordinal } as const;
    await ask('chain', { sessionId, target, descendantLimit: 20 });
    await ask('envelopeEvidence', { sessionId, target });
    await ask('trust', of);
    await ask('taint', { ...of, limit: 100 });
    await ask('reasoning', of);
    await ask('deltaChain', of);
    await ask('raw', { ...of, offset: 0, length: 65_536 });
    await ask('jsonText', { ...of, pointer: '' });
    const { subjects } = await ask('subjects', { ...of, attempt: null });
    for (const [at] of subjects.entries()) {
      const place = { ...of, attempt: null, place: at === subjects.length - 1 ? null : at };
      await ask('contentTree', { ...place, ask: { kind: 'children', pointer: '', offset: 0, limit: 100 } });
      await ask('contentTree', { ...place, ask: { kind: 'text', pointer: '' } });
    }
    await ask('jsonChildren', { ...of, pointer: '/payload', offset: 0, limit: 100 });
  }
  expect(count.known).toEqual([]);
  expect(count.worstShare, count.placed.join('\n')).toBeLessThanOrEqual(0.05);
});

test('a search finds no masked text by what it hides', async () => {
  const hidden = places.filter(({ kind }) => kind === 'known').slice(0, 40);
  for (const { tell } of hidden) {
    for (let ordinal = 0; ordinal < 60; ordinal++)
      expect((await ask('jsonSearch', { sessionId, ordinal, text: tell })).pointers).toEqual([]);
  }
});

test('a search in payloads shows none, also of its query', async () => {
  const hidden = places.filter(({ kind }) => kind === 'known').slice(0, 40);
  for (const text of [...hidden.map(({ tell }) => tell), 'a', 'e', ':', '/./', '/[^ ]+/'])
    await ask('searchPayloads', { sessionId, text, filter: '' });
  expect(count.known).toEqual([]);
});

/** A table is compressed: `packages/export` reads it back. */
test('no export and no session file contains one', async () => {
  const { total } = await ask('rows', { sessionId, filterId: 0, offset: 0, limit: 1 });
  const requested = {
    sessionId,
    scope: 'all',
    filter: '',
    noted: [],
    allowed: [],
    writtenBy: 'inspector',
  } as const;
  for (const form of ['report', 'ndjson', 'otlp-json'] as const) {
    for (const selected of form === 'report' ? Array.from({ length: 40 }, (_, at) => at) : [null]) {
      const made = await ask('export', { ...requested, form, selected });
      expect(made.kind).toBe('written');
      if (made.kind === 'written') count.look(`export ${form}`, await made.content.text());
    }
  }
  const head = JSON.stringify({
    form: 'openwop-inspector-session/1',
    log: {},
    trial: { text: JSON.stringify(trial) },
  });
  for (const holdsLog of [true, false]) {
    const made = await ask('sessionText', { sessionId, head, holdsLog });
    expect(made.kind).toBe('written');
    if (made.kind === 'written') count.look('session file', await made.content.text());
  }
  expect(total).toBeGreaterThan(250);
  expect(count.known).toEqual([]);
});

test('no report and no copy of a trial shows one', async () => {
  const summary = await ask('summary', { sessionId });
  const ordinal = summary.verdict.landOn ?? 0;
  const target = { kind: 'event', ordinal } as const;
  const chain = await ask('chain', { sessionId, target, descendantLimit: 20 });
  count.look('report', masker.text(markdownText(reportDocument(summary, chain))));
  const input = { text: JSON.stringify(trial), context: { nodeId: maker.known(), secrets: [] }, at: null };
  const answer = runJob({ id: 1, job: 'run', input }) as RunAnswer; // what this job answers
  const copy = { ...input, secrets: [], answer };
  count.look('vector', asVectorFile(copy));
  count.look('command', asCommand(copy));
  count.look('report of a trial', asMarkdown(copy));
  expect(count.known).toEqual([]);
});
