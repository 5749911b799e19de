/** New input of a model between two attempts is a difference; what the log lacks is missing, never the same. */
import { openRunLog, type RunLog, textSource } from '@openwop-inspector/run-log';
import { expect, test } from 'vitest';
import { attemptChanges } from './attempt-jobs.ts';

interface Given {
  readonly type: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

const prompt = (more: Readonly<Record<string, unknown>>): Given => ({
  type: 'prompt.composed',
  payload: { nodeId: 'n', kind: 'system-only', refs: [], ...more },
});
const model = (name: string): Given => ({
  type: 'provider.usage',
  payload: { provider: 'p', model: name, inputTokens: name.length, outputTokens: 1, nodeId: 'n' },
});
const start: Given = { type: 'node.started', payload: {} };
const retry: Given = {
  type: 'envelope.retry.attempted',
  payload: { attempt: 2, reason: 'schema-violation' },
};
const accepted: Given = { type: 'log.appended', payload: {} };

/** The change before the second attempt, of a log in which the retry is the event of the first. */
async function changeIn(first: readonly Given[], second: readonly Given[]) {
  const all = [start, ...first, retry, ...second, accepted];
  const log: RunLog = openRunLog(
    textSource(
      'log.ndjson',
      all
        .map((one, sequence) =>
          JSON.stringify({ ...one, eventId: `e${sequence}`, runId: 'r', nodeId: 'n', sequence }),
        )
        .join('\n'),
    ),
  );
  await log.loaded;
  const [change] = await attemptChanges(log, [first.length + 1, all.length - 1]);
  await log.close();
  return change?.inputs ?? [];
}

test('a recomposed text is reported by its words, and its digest is not', async () => {
  const [reported] = await changeIn(
    [prompt({ systemPrompt: 'answer with prose', hash: 'sha256:1' })],
    [prompt({ systemPrompt: 'answer with JSON', hash: 'sha256:2' })],
  );
  expect(reported).toMatchObject({ sort: 'prompt', kind: 'changed', from: 1, to: 3, values: [] });
  expect(reported?.texts[0]?.pieces.map(({ kind, text }) => [kind, text])).toEqual([
    ['same', 'answer with '],
    ['removed', 'prose'],
    ['added', 'JSON'],
  ]);
});

test('a digest without texts says that something changed', async () => {
  const [reported] = await changeIn([prompt({ hash: 'sha256:1' })], [prompt({ hash: 'sha256:2' })]);
  expect(reported).toMatchObject({ kind: 'changed', isDigestAlone: true });
});

test('the same prompt is the same, and one that is not there is missing', async () => {
  const same = prompt({ systemPrompt: 'a', hash: 'sha256:1' });
  expect((await changeIn([same], [same]))[0]).toMatchObject({ kind: 'same' });
  expect((await changeIn([same], []))[0]).toMatchObject({ kind: 'missing', from: 1, to: null });
});

test('of a call the model counts, and not what came of it', async () => {
  const other = (await changeIn([model('small')], [model('large-one')]))[1];
  expect(other?.values.map(({ pointer }) => pointer)).toEqual(['/payload/model']);
  expect(
    (
      await changeIn(
        [model('small')],
        [{ ...model('small'), payload: { ...model('small').payload, inputTokens: 9 } }],
      )
    )[1],
  ).toMatchObject({ kind: 'same' });
});

test('a credential in a prompt is in no piece', async () => {
  const secret = `sk-${'a1B2'.repeat(12)}`;
  const [reported] = await changeIn(
    [prompt({ systemPrompt: `use ${secret} here` })],
    [prompt({ systemPrompt: `use ${secret} there` })],
  );
  expect(JSON.stringify(reported)).not.toContain(secret.slice(3, 30));
});
