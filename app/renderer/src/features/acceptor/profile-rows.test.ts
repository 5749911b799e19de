import type { AcceptResult, Profile } from '@openwop-inspector/acceptor-core';
import { expect, test } from 'vitest';
import { type EndedKinds, runJob } from '../../acceptor-worker/run-jobs.ts';
import { profileRows } from './ComparePane.tsx';

function rowsOf(text: string, context = {}, ended?: EndedKinds) {
  const requested = { id: 1, job: 'profiles', input: { text, context, at: 0 } } as const;
  const answers = runJob(ended === undefined ? requested : { ...requested, ended });
  return profileRows(answers as readonly { profile: Profile; result: AcceptResult }[]); // the reply of this job
}

test('a step differs where one profile decides what another passes', () => {
  const rows = rowsOf('{"type": "error", "payload": {"code": "c", "message": "m"}}');
  expect(rows.filter(({ differs }) => differs).map(({ step }) => step)).toContain('shape');
  expect(rows.find(({ step }) => step === 'capability')?.differs).toBe(false);
});

test('a step that a profile does not have is no difference by itself', () => {
  const text =
    '{"type": "error", "envelopeId": "e", "correlationId": "c", "payload": {"code": "c", "message": "m"}, "meta": {"source": "ai-generation", "ts": "2026-01-01T00:00:00Z"}}';
  expect(rowsOf(text).find(({ step }) => step === 'synthesis')?.differs).toBe(false);
});

test('a step that some profile did not reach is neither same nor different', () => {
  const rows = rowsOf('{"type": "error", "payload": {"code": "c", "message": "m"}}');
  const about = (step: string) => {
    const row = rows.find((one) => one.step === step);
    return { differs: row?.differs, isReachedByAll: row?.isReachedByAll };
  };
  expect(about('capability')).toEqual({ differs: false, isReachedByAll: true });
  expect(about('trust')).toEqual({ differs: false, isReachedByAll: false });
});

test('a stopped check is neither same nor different in any profile (acceptor 2.2)', () => {
  const kind = 'vendor.acme.report';
  const text = `{"type": "${kind}", "envelopeId": "e", "correlationId": "c", "nodeId": "n", "payload": {}, "meta": {"source": "ai-generation", "ts": "2026-01-01T00:00:00Z"}}`;
  const rows = rowsOf(text, { schemas: { [kind]: {} } }, { kinds: [kind], limitMs: 4000 });
  expect(rows.find(({ step }) => step === 'payload')).toMatchObject({
    differs: false,
    isStopped: true,
    cells: [{ word: 'Stopped' }, { word: 'Stopped' }, { word: 'Stopped' }],
  });
});
