import { jsonDepth } from '@openwop-inspector/base';
import { expect, test } from 'vitest';
import { captureLines } from '../capture/capture-writer.ts';
import { examineHost } from '../doctor/examine-host.ts';
import { createTokenBook, openInterrupts } from '../interrupts/open-interrupts.ts';
import { createHostConnection } from './create-host-connection.ts';
import { listRuns } from './read-calls.ts';

const deep = `{"x":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;

function answering(status: number, body: string) {
  const headers = { 'content-type': 'application/json' };
  const answer = () => Promise.resolve(new Response(body, { status, headers }));
  return createHostConnection({ baseUrl: 'http://h.example', token: () => null, fetch: answer });
}

const tooDeep = {
  kind: 'not-understood',
  status: 200,
  code: 'answer_too_deep',
  message: 'The answer of h.example nests 20001 levels deep, and no more than 512 are read.',
};

test('an answer that nests too deep is an error that says how deep, and nothing is built of it (security S-12)', async () => {
  const host = answering(200, deep);
  const error = { ok: false, error: tooDeep };
  expect(await host.getJson('/v1/runs/r')).toMatchObject(error);
  expect(await host.postJson('/v1/runs/r', {})).toMatchObject(error);
  expect(await openInterrupts(host, 'r', createTokenBook())).toMatchObject(error);
  expect(await listRuns(host, null)).toMatchObject({ kind: 'error', error: tooDeep });
  const signal = new AbortController().signal;
  const report = await examineHost(host, { runId: 'r', signal });
  expect(report).toMatchObject({ fault: 'discovery', discovery: null });
  expect(report.checks.find(({ id }) => id === 'discovery')?.error).toMatchObject(tooDeep);
});

test('the body of a refusal that nests too deep says nothing but is displayed as it came', async () => {
  const body = `{"error":"run_failed","details":${deep}}`;
  expect(await answering(500, body).getJson('/v1/runs/r')).toMatchObject({
    ok: false,
    error: { status: 500, code: 'http_500', rawBody: expect.stringContaining('"run_failed"') },
  });
});

test.each([
  ['1', 0],
  ['{}', 1],
  ['{"a":[{"b":"[[[\\"[["}]}', 3],
  ['"[[["', 0],
  ['[[]', 2],
  [']]][', 0],
  ['"open [[[', 0],
])('the depth of %j is %i', (text, depth) => expect(jsonDepth(text)).toBe(depth));

test('what a host sent is in its line as it came, but for the line breaks between its tokens', () => {
  const lines = captureLines((text) => text);
  const sent = '{"n":1.50,\r\n "n":"\\u0041",\n"e":1E2}';
  const stored = '{"n":1.50, "n":"\\u0041","e":1E2}';
  expect(lines.frame('note', sent, 0)).toBe(
    `{"capture":"frame","event":"note","at":"1970-01-01T00:00:00.000Z","data":${stored}}`,
  );
  expect(lines.snapshot('running', sent, 0)).toContain(`"snapshot":${stored}}`);
  expect(lines.entry(sent)).toBe(stored);
});
