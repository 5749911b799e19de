/** Runs under the names of v1 and of v2: all that is said of them is the same but for names (run-events 3.6). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAcceptor } from '@openwop-inspector/acceptor-core';
import { type AcceptorOf, auditLog, FindingGroups } from '@openwop-inspector/audit';
import { CATALOGUE_TYPES, hasV2Payload, v1EventName, v2EventName } from '@openwop-inspector/protocol';
import { nodeLanes, openRunLog, sessionSummary, taintOfLog, textSource } from '@openwop-inspector/run-log';
import { describe, expect, test } from 'vitest';
import { recordings, repository } from './scratch-folder.ts';

const RENAMED = CATALOGUE_TYPES.filter((type) => v2EventName(type) !== type);
const V2_NAME = new RegExp(
  RENAMED.map((type) => v2EventName(type).replaceAll('.', String.raw`\.`)).join('|'),
  'g',
);

/** The same text under the names of v2. */
function inV2(text: string): string {
  return text.replace(
    /("type"\s*:\s*"|^event: ?)([\w.-]+)/gm,
    (_, before, type) => before + v2EventName(type),
  );
}

type Twin = readonly [name: string, v1: string];

const files: readonly Twin[] = [join(repository, 'samples'), recordings].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(json|ndjson|jsonl|sse)$/.test(name))
    .map((name): Twin => [name.replaceAll('\\', '/'), readFileSync(join(folder, name), 'utf8')]),
);

const vectors: readonly Twin[] = JSON.parse(
  readFileSync(join(repository, 'testing/vectors/29-log-rules.json'), 'utf8'),
).vectors.map(
  ({
    id,
    log,
  }: {
    readonly id: string;
    readonly log: { readonly events: unknown; readonly document?: object };
  }) => [id, JSON.stringify({ ...log.document, events: log.events })] as const,
);

/** A run in which an event of each renamed type led to a failure. */
const failures: readonly Twin[] = RENAMED.map((type) => {
  const event = (sequence: number, more: object): object => ({
    eventId: `e${sequence}`,
    runId: 'r1',
    sequence,
    timestamp: `2026-05-18T10:00:0${sequence}.000Z`,
    payload: {},
    ...more,
  });
  const events = [
    event(0, { type: 'run.started', payload: { workflowId: 'w' } }),
    event(1, { type: 'node.started', nodeId: 'n', payload: { nodeId: 'n', typeId: 't' } }),
    event(2, { type, nodeId: 'n', causationId: 'e1' }),
    event(3, {
      type: 'node.failed',
      nodeId: 'n',
      causationId: 'e2',
      payload: { nodeId: 'n', error: { code: 'x' } },
    }),
    event(4, { type: 'run.failed', causationId: 'e3', payload: { error: { code: 'x' } } }),
  ];
  return [`a failure after ${type}`, JSON.stringify(events)];
});

/** All that is said of a log, as JSON under the names of v1 and without places in its bytes. */
async function answersOf(name: string, text: string): Promise<unknown> {
  const log = openRunLog(textSource(name, text));
  await log.loaded;
  await log.runChecks();
  const { verdict, runs } = await sessionSummary(log);
  const groups = new FindingGroups();
  const accepted: unknown[] = [];
  const acceptorOf: AcceptorOf = (context) => {
    const acceptor = createAcceptor(context);
    return {
      ...acceptor,
      accept(emission) {
        const results = acceptor.accept(emission);
        for (const { status, step, code, outcome } of results) accepted.push({ status, step, code, outcome });
        return results;
      },
    };
  };
  const onProgress = () => false;
  const audit = await auditLog(log, { file: name, groups, context: {}, acceptorOf, onProgress });
  const places = Array.from({ length: log.order.length }, (_, place) => log.order.ordinalAt(place));
  const answers = {
    verdict: {
      ...verdict,
      sentence: verdict.sentence
        .map((part) => part.text)
        .join('')
        .replace(' An OpenWOP v2 log.', ''),
    },
    runs,
    // What v2 changed in payloads is judged by its own form, which other tests hold.
    found: log.index.problems
      .list()
      .filter(({ entry: { code, ordinal } }) => !isOfV2Payload(code, ordinal))
      .map(({ entry: { code, ordinal, pointer } }) => ({ code, ordinal, pointer })),
    rows: await log.rows(places),
    lanes: await nodeLanes(log, null),
    taint: await taintOfLog(log, { flows: 50, reached: 50 }),
    audit: audit?.answers ?? null,
    findings: groups
      .all()
      .filter(({ id }) => !id.startsWith('payload_'))
      .map(({ id, count }) => ({ id, count })),
    accepted,
  };
  function isOfV2Payload(code: string, ordinal: number | null): boolean {
    return code.startsWith('payload_') && ordinal !== null && hasV2Payload(log.index.typeOf(ordinal));
  }
  await log.close();
  const written = JSON.stringify(
    answers,
    function (this: Readonly<Record<string, unknown>>, key, value: unknown) {
      const isOfPayload = key === 'problem' && hasV2Payload(v1EventName(`${this.type}`));
      return isOfPayload || key === 'byteOffset' || key === 'byteLength' ? undefined : value;
    },
  );
  return JSON.parse(written.replace(V2_NAME, v1EventName));
}

const twins = [...files, ...vectors, ...failures].filter(([, text]) => inV2(text) !== text);

test('there are enough of them, and every renamed type is in one', () => {
  expect(twins.length).toBeGreaterThanOrEqual(120);
  const all = twins.map(([, text]) => text).join('\n');
  expect(RENAMED.filter((type) => !all.includes(`"${type}"`))).toEqual([]);
});

describe('verdict, rows, causes, lanes, taint, audit and acceptor', () => {
  test.each(twins)('%s', async (name, text) => {
    expect(await answersOf(name, inV2(text))).toEqual(await answersOf(name, text));
  });
});
