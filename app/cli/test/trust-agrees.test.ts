/** Inspect, audit and taint say the same of trust, whatever a log holds (acceptor S11, 7). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAcceptor } from '@openwop-inspector/acceptor-core';
import { auditLog, FindingGroups } from '@openwop-inspector/audit';
import {
  judgedPlaces,
  openRunLog,
  type RunLog,
  taintOfEvent,
  taintOfLog,
  textSource,
} from '@openwop-inspector/run-log';
import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { taint } from '../src/verbs/taint.ts';
import { captureTerminal } from './capture-terminal.ts';
import { recordings, repository, sample } from './scratch-folder.ts';

const CODES = new Set(['untrusted_resumed_approval', 'trust_lost_on_sibling', 'trust_lost_on_effect']);
const ALL = { flows: 10_000, reached: 10_000 };

type Event = Readonly<Record<string, unknown>>;
interface LogVector {
  readonly id: string;
  readonly log: { readonly events: readonly Event[]; readonly document?: Event };
}

const vectors = ['29-log-rules.json', '31-trust.json'].flatMap((name) => {
  const path = join(recordings, '../vectors', name);
  return (JSON.parse(readFileSync(path, 'utf8')) as { readonly vectors: readonly LogVector[] }).vectors;
});

async function withLog<T>(text: string, use: (log: RunLog) => Promise<T>): Promise<T> {
  const log = openRunLog(textSource('log.json', text));
  try {
    await log.loaded;
    return await use(log);
  } finally {
    await log.close();
  }
}

/** What each of the three finds, by sequences; what they must have in common is compared here. */
async function deviations(text: string): Promise<readonly (number | null)[]> {
  return withLog(text, async (log) => {
    const answer = await taintOfLog(log, ALL);
    const judged = judgedPlaces(answer);
    const byTaint = judged.filter(({ verdict }) => verdict === 'deviates').map(({ sequence }) => sequence);
    await log.runChecks();
    const problems = (await log.allProblems()).filter(({ code }) => CODES.has(code));
    const byInspect = problems.map(({ sequence }) => sequence ?? null).sort((a, b) => (a ?? 0) - (b ?? 0));
    const groups = new FindingGroups();
    const onProgress = () => false;
    await auditLog(log, { file: 'log.json', groups, context: {}, acceptorOf: createAcceptor, onProgress });
    const byAudit = groups.all().filter(({ id }) => CODES.has(id));
    expect(byInspect).toEqual(byTaint);
    expect(answer.deviating).toBe(byTaint.length);
    expect(byAudit.reduce((sum, { count }) => sum + count, 0)).toBe(byTaint.length);
    await sameOfEvents(log, answer);
    return byTaint;
  });
}

/** Queried about one event, the answer is that of the whole log. */
async function sameOfEvents(log: RunLog, { flows, unreached }: Awaited<ReturnType<typeof taintOfLog>>) {
  const places = [...flows.flatMap(({ reached }) => reached), ...unreached];
  for (const { kind, verdict, why, way } of places.slice(0, 20)) {
    const ordinal = way.at(-1)?.row.ordinal ?? -1;
    const answer = await taintOfEvent(log, ordinal, 10_000);
    const own = answer?.reached.find((one) => one.way.at(-1)?.row.ordinal === ordinal);
    expect(own).toMatchObject({ kind, verdict, why });
  }
}

function filesIn(folder: string, name: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => name.test(path))
    .map((path) => join(folder, path));
}

describe('inspect, audit and taint agree about trust', () => {
  test('on every recording, where nothing deviates', { timeout: 120_000 }, async () => {
    const files = filesIn(recordings, /(?:bundle|poll|events|snapshot)[^/]*\.json$|debug[^/]*\.sse$/);
    expect(files.length).toBeGreaterThan(100);
    for (const file of files) expect(await deviations(readFileSync(file, 'utf8')), file).toEqual([]);
  });

  test('on every sample, where nothing deviates', async () => {
    for (const file of filesIn(sample('.'), /\.(?:json|ndjson|sse)$/))
      expect(await deviations(readFileSync(file, 'utf8')), file).toEqual([]);
  });

  test.each(vectors)('on $id', async ({ log: { events, document } }) => {
    await deviations(JSON.stringify({ ...document, events }));
  });

  test('without an event, and cut behind each, nothing more is found', { timeout: 120_000 }, async () => {
    for (const { id, log } of vectors.filter(({ id }) => id.startsWith('S31.'))) {
      const found = async (events: readonly Event[]) =>
        deviations(JSON.stringify({ ...log.document, events }));
      const whole = await found(log.events);
      for (let at = 1; at < log.events.length; at++)
        for (const less of [log.events.toSpliced(at, 1), log.events.slice(0, at)])
          expect(whole, `${id} without ${at}`).toEqual(expect.arrayContaining([...(await found(less))]));
    }
  });

  test('with events missing, twice, out of order and of another run', { timeout: 120_000 }, async () => {
    const pick = fc.integer({ min: 0, max: vectors.length - 1 });
    const changes = fc.array(fc.tuple(fc.constantFrom('drop', 'twice', 'move', 'run', 'trust'), fc.nat()), {
      minLength: 1,
      maxLength: 5,
    });
    const property = fc.asyncProperty(pick, changes, async (at, made) => {
      const events = [...(vectors[at]?.log.events ?? [])];
      for (const [change, number] of made) changeEvents(events, change, number);
      await deviations(JSON.stringify({ ...vectors[at]?.log.document, events }));
    });
    await fc.assert(property, { numRuns: runsOf(2_000, 200) });
  });
});

test('the guide shows what taint prints of an approval that ends by node.resumed', async () => {
  const stored = captureTerminal();
  const file = join(repository, 'testing/files/resumed-approvals.bundle.json');
  const status = await taint(file, null, { limit: 100, json: false }, stored.surroundings);
  expect(status).toBe(1);
  expect(stored.out()).toContain('unknown');
  expect(readFileSync(join(repository, 'docs/guide/taint.md'), 'utf8')).toContain(stored.out().trim());
});

function changeEvents(events: Event[], change: string, number: number): void {
  if (events.length === 0) return;
  const at = number % events.length;
  const event = events[at] as Event;
  if (change === 'drop') events.splice(at, 1);
  else if (change === 'twice') events.push({ ...event, eventId: `${String(event.eventId)}-again` });
  else if (change === 'move') events.push(...events.splice(at, 1));
  else if (change === 'run') events[at] = { ...event, runId: 'other' };
  else events[at] = { ...event, contentTrust: number % 2 === 0 ? 'trusted' : 'untrusted' };
}
