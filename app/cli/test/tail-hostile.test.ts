import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forkSession } from '@openwop-inspector/host-client/node';
import { openRunLog, sessionSummary } from '@openwop-inspector/run-log';
import { openFile } from '@openwop-inspector/run-log/node';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { Options } from '../src/grammar/options.ts';
import { tail } from '../src/verbs/tail.ts';
import { type CapturedOutput, captureTerminal } from './capture-terminal.ts';
import { type RunHost, type RunHostOptions, startRunHost } from './run-host.ts';
import { eventLine, repository, ScratchFolder } from './scratch-folder.ts';

const scratch = new ScratchFolder();
/** Built before the tests run. */
const sessionProgram = join(repository, 'dist', 'live-session.cjs');
const hosts: RunHost[] = [];
const defaults: Options<'tail'> = {
  json: false,
  filter: null,
  until: 'terminal',
  tokenEnv: 'KEY',
  keep: null,
  ca: null,
};

afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});
afterAll(() => scratch.remove());

function eventsTo(last: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) =>
    eventLine(i, { type: i === 0 ? 'run.started' : i === count - 1 ? last : 'log.appended' }),
  );
}

async function tailed(
  host: Partial<RunHostOptions>,
  options: Partial<Options<'tail'>> = {},
  stored: CapturedOutput = captureTerminal(),
  surroundings = stored.surroundings,
) {
  const started = await startRunHost({
    events: eventsTo('run.completed', 4),
    status: 'completed',
    ...host,
  });
  hosts.push(started);
  const means = { readVariable: (): string => started.token, startSession: forkSession(sessionProgram) };
  const status = await tail(
    { host: started.baseUrl, runId: 'r1' },
    { ...defaults, ...options },
    { ...surroundings, ...means },
  );
  return { status, out: stored.out(), err: stored.err() };
}

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('a host that answers with what nests too deep (security S-12)', () => {
  test.each([3000, 20_000])(
    'a frame of %i levels: the run is followed, exit 1, and nothing is called complete',
    async (depth) => {
      const path = join(scratch.path, `deep-${depth}.capture.ndjson`);
      const frames = [`data: {"note":${nested(depth)}}\n\n`];
      const { status, out, err } = await tailed({ frames }, { keep: path });
      expect(status).toBe(1);
      expect(err).toContain(
        'run completed, 0 to 3, not known to be complete: 1 frame nested too deep to read',
      );
      expect(out.match(/#\d/g)).toEqual(['#0', '#1', '#2', '#3']);
      const log = openRunLog(await openFile(path));
      await log.loaded;
      const { verdict } = await sessionSummary(log);
      const sentence = verdict.sentence.map(({ text }) => text).join('');
      expect(verdict.tone).toBe('warning');
      expect(sentence).toContain('The capture is not known to be complete: 1 frame nested too deep to read.');
      expect(log.problemGroups().map(({ code }) => code)).toEqual(
        expect.arrayContaining(['too_deep', 'capture_incomplete']),
      );
      await log.close();
      for (const line of readFileSync(path, 'utf8').trimEnd().split('\n')) {
        const reported: unknown = JSON.parse(line);
        expect(JSON.stringify(reported).length).toBeGreaterThan(0);
      }
    },
  );

  test('a snapshot: the events say how the run ended', async () => {
    const snapshot = `{"runId":"r1","status":"completed","variables":${nested(20_000)}}`;
    const { status, err } = await tailed({ snapshot });
    expect({ status, err }).toEqual({
      status: 0,
      err: expect.stringContaining('run completed, complete 0 to 3'),
    });
  });

  test.each([
    [
      'nests too deep',
      `{"protocolVersion":"1.0","x":${nested(20_000)}}`,
      'levels deep, and no more than 512 are read',
    ],
    [
      'is larger than 1 MiB',
      `{"protocolVersion":"1.0","x":"${'x'.repeat(2 ** 20)}"}`,
      'is larger than 1 MiB',
    ],
  ])(
    'a discovery document that %s is reported, and the run is followed without it',
    async (_, discovery, words) => {
      const { status, err } = await tailed({ discovery });
      expect(status).toBe(0);
      expect(err).toContain(words);
    },
  );
});

test('a signal ends tail while it prints: what was not printed by then is not printed', async () => {
  const [stored, stop] = [captureTerminal(), new AbortController()];
  const { terminal } = stored.surroundings;
  const print: typeof terminal.print = async (lines) => {
    await terminal.print(lines);
    stop.abort();
  };
  const surroundings = {
    ...stored.surroundings,
    signal: stop.signal,
    terminal: Object.create(terminal, { print: { value: print } }),
  };
  const count = 20_000;
  const { status, out, err } = await tailed(
    { events: eventsTo('log.appended', count), status: 'running' },
    {},
    stored,
    surroundings,
  );
  expect(status).toBe(130);
  expect(err).toContain('stopped');
  expect(out.split('\n').length).toBeLessThan(count / 10);
});
