import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { forkSession, type StartSession } from '@openwop-inspector/host-client/node';
import { type LiveHost, startLiveHost, until } from '@openwop-inspector/testing/host';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Options } from '../src/grammar/options.ts';
import type { Surroundings } from '../src/open/open-log.ts';
import type { Terminal } from '../src/terminal/terminal.ts';
import { tail } from '../src/verbs/tail.ts';
import { type CapturedOutput, captureTerminal } from './capture-terminal.ts';
import { type RunHost, type RunHostOptions, startRunHost } from './run-host.ts';
import { eventLine, repository, ScratchFolder } from './scratch-folder.ts';

const scratch = new ScratchFolder();
const hosts: (RunHost | LiveHost)[] = [];
/** Built before the tests run. */
const sessionProgram = join(repository, 'dist', 'live-session.cjs');
const startSession = forkSession(sessionProgram);

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});
afterAll(() => scratch.remove());

/** Four events; the last says how the run ends, or that it continues. */
function eventsTo(last: string): readonly string[] {
  return [
    eventLine(0, { type: 'run.started' }),
    eventLine(1, { type: 'node.started', nodeId: 'draft', causationId: 'e0' }),
    eventLine(2, {
      type: 'log.appended',
      payload: { level: 'info', message: 'x', apiKey: 'abcd1234efgh5678' },
    }),
    eventLine(3, { type: last, payload: {} }),
  ];
}

async function host(options: Partial<RunHostOptions> = {}): Promise<RunHost> {
  const started = await startRunHost({ events: eventsTo('run.completed'), status: 'completed', ...options });
  hosts.push(started);
  return started;
}

const defaults: Options<'tail'> = {
  json: false,
  filter: null,
  until: 'terminal',
  tokenEnv: 'KEY',
  keep: null,
  ca: null,
};

async function tailed(
  { baseUrl, token }: Pick<RunHost, 'baseUrl' | 'token'>,
  options: Partial<Options<'tail'>> & {
    readonly run?: string | null;
    readonly key?: string;
    readonly start?: StartSession;
  } = {},
  stored: CapturedOutput = captureTerminal(),
  surroundings: Surroundings = stored.surroundings,
) {
  const { run = 'r1', key = token, start = startSession, ...given } = options;
  const readVariable = (name: string): string | undefined => (name === 'KEY' ? key : undefined);
  const means = { readVariable, startSession: start };
  const status = await tail(
    { host: baseUrl, runId: run },
    { ...defaults, ...given },
    { ...surroundings, ...means },
  );
  return { status, out: stored.out(), err: stored.err() };
}

/** Surroundings whose terminal does something after each batch of rows it has printed. */
function afterPrint(
  stored: CapturedOutput,
  then: () => void,
  signal: AbortSignal,
  isClosed = () => false,
): Surroundings {
  const { terminal } = stored.surroundings;
  const print = async (lines: Parameters<Terminal['print']>[0]): Promise<void> => {
    await terminal.print(lines);
    then();
  };
  const members = { print: { value: print }, isClosed: { get: isClosed } };
  return { ...stored.surroundings, signal, terminal: Object.create(terminal, members) };
}

describe('the exit status of tail', () => {
  test.each([
    ['run.completed', 'completed', {}, 0, 'run completed, complete 0 to 3'],
    ['run.failed', 'failed', {}, 1, 'run failed, complete 0 to 3'],
    ['run.cancelled', 'cancelled', {}, 1, 'run cancelled, complete 0 to 3'],
    ['run.failed', 'failed', { until: 'node.*' }, 0, ''],
    ['run.completed', 'completed', { until: 'interrupt.*' }, 1, 'without an event of type interrupt.*'],
    ['run.completed', 'completed', { run: 'r2' }, 2, 'no run with this id'],
    ['run.completed', 'completed', { run: null }, 2, 'no run is named'],
    ['run.completed', 'completed', { key: 'other' }, 2, '--token-env NAME'],
    ['run.completed', 'completed', { tokenEnv: 'NONE' }, 2, 'the environment variable NONE is empty'],
    ['run.completed', 'completed', { filter: 'typ:x' }, 2, 'Perhaps type:x'],
  ])('of a run with %s (%s), requested with %j, is %i', async (last, runStatus, options, expected, words) => {
    const { status, err } = await tailed(await host({ events: eventsTo(last), status: runStatus }), options);
    expect({ status, err }).toEqual({ status: expected, err: expect.stringContaining(words) });
    if (words === '') expect(err).toBe('');
  });

  test('is reported by the terminal event where the snapshot comes after it', async () => {
    const late = await host({ events: eventsTo('run.failed'), status: 'running' });
    const { status, err } = await tailed(late);
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('run failed') });
  });

  test('is that of the run on a host of OpenWOP v2, which is killed and comes back', async () => {
    const live = await startLiveHost({ dialect: 'v2', runs: [{ workflow: 'plain' }] });
    hosts.push(live);
    const run = live.run('plain-60');
    run.emit(10);
    const following = tailed({ baseUrl: live.origin, token: live.key }, { run: run.runId });
    await until(() => live.streams.open(run.runId) > 0);
    await live.restart({ whileDown: () => run.emit(10) });
    await until(() => live.streams.open(run.runId) > 0);
    run.finish();
    const { status, out, err } = await following;
    expect({ status, err }).toEqual({ status: 0, err: expect.stringContaining('complete 0 to 59') });
    expect(out.match(/agent\.reasoning-delta/g)).toHaveLength(56);
    const paths = live.requests.map(({ path }) => path);
    expect(paths.filter((path) => path.startsWith('/v1'))).toEqual([]);
  });

  test('is 2 where nobody answers, and where another major version is spoken', async () => {
    const gone = await host();
    await gone.close();
    expect(await tailed(gone)).toMatchObject({ status: 2, err: expect.stringContaining('Nothing answers') });
    const other = await tailed(await host({ protocolVersion: '3.0' }));
    expect(other).toMatchObject({ status: 2, out: '', err: expect.stringContaining('speaks version 3.0') });
  });
});

describe('what tail prints', () => {
  test('a row for each event, in order, times counted from the first', async () => {
    const { out } = await tailed(await host(), { filter: '-type:run.started' });
    const [heading, ...rows] = out.trimEnd().split('\n');
    expect(heading).toMatch(/SEQ +TIME +NODE +TYPE +SUMMARY/);
    expect(rows.map((row) => row.trim().split(/\s+/).slice(0, 5).join(' '))).toEqual([
      expect.stringMatching(/^#1 \+0:00.001 draft node.started/),
      expect.stringMatching(/^#2 \+0:00.002 – log.appended/),
      expect.stringMatching(/^✓ #3 \+0:00.003 – run.completed/),
    ]);
  });

  test('with --json a document a line, as the host sent it but for what is secret', async () => {
    const { out } = await tailed(await host(), { json: true });
    const lines = out.trimEnd().split('\n');
    const events = eventsTo('run.completed');
    expect(lines.filter((_, at) => at !== 2)).toEqual(events.filter((_, at) => at !== 2));
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ eventId: 'e2', sequence: 2 });
    expect(out).not.toContain('abcd1234efgh5678');
  });

  test('nothing behind the event of --until', async () => {
    const { out } = await tailed(await host(), { json: true, until: 'node.started' });
    expect(out.trimEnd().split('\n')).toEqual(eventsTo('run.completed').slice(0, 2));
  });
});

test('tail --keep copies the capture, which holds every event once and no token', async () => {
  const path = join(scratch.path, 'saved.capture.ndjson');
  const stored = captureTerminal();
  const { err } = await tailed(await host(), { keep: path }, stored);
  const text = readFileSync(path, 'utf8');
  expect(err).toContain(`the capture is in ${path}`);
  expect(text.match(/"eventId":"e\d"/g)).toEqual(['e0', 'e1', 'e2', 'e3'].map((id) => `"eventId":"${id}"`));
  expect(text + err + stored.out()).not.toContain('CANARY');
});

test('tail --keep writes nothing where no session began', async () => {
  const path = join(scratch.path, 'none.capture.ndjson');
  await tailed(await host({ protocolVersion: '3.0' }), { keep: path });
  expect(existsSync(path)).toBe(false);
});

test.each([
  ['a folder that is not there', () => join(scratch.path, 'nowhere', 'saved.ndjson')],
  ['a folder', () => scratch.path],
])('tail --keep into %s is refused before any request', async (_, path) => {
  const running = await host();
  const { status, out, err } = await tailed(running, { keep: path() });
  expect({ status, out }).toEqual({ status: 2, out: '' });
  expect(err).toContain(`the capture cannot be written to ${path()}`);
  expect(running.requestCount()).toBe(0);
});

test('a place for the capture that goes away in between: exit 2, and the capture is left where it is', async () => {
  const folder = join(scratch.path, 'goes-away');
  mkdirSync(folder);
  const path = join(folder, 'saved.ndjson');
  const stored = captureTerminal();
  const surroundings = afterPrint(
    stored,
    () => rmSync(folder, { recursive: true, force: true }),
    new AbortController().signal,
  );
  const { status, err } = await tailed(await host(), { keep: path }, stored, surroundings);
  expect(status).toBe(2);
  const [, left = ''] = /the capture is left in (\S+)/.exec(err) ?? [];
  expect(readFileSync(left, 'utf8')).toContain('"eventId":"e3"');
  rmSync(dirname(left), { recursive: true });
});

test('an earlier capture is not touched when no session begins', async () => {
  const path = join(scratch.path, 'earlier.ndjson');
  writeFileSync(path, 'earlier');
  await tailed(await host({ protocolVersion: '3.0' }), { keep: path });
  expect(readFileSync(path, 'utf8')).toBe('earlier');
});

test.each(['two words', 'line\nbreak', 'tab\tbed', 'schlüssel'])(
  'the token %j is refused before any request',
  async (key) => {
    const running = await host();
    const { status, err } = await tailed(running, { key });
    expect(status).toBe(2);
    expect(err).toContain('KEY holds no token: it has blanks, line breaks or letters with accents');
    expect(err).not.toContain(key);
    expect(running.requestCount()).toBe(0);
  },
);

test('Ctrl-C ends tail with 130 and what is stored, and closes the stream', async () => {
  const running = await host({ events: eventsTo('log.appended'), status: 'running' });
  const [stored, stop] = [captureTerminal(), new AbortController()];
  const surroundings = afterPrint(stored, () => stop.abort(), stop.signal);
  const { status, out, err } = await tailed(running, {}, stored, surroundings);
  expect({ status, err }).toEqual({
    status: 130,
    err: expect.stringContaining('stopped, whole so far, 0 to 3'),
  });
  expect(out).toContain('#3');
  await expect.poll(() => running.streams()).toBe(0);
});

test('a reader that leaves ends tail without a word', async () => {
  const running = await host({ events: eventsTo('log.appended'), status: 'running' });
  const stored = captureTerminal();
  let hasLeft = false;
  const leave = (): void => {
    hasLeft = true;
  };
  const surroundings = afterPrint(stored, leave, new AbortController().signal, () => hasLeft);
  const { status, err } = await tailed(running, {}, stored, surroundings);
  expect({ status, err }).toEqual({ status: 0, err: '' });
});

describe('a session that is stopped', () => {
  /** Writes two events into the capture as a session does, and ends by itself. */
  const program = () => {
    const text = eventsTo('log.appended').slice(0, 2).join('\\n');
    return scratch.write(
      'ends-early.cjs',
      `const fs = require('node:fs');
       process.on('message', (order) => {
         const { kind, start } = JSON.parse(order);
         if (kind !== 'start') return;
         const head = { capture: 'openwop-inspector/1', baseUrl: start.baseUrl, runId: start.runId };
         fs.writeFileSync(start.capturePath, JSON.stringify(head) + '\\n${text}\\n{"eventId":"half');
         const { size } = fs.statSync(start.capturePath);
         process.send(JSON.stringify({ kind: 'grown', sizeBytes: size - 15 }), () => process.exit(9));
       });`,
    );
  };

  test('ends tail with 2, the reason, what was printed until then, the place of the capture, and the way back', async () => {
    const running = await host();
    const { status, out, err } = await tailed(running, { start: forkSession(program()) });
    expect(status).toBe(2);
    expect(out).toContain('node.started');
    expect(err).toContain('the session was stopped: its process ended by itself (status 9)');
    expect(err).toContain(`attach again: openwop-inspector tail ${running.baseUrl} r1 --token-env KEY`);
    const [, left = ''] = /what was captured is in (\S+); open it: openwop-inspector \S+/.exec(err) ?? [];
    const text = readFileSync(left, 'utf8');
    expect(text).toContain('"eventId":"e1"');
    expect(text).not.toContain('half');
    expect(text).toMatch(/"capture":"end".*"end":"stopped".*\n$/);
    expect(text + err).not.toContain('CANARY');
    rmSync(dirname(left), { recursive: true });
  });

  test('is copied with --keep, and nothing is left elsewhere', async () => {
    const path = join(scratch.path, 'stopped.capture.ndjson');
    const { status, err } = await tailed(await host(), { keep: path, start: forkSession(program()) });
    expect(status).toBe(2);
    expect(err).toContain(`the capture is in ${path}`);
    expect(err).not.toContain('what was captured is in');
    expect(readFileSync(path, 'utf8')).toContain('"eventId":"e1"');
  });
});

test('a host that writes the token back with an escape, or in base64, shows it nowhere', async () => {
  const secret = 'CANARY-host-key';
  const spelled = [
    secret.replace('C', '\\u0043'),
    secret.replace('Y', '\\\\u0059'),
    secret.replaceAll('-', '%2D'),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('hex'),
  ];
  const note = `{"type":"log.appended","eventId":"e1","sequence":1,"runId":"r1","timestamp":"2026-01-01T00:00:00.000Z","payload":{"message":"${spelled.join(' ')}"}}`;
  const events = eventsTo('run.completed');
  const first = events[0] ?? '';
  const last = JSON.stringify({ ...JSON.parse(events.at(-1) ?? '{}'), sequence: 2 });
  for (const options of [{}, { json: true }]) {
    const host = await startRunHost({ events: [first, note, last], status: 'completed' });
    const path = join(scratch.path, `echo-${Object.keys(options).length}.capture.ndjson`);
    const { out, err } = await tailed(host, { ...options, keep: path });
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('masked:session-token');
    for (const displayed of [out, err, text]) {
      expect(displayed).not.toMatch(/CANARY|host-key|ANARY|host%2Dkey/);
      for (const one of spelled) expect(displayed).not.toContain(one.slice(0, -2));
    }
    await host.close();
  }
});
