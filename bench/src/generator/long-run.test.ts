import { createHash } from 'node:crypto';
import { checkPayload } from '@openwop-inspector/protocol';
import { brokenRules } from '@openwop-inspector/testing/log-rules';
import type { RunEventDoc } from '@openwop-inspector/testing/samples';
import { beforeAll, describe, expect, test } from 'vitest';
import { playLongRun, SMALLEST_LONG_RUN } from './long-run.ts';
import { writeLog } from './write-log.ts';

function played(events: number, seed: number): readonly RunEventDoc[] {
  const list: RunEventDoc[] = [];
  playLongRun(
    { events, seed },
    () => undefined,
    (event) => list.push(event),
  );
  return list;
}

describe('playLongRun', () => {
  let events: readonly RunEventDoc[] = [];
  beforeAll(() => {
    events = played(20_000, 7);
  });

  test.each([SMALLEST_LONG_RUN, 101, 150, 257, 1_000, 4_096])(
    'gives exactly %i events and breaks no rule',
    (count) => {
      for (const seed of [1, 2, 3]) {
        const list = played(count, seed);
        expect(list).toHaveLength(count);
        expect(brokenRules(list)).toEqual([]);
        expect(list.at(-1)?.type).toBe('run.failed');
      }
    },
  );

  test('a larger log breaks no rule either', () => {
    expect(brokenRules(events)).toEqual([]);
  });

  test('every payload fits the schema of its type', () => {
    const misfits = events.flatMap(({ type, payload }) =>
      checkPayload(type, payload).map((finding) => ({ type, finding })),
    );
    expect(misfits.slice(0, 5)).toEqual([]);
  });

  test('most events name their cause, by eventId for most and by correlationId for effects of envelopes', () => {
    const ids = new Set(events.map(({ eventId }) => eventId));
    const causes = events.flatMap(({ causationId }) => causationId ?? []);
    const byEvent = causes.filter((cause) => ids.has(cause));
    expect(causes.length / events.length).toBeGreaterThan(0.8);
    expect(byEvent.length / causes.length).toBeGreaterThan(0.9);
    expect(causes.length - byEvent.length).toBeGreaterThan(100);
  });

  test('it holds child runs, refusals, cuts, questions, surfaces, untrusted results and text that is not ASCII', () => {
    const types = new Set(events.map(({ type }) => type));
    const wanted = [
      'node.dispatched',
      'envelope.truncated',
      'envelope.retry.exhausted',
      'clarification.requested',
      'approval.received',
      'ui.a2ui-surface',
      'output.chunk',
      'agent.reasoning.delta',
      'provider.usage',
      'node.retried',
    ];
    expect(wanted.filter((type) => !types.has(type))).toEqual([]);
    expect(new Set(events.map(({ runId }) => runId)).size).toBeGreaterThan(10);
    expect(
      events.some(({ type, contentTrust }) => type === 'agent.toolReturned' && contentTrust === 'untrusted'),
    ).toBe(true);
    expect(JSON.stringify(events)).toMatch(/東京.*𝑛|𝑛.*東京/s);
  });

  test('refuses to play a run that has no room for its ending', () => {
    expect(() => played(SMALLEST_LONG_RUN - 1, 7)).toThrow(RangeError);
  });
});

describe('writeLog', () => {
  test('the same order gives the same bytes', () => {
    const hash = createHash('sha256');
    const size = writeLog({ events: 500, seed: 7, format: 'ndjson' }, (bytes) => hash.update(bytes));
    expect({ ...size, sha256: hash.digest('hex') }).toEqual({
      events: 500,
      bytes: 493_536,
      sha256: '437c7e6793393ad4f1c7402566bfa9c412420e3656540795376fce2f575fac68',
    });
  });

  test.each([7, 8])(
    'an event takes 870 bytes of NDJSON on average, within ten per cent (seed %i)',
    (seed) => {
      const { events, bytes } = writeLog({ events: 20_000, seed, format: 'ndjson' }, () => undefined);
      expect(bytes / events).toBeGreaterThan(870 * 0.9);
      expect(bytes / events).toBeLessThan(870 * 1.1);
    },
  );
});
