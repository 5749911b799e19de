import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLogRule } from '@openwop-inspector/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgedPlaces, taintOfLog } from '../src/index.ts';
import { openText } from './given-log.ts';

/** Runs every vector with `log` (vectors FORMAT 7) against the engine. */
interface LogVector {
  readonly id: string;
  readonly clause: string;
  readonly title: string;
  readonly log: {
    readonly events: readonly Readonly<Record<string, unknown>>[];
    readonly document?: Readonly<Record<string, unknown>>;
  };
  readonly expect: {
    readonly rules: readonly { readonly code: string; readonly sequence: number }[];
    readonly taint?: readonly {
      readonly kind: string;
      readonly verdict: string;
      readonly sequence: number;
    }[];
  };
}

const folder = join(import.meta.dirname, '../../../testing/vectors');
const vectors = ['29-log-rules.json', '31-trust.json'].flatMap((name) => {
  const file = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
    readonly vectors: readonly LogVector[];
  };
  return file.vectors;
});

async function rulesOf(events: readonly unknown[], document?: Readonly<Record<string, unknown>>) {
  const log = await openText(JSON.stringify(document === undefined ? events : { ...document, events }));
  await log.runChecks();
  const problems = await log.allProblems();
  await log.close();
  return problems
    .filter(({ code }) => isLogRule(code))
    .map(({ code, sequence, eventId, message }) => ({ code, sequence, eventId, message }))
    .sort((a, b) => (a.sequence ?? 0) - (b.sequence ?? 0));
}

/** The events as those of another run. */
function ofRun(events: LogVector['log']['events'], run: string): Record<string, unknown>[] {
  const text = JSON.stringify(events).replaceAll('/runs/r1/', `/runs/${run}/`);
  return (JSON.parse(text) as LogVector['log']['events']).map((event) => ({
    ...event,
    // The run of a tenant is one of v2.
    runId: String(event.runId).includes('/') ? `acme/${run}-0123456789abcdef` : run,
    eventId: `${run}-${String(event.eventId)}`,
    ...(/^e\d+$/.test(String(event.causationId))
      ? { causationId: `${run}-${String(event.causationId)}` }
      : {}),
  }));
}

describe('rules of a log', () => {
  test.each(vectors)('$id $clause: $title', async ({ log, expect: expected }) => {
    const found = await rulesOf(log.events, log.document);
    expect(found).toMatchObject(expected.rules);
    expect(found).toHaveLength(expected.rules.length);
  });

  test.each([
    ['9007199254740993', '9007199254740992', true],
    ['9007199254740992', '9007199254740993', false],
    ['0.30', '0.3', true],
    ['0.3', '0.30000000000000001', false],
  ])('a limit of %s and %s observed are compared as written', async (limit, observed, isBroken) => {
    const log = await openText(
      `[{"eventId":"e0","runId":"r","sequence":0,"type":"cap.breached","timestamp":"2026-05-18T10:00:00Z","payload":{"kind":"envelopes","limit":${limit},"observed":${observed}}}]`,
    );
    await log.runChecks();
    const problems = (await log.allProblems()).filter(({ code }) => code === 'cap_observed_not_above_limit');
    expect(problems).toHaveLength(isBroken ? 1 : 0);
    for (const { message } of problems) expect(message).toContain(`observed is ${observed}`);
    await log.close();
  });

  const trust = vectors.filter(({ expect: { taint } }) => taint !== undefined);

  test.each(trust)(
    '$id: what untrusted content reached',
    async ({ log: { events, document }, expect: { taint } }) => {
      const log = await openText(JSON.stringify(document === undefined ? events : { ...document, events }));
      expect(judgedPlaces(await taintOfLog(log, { flows: 100, reached: 100 }))).toEqual(taint);
      await log.close();
    },
  );

  test('every problem of a rule between events names the other event by its place', async () => {
    for (const { log, expect: expected } of vectors) {
      if (expected.rules.length === 0) continue;
      for (const { code, message } of await rulesOf(log.events, log.document)) {
        if (
          /^(?:cap_observed|causation_|conflicting_|envelope_kind|gate_failed|inline_media|media_url)/.test(
            code,
          )
        )
          continue;
        if (/^(?:retry_of_first|retry_reason_refusal|shared_|terminal_contradicts|worker_inputs)/.test(code))
          continue;
        expect(message, code).toMatch(/at sequence \d+/);
      }
    }
  });

  test('runs in turns, in any order in the file and with repeats, give what each run gives (run-events 1.1)', async () => {
    const alone = vectors.filter(
      ({ log: { events, document }, title }) =>
        document === undefined &&
        new Set(events.map(({ runId }) => runId)).size === 1 &&
        // A repeat of a conflict is a conflict of its own.
        !title.startsWith('conflicting_duplicate'),
    );
    const some = fc.uniqueArray(fc.integer({ min: 0, max: alone.length - 1 }), {
      minLength: 1,
      maxLength: 4,
    });
    const property = fc.asyncProperty(some, fc.array(fc.nat(), { maxLength: 40 }), async (picked, moves) => {
      const events = picked.flatMap((at, i) => ofRun(alone[at]?.log.events ?? [], `r${i}`));
      const mixed = [...events, ...events.slice(0, 3)];
      for (const move of moves) mixed.push(...mixed.splice(move % mixed.length, 1));
      const found = await rulesOf(mixed);
      const wanted = picked.flatMap((at) => alone[at]?.expect.rules.map(({ code }) => code) ?? []);
      // A type is named once a file.
      const counted = (codes: readonly string[]) =>
        codes.filter((code) => code !== 'envelope_kind_as_event_type').sort();
      expect(counted(found.map(({ code }) => code))).toEqual(counted(wanted));
    });
    await fc.assert(property, { numRuns: 40 });
  });
});
