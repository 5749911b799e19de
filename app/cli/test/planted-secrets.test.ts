/** Of 400 planted secrets no verb prints one of a documented shape, as text or as JSON (security S-14, S-20). */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  ClearCount,
  type PlantedPlace,
  plantedBundle,
  SecretMaker,
} from '@openwop-inspector/testing/planted';
import { runsOf } from '@openwop-inspector/testing/runs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Surroundings } from '../src/open/open-log.ts';
import { createTerminal } from '../src/terminal/terminal.ts';
import { accept } from '../src/verbs/accept.ts';
import { agh } from '../src/verbs/agh.ts';
import { audit } from '../src/verbs/audit.ts';
import { chain } from '../src/verbs/chain.ts';
import { compare } from '../src/verbs/compare.ts';
import { complain, remark } from '../src/verbs/complain.ts';
import { event } from '../src/verbs/event.ts';
import { events } from '../src/verbs/events.ts';
import { exportEvents } from '../src/verbs/export.ts';
import { inspect } from '../src/verbs/inspect.ts';
import { lintSchema } from '../src/verbs/lint-schema.ts';
import { portability } from '../src/verbs/portability.ts';
import { report } from '../src/verbs/report.ts';
import { runs } from '../src/verbs/runs.ts';
import { secrets } from '../src/verbs/secrets.ts';
import { stats } from '../src/verbs/stats.ts';
import { taint } from '../src/verbs/taint.ts';
import { vectors } from '../src/verbs/vectors.ts';
import { envelope, say, vectorFile } from './acceptor-inputs.ts';
import { captureTerminal } from './capture-terminal.ts';
import { recordings, ScratchFolder } from './scratch-folder.ts';

const scratch = new ScratchFolder();
afterAll(() => scratch.remove());

const { text, places } = plantedBundle();
/** Secrets in files of other kinds, and in what the user types. */
const maker = new SecretMaker(7);
const key = (): string => maker.known();
const planted = scratch.write(`planted ${key()}.json`, text);
/** The same run without what its events say, so that every secret is a difference. */
const other = scratch.write(
  'other.json',
  JSON.stringify({
    ...JSON.parse(text),
    events: JSON.parse(text).events.map((one: object) => ({ ...one, payload: { said: 'nothing' } })),
  }),
);
const envelopes = scratch.write(
  'envelopes.ndjson',
  [
    envelope({ payload: { code: key(), message: `m ${key()}`, [key()]: 1 } }),
    envelope({ envelopeId: key(), correlationId: key(), payload: {} }),
    envelope({ type: key() }),
    envelope({ type: 'ui.a2ui-surface', payload: { surface: { title: key(), root: key() } } }),
  ]
    .map((one) => JSON.stringify(one))
    .join('\n'),
);
const messages = scratch.write(
  'messages.ndjson',
  [
    { ...say, body: { text: key() } },
    { ...say, id: key(), kind: key(), from: key() },
  ]
    .map((one) => JSON.stringify(one))
    .join('\n'),
);
const schema = scratch.write(
  'schema.json',
  JSON.stringify({
    type: 'object',
    $id: key(),
    properties: { [key()]: { type: key(), pattern: `(${key()}+)+` } },
  }),
);
const vectorsFile = scratch.write(
  'vectors.json',
  vectorFile('accepted', key(), { title: key(), expect: [{ status: key() }] }),
);
const wrongContext = scratch.write('context.json', JSON.stringify({ profile: key(), [key()]: 1 }));
const typed = Array.from({ length: 6 }, key);
const others: readonly PlantedPlace[] = maker.made.map(({ shape, kind, tell }) => ({
  shape,
  kind,
  tell,
  place: shape,
}));
const count = new ClearCount([...places, ...others]);

/** Runs a verb and looks at all that it wrote on both streams. */
async function look(surface: string, run: (surroundings: Surroundings) => Promise<unknown>): Promise<void> {
  const stored = captureTerminal();
  await run(stored.surroundings);
  count.look(`${surface}, standard output`, stored.out());
  count.look(`${surface}, standard error`, stored.err());
}

const acceptOptions = {
  context: null,
  profile: null,
  whatIf: true,
  event: null,
  asText: false,
  fix: false,
  write: null,
  force: false,
  unmasked: false,
};
const auditOptions = {
  discovery: null,
  context: null,
  profile: null,
  baseline: null,
  writeBaseline: null,
  sarif: null,
  junit: null,
  markdown: null,
  force: false,
  unmasked: false,
};
const declared = join(recordings, 'app/well-known.openwop.json');
const aghOptions = { now: null, peers: [], context: null, unmasked: false };
const lintOptions = { tier: 'strict', specOwned: false } as const;
let last = 0;

beforeAll(() => {
  last = JSON.parse(text).events.length;
});

describe.each([false, true])('with --json %s', (json) => {
  test('inspect, events, runs, export, accept, agh, vectors and lint-schema print none', async () => {
    await look('inspect', (around) => inspect([planted], { json, checks: true }, around));
    const list = { json, filter: null, limit: null, offset: 0, checks: true };
    await look('events', (around) => events(planted, list, around));
    await look('stats', (around) => stats(planted, { json, filter: null, limit: 1_000 }, around));
    await look('runs', (around) => runs([planted], { json, failed: false }, around));
    await look('audit', (around) => audit([planted], { ...auditOptions, json }, around));
    const compared = { json, hosts: [declared], context: null, unmasked: false };
    await look('portability', (around) => portability([planted], compared, around));
    const side = { json, run: [], event: null, mask: null, limit: 1_000 };
    await look('compare', (around) => compare(planted, other, side, around));
    const sought = { json, canary: [], canaries: null, limit: 1_000 };
    await look('secrets', (around) => secrets([planted], sought, around));
    await look('taint', (around) => taint(planted, null, { json, limit: 1_000 }, around));
    const out = join(scratch.path, `${json}.jsonl`);
    const spans = { format: 'otlp-json', out, filter: null, allowLeak: [], force: false, json } as const;
    await look('export', (around) => exportEvents([planted], spans, around));
    count.look(
      'the exported spans',
      readFileSync(out, 'utf8')
        .trimEnd()
        .split('\n')
        .map((one) => JSON.parse(one)),
    );
    const page = join(scratch.path, `${json}.html`);
    const whole = Array.from({ length: last }, (_, sequence) => String(sequence));
    const reported = { out: page, filter: null, run: null, event: whole, limit: 10_000, force: false };
    await look('report', (around) => report(planted, reported, around));
    count.look('the written report', readFileSync(page, 'utf8'));
    await look('accept of a log', (around) => accept(planted, { ...acceptOptions, json }, around));
    await look('accept', (around) => accept(envelopes, { ...acceptOptions, json }, around));
    await look('accept as text', (around) =>
      accept(envelopes, { ...acceptOptions, json, asText: true }, around),
    );
    await look('agh', (around) => agh(messages, { ...aghOptions, json }, around));
    await look('vectors', (around) => vectors([vectorsFile], { json, known: null }, around));
    await look('lint-schema', (around) => lintSchema([schema, envelopes], { ...lintOptions, json }, around));
    expect(count.known).toEqual([]);
  });

  test('event, chain and pair of events print none', async () => {
    const step = Math.floor(last / runsOf(last));
    for (let sequence = 0; sequence < last; sequence += step) {
      await look('event', (around) => event(planted, String(sequence), { json, unmasked: false }, around));
      await look('chain', (around) => chain(planted, String(sequence), { json, limit: null }, around));
      if (sequence % 10 >= step) continue;
      const pair = { json, run: [], event: String(sequence), mask: null, limit: 1 };
      await look('pair', (around) => compare(planted, other, pair, around));
    }
    expect(count.known).toEqual([]);
  });

  test('what the user typed is not repeated in clear', async () => {
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = typed;
    await look('no such file', (around) => inspect([`/nowhere/${a}`], { json, checks: true }, around));
    await look('no such event', (around) => event(planted, b, { json, unmasked: false }, around));
    await look('no such cause', (around) => chain(planted, c, { json, limit: null }, around));
    const list = { json, filter: `tpe:${d}`, limit: null, offset: 0, checks: true };
    await look('wrong filter', (around) => events(planted, list, around));
    const options = { ...acceptOptions, json, context: wrongContext };
    await look('wrong context', (around) => accept(envelopes, options, around));
    await look('no such vectors', (around) => vectors([`/nowhere/${e}`], { json, known: f }, around));
    expect(count.known).toEqual([]);
  });
});

test('random ones in credential-like places: at most 5 % on any surface', () => {
  expect(count.worstShare, count.placed.join('\n')).toBeLessThanOrEqual(0.05);
});

describe('the last door', () => {
  const written: string[] = [];
  const stream = { isTTY: true, write: (one: string) => written.push(one) > 0, on: () => undefined };
  const terminal = createTerminal(stream, stream, { NO_COLOR: '1' });
  const secret = new SecretMaker(9).known();

  test('masks a secret that runs over several spans', async () => {
    await terminal.print([[...secret].map((one) => ({ text: one, style: 'plain' }))]);
    expect(written.join('')).not.toContain(secret.slice(-12));
    expect(written.join('')).toContain('[masked');
  });

  test('masks messages, remarks, progress and documents', async () => {
    complain(terminal, `it was ${secret}`);
    remark(terminal, secret);
    terminal.progress(`reading ${secret}`);
    await terminal.printDocument({ [secret]: secret, deep: [{ token: secret }] });
    expect(written.join('')).not.toContain(secret.slice(-12));
  });

  test('has one way round, which the user requests by name', async () => {
    await terminal.unmasked().printDocument({ secret });
    expect(written.join('')).toContain(secret);
  });
});
