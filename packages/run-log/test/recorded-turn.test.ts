import { readFileSync } from 'node:fs';
import { recording, sample } from '@openwop-inspector/testing/files';
import { describe, expect, test } from 'vitest';
import { openRunLog, recordedGate, recordedTurn, textSource } from '../src/index.ts';

/** What a log holds of one turn of a model (acceptor 5, run-events 3.2.7). */

async function logOf(path: string) {
  const log = openRunLog(textSource('log', readFileSync(path, 'utf8')));
  await log.loaded;
  return log;
}

describe('a recorded turn', () => {
  test.each([122, 161, 189, 216])('event %d leads to all attempts of its envelope', async (sequence) => {
    const log = await logOf(sample('acme-prd-draft.bundle.json'));
    const turn = await recordedTurn(log, log.findBySequence(sequence));
    expect(turn?.answers.map(({ events }) => events.map(({ type }) => type))).toEqual(
      sequence === 122
        ? [['envelope.truncated', 'envelope.retry.attempted'], ['envelope.retry.attempted'], ['log.appended']]
        : [
            ['envelope.truncated', 'envelope.retry.attempted'],
            ['envelope.recovery.applied', 'envelope.retry.attempted'],
            ['envelope.retry.exhausted', 'cap.breached', 'node.failed'],
          ],
    );
    expect(turn).toMatchObject({ isOpen: false, leftOut: 0 });
  });

  test('the answer is the text of its attempt alone, with its finish reason and usage', async () => {
    const log = await logOf(sample('acme-prd-draft.bundle.json'));
    const turn = await recordedTurn(log, log.findBySequence(216));
    const last = turn?.answers.at(-1);
    expect(last?.text).toMatch(/^\{\n {2}"type": "vendor.acme.prd.create"/);
    expect(last).toMatchObject({ complete: true, finishReason: 'stop', masked: 0 });
    expect(last?.usage?.payload).toMatchObject({ outputTokens: 529 });
  });

  test('an event of no envelope belongs to no turn, an ordinal that is not loaded neither', async () => {
    const log = await logOf(sample('acme-prd-draft.bundle.json'));
    expect(await recordedTurn(log, log.findBySequence(1))).toBeNull();
    expect(await recordedTurn(log, 1_000_000)).toBeNull();
  });
});

describe('a recorded decision of the gate', () => {
  const path = recording('app', 'conformance-model-capability-insufficient', 'debug-bundle.json');

  test('it is its event and the failures that follow (acceptor 5.1)', async () => {
    const log = await logOf(path);
    const events = await recordedGate(log, log.findBySequence(2));
    expect(events.map(({ type }) => type)).toEqual([
      'model.capability.insufficient',
      'node.failed',
      'run.failed',
    ]);
  });

  test('another event is no decision', async () => {
    const log = await logOf(path);
    expect(await recordedGate(log, log.findBySequence(3))).toEqual([]);
  });
});
