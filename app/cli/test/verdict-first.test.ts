import { RunLog } from '@openwop-inspector/run-log';
import { failedDraft } from '@openwop-inspector/testing/files';
import { expect, test, vi } from 'vitest';
import { inspect } from '../src/verbs/inspect.ts';
import { captureTerminal } from './capture-terminal.ts';

/** Who waits for the verdict does not wait for the checks of the payloads. */

test('the verdict, the failure and its cause stand before the checks begin, the problems behind them', async () => {
  const stored = captureTerminal();
  let before = '';
  const runChecks = vi.spyOn(RunLog.prototype, 'runChecks').mockImplementation(() => {
    before = stored.out();
    return Promise.resolve(true);
  });
  await inspect([failedDraft], { json: false, checks: true }, stored.surroundings);
  expect(runChecks).toHaveBeenCalledOnce();
  expect(before).toMatch(/^Failed /);
  expect(before).toContain('Cause');
  expect(before).not.toContain('Problems');
  expect(stored.out().startsWith(before)).toBe(true);
  expect(stored.out().slice(before.length)).toContain('Problems');
});

test('a document is printed whole, behind the checks', async () => {
  const stored = captureTerminal();
  let before = 'nothing';
  vi.spyOn(RunLog.prototype, 'runChecks').mockImplementation(() => {
    before = stored.out();
    return Promise.resolve(true);
  });
  await inspect([failedDraft], { json: true, checks: true }, stored.surroundings);
  expect(before).toBe('');
  expect(JSON.parse(stored.out())).toHaveProperty('problems');
});
