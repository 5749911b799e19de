import { readVectors } from '@openwop-inspector/acceptor-core';
import { describe, expect, test } from 'vitest';
import type { RunAnswer } from '../acceptor-worker/acceptor-contract.ts';
import { runJob } from '../acceptor-worker/run-jobs.ts';
import { asCommand, asMarkdown, asVectorFile } from './bench-copies.ts';

const SECRET = 'sk-live-"quoted"-0123456789';
const TEXT = `{"type": "error", "payload": {"code": "c", "message": ${JSON.stringify(`uses ${SECRET}`)}}, "more": "\`\`\`"}`;
const secrets = [{ secretId: 'key', value: SECRET }];
const context = { profile: 'strict', nodeId: 'ask' } as const;
const answer = runJob({
  id: 1,
  job: 'run',
  input: { text: TEXT, context: { ...context, secrets }, at: null },
}) as RunAnswer; // what this job answers
const copy = { text: TEXT, context: { ...context, secrets }, secrets, answer };

describe('what leaves the bench', () => {
  test.each([
    ['a vector', asVectorFile(copy, 'bench-1')],
    ['a command', asCommand(copy)],
    ['a report', asMarkdown(copy)],
  ])('%s holds no secret, only its name', (_, text) => {
    expect(text).not.toContain('sk-live');
    expect(text).toContain('[REDACTED:key]');
  });

  test('a saved vector is read by the reader of vectors', () => {
    expect(readVectors(JSON.parse(asVectorFile(copy, 'bench-1')))).toMatchObject({ ok: true });
  });

  test('the text of a command cannot end its own quotation', () => {
    const hostile = { ...copy, text: 'END\nrm -rf /\n' };
    expect(asCommand(hostile)).toContain("<<'END_'\nEND\nrm -rf /\nEND_\n");
  });

  test('a fence of a report is longer than any in the text', () => {
    expect(asMarkdown(copy)).toContain('````json');
  });
});
